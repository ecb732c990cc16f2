import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import type { Card } from '#blocks/kit/card.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { unfurlCard } from '#blocks/signals/signal-row.ts';
import type { Deps } from '../ports.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import type { RequestContext } from '../request-context.ts';
import type { UnfurlTarget } from '../slack-port.ts';

type LinkArgs = SlackEventMiddlewareArgs<'link_shared'>;

const MAX_UNFURLED = 5;

/** Shows the signal below a message with a link to its page, also while the message is being written. */
export async function unfurl(deps: Deps, context: RequestContext, { event }: LinkArgs): Promise<void> {
  const signals = new Map(event.links.map(({ url }) => [url, deps.signalAt(url)] as const).slice(0, MAX_UNFURLED));
  const known = [...signals].filter((entry): entry is [string, string] => entry[1] !== null);
  if (known.length === 0) return;
  if ((await deps.standingOf(context)) !== 'member') return;
  const cards = await Promise.all(known.map(async ([url, id]) => [url, await drawSignal(deps, id)] as const));
  const drawn = cards.filter((entry): entry is [string, Card['blocks']] => entry[1] !== null);
  if (drawn.length === 0) return;
  const result = await deps.slack.unfurl(unfurlTargetOf(event), Object.fromEntries(drawn));
  if (!result.ok) deps.logger.warn({ slackError: result.error }, 'link not unfurled');
}

/** Null on errors: the link stays a plain link. */
async function drawSignal(deps: Deps, id: string): Promise<Card['blocks'] | null> {
  const [detail, pipeline] = await Promise.all([
    optional(deps, deps.client.signal(id)),
    optional(deps, deps.client.pipeline()),
  ]);
  if (detail === null) return null;
  const freshness = freshnessOf(pipeline, [detail]);
  return unfurlCard(detail.data, { freshness, linkTo: deps.linkTo, locale: ENGLISH, audience: { kind: 'person' } })
    .blocks;
}

/** A message being written has no ts yet, only an unfurl id. */
function unfurlTargetOf({ channel, message_ts: ts, ...event }: LinkArgs['event']): UnfurlTarget {
  const { unfurl_id: unfurlId, source } = event;
  return unfurlId && source ? { unfurlId, source } : { channelId: channel, ts };
}
