import { withTimeout } from '@pain-signals/contract';
import { fingerprintOf } from '@pain-signals/domain';
import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { unfurlCard } from '#blocks/signals/signal-row.ts';
import { signalWorkObject } from '#blocks/signals/work-object.ts';
import { failureOf, logFailure } from '../errors.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import type { RequestContext } from '../request-context.ts';
import type { LinkPreview, SendResult, UnfurlTarget, WorkObjectDetails } from '../slack-port.ts';

type LinkArgs = SlackEventMiddlewareArgs<'link_shared'>;

const MAX_UNFURLED = 5;

/**
 * Shows the signal below a message with a link to its page. Where another organization reads along, a card is shared when somebody
 * says so, and a link stays a link; also while the message is being written, when Slack doesn't say who will read it.
 */
export async function unfurl(deps: Deps, context: RequestContext, { event, body }: LinkArgs): Promise<void> {
  if (body.is_ext_shared_channel === true || event.source === 'composer') return;
  const signals = new Map(event.links.map(({ url }) => [url, deps.signalAt(url)] as const).slice(0, MAX_UNFURLED));
  const known = [...signals].filter((entry): entry is [string, string] => entry[1] !== null);
  if (known.length === 0) return;
  if ((await deps.standingOf(context)) !== 'member') return;
  const drawn = await Promise.all(known.map(([url, id]) => drawPreview(deps, url, id)));
  const previews = drawn.filter((preview) => preview !== null);
  if (previews.length === 0) return;
  const result = await unfurlRichest(deps, unfurlTargetOf(event), previews);
  if (!result.ok) deps.logger.warn({ slackError: result.error }, 'link not unfurled');
}

/** As Work Objects, or as cards where Slack refuses those; then all links are cards for a day. */
async function unfurlRichest(deps: Deps, target: UnfurlTarget, previews: readonly LinkPreview[]): Promise<SendResult> {
  const { slack, nativeBlocks, logger } = deps;
  const cards = previews.map(({ url, blocks }) => ({ url, blocks }));
  if ((await optional(deps, nativeBlocks.refused('unfurl')))?.has('workObject')) return slack.unfurl(target, cards);
  const refused = await slack.unfurl(target, previews);
  if (refused.ok || !refused.isConfirmed || refused.retryAfterMs !== undefined) return refused;
  const result = await slack.unfurl(target, cards);
  if (result.ok) {
    logger.info({ slackError: refused.error }, 'work objects refused by Slack');
    await optional(deps, nativeBlocks.refuse('unfurl', ['workObject']));
  }
  return result;
}

/** Null on errors: the link stays a plain link. */
async function drawPreview(deps: Deps, url: string, id: string): Promise<LinkPreview | null> {
  const [detail, pipeline] = await Promise.all([
    optional(deps, deps.client.signal(id)),
    optional(deps, deps.client.pipeline()),
  ]);
  if (detail === null) return null;
  const shown = {
    freshness: freshnessOf(pipeline, [detail]),
    ...{ linkTo: deps.linkTo, audience: { kind: 'person' as const } },
  };
  const page = { url: deps.linkTo(id) ?? url, id };
  const entity = signalWorkObject({ detail: detail.data, page, pastedUrl: url }, shown);
  return { url, blocks: unfurlCard(detail.data, shown).blocks, entity };
}

function unfurlTargetOf({ channel, message_ts: ts, ...event }: LinkArgs['event']): UnfurlTarget {
  const { unfurl_id: unfurlId, source } = event;
  return unfurlId && source ? { unfurlId, source } : { channelId: channel, ts };
}

type DetailsArgs = SlackEventMiddlewareArgs<'entity_details_requested'>;

/** Somebody opened the details of a signal. Only they see them. */
export async function presentDetails(deps: Deps, context: RequestContext, { event }: DetailsArgs): Promise<void> {
  const id = deps.signalAt(event.entity_url);
  const shown = id === null ? NOT_FOUND : await drawDetails(deps, context, id);
  const result = await deps.slack.presentDetails(event.trigger_id, shown);
  if (!result.ok) deps.logger.warn({ slackError: result.error }, 'details not shown');
}

const NOT_FOUND: WorkObjectDetails = { error: 'not_found' };
const MAX_EVIDENCE = 3;

/** The signal with its newest evidence, or the reason why there is none, for which Slack has its own texts. */
async function drawDetails(deps: Deps, context: RequestContext, id: string): Promise<WorkObjectDetails> {
  const { client, hiddenEvidence, timeouts } = deps;
  try {
    await refuseOutsiders(deps, context);
    const [detail, posts, hidden, pipeline] = await withTimeout(
      timeouts.answerMs,
      client.together(2, (calls) =>
        Promise.all([
          calls.signal(id),
          optional(deps, calls.evidenceExcerpts(id, { mode: 'summary', page: 0, size: MAX_EVIDENCE })),
          hiddenEvidence.ids(),
          optional(deps, client.pipeline()),
        ]),
      ),
    );
    const evidence = (posts?.data.items ?? [])
      .filter((post) => !hidden.has(fingerprintOf(post)))
      .map((post) => ({ ...post, title: post.postTitle, foundAt: post.createdAt }));
    const page = { url: deps.linkTo(id) ?? '', id };
    const freshness = freshnessOf(pipeline, [detail, posts]);
    return { entity: signalWorkObject({ detail: detail.data, page, evidence }, { freshness }) };
  } catch (error) {
    const failure = failureOf(error, { show: 'signal', id }, deps.now());
    logFailure(deps, 'error', { failure, error }, 'details not drawn');
    return { error: DETAIL_ERRORS[failure.code] ?? 'internal_error' };
  }
}

const DETAIL_ERRORS: Partial<Record<string, Extract<WorkObjectDetails, { error: string }>['error']>> = {
  outsider: 'restricted',
  'unknown-person': 'restricted',
  'not-found': 'not_found',
  timeout: 'timeout',
};
