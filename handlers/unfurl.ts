import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import type { Card } from '#blocks/card.ts';
import { unfurlCard } from '#blocks/unfurl-card.ts';
import type { Deps, LinkingMessage } from './deps.ts';
import { freshnessOf, orNull } from './freshness.ts';
import { placeOf } from './place.ts';

type LinkArgs = SlackEventMiddlewareArgs<'link_shared'>;

/** A message with more links is a list of its own. */
const MOST = 5;

/** A pasted link to a signal's page shows the signal below the message, and already while it is being written. */
export const unfurl =
  (deps: Deps) =>
  async ({ event, body }: LinkArgs): Promise<void> => {
    const signals = new Map(event.links.map(({ url }) => [url, deps.signalAt(url)] as const).slice(0, MOST));
    const known = [...signals].filter((entry): entry is [string, string] => entry[1] !== null);
    if (known.length === 0 || !deps.events.isFirst(body.event_id)) return;
    if (await deps.isOutsider(placeOf(body))) return;
    const cards = await Promise.all(known.map(async ([url, id]) => [url, await drawSignal(deps, id)] as const));
    const drawn = cards.filter((entry): entry is [string, Card['blocks']] => entry[1] !== null);
    if (drawn.length === 0) return;
    const verdict = await deps.slack.unfurl(messageOf(event), Object.fromEntries(drawn));
    if (!verdict.ok) deps.logger.warn({ slackError: verdict.error }, 'A link could not be unfurled');
  };

/** Nobody asked for it: what cannot be drawn is left out and the link stays a link. */
async function drawSignal(deps: Deps, id: string): Promise<Card['blocks'] | null> {
  const [detail, pipeline] = await Promise.all([
    orNull(deps, deps.client.signal(id)),
    orNull(deps, deps.client.pipeline()),
  ]);
  if (detail === null) return null;
  const freshness = freshnessOf(pipeline, [detail]);
  return unfurlCard(detail.data, { freshness, linkTo: deps.linkTo, audience: { kind: 'person' } }).blocks;
}

/** What is still being written has no place yet, only the id of its preview. */
function messageOf({ channel, message_ts: ts, ...event }: LinkArgs['event']): LinkingMessage {
  const { unfurl_id: unfurlId, source } = event;
  return unfurlId && source ? { unfurlId, source } : { channelId: channel, ts };
}
