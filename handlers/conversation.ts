import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { publicCard } from '#blocks/public-card.ts';
import { unconfirmedCard } from '#blocks/unconfirmed-card.ts';
import { answerWords } from './answer-words.ts';
import { deliver, isDirectMessage } from './deliver.ts';
import type { Deps, Place, Refused } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { placeOf } from './place.ts';
import { postCard } from './post-card.ts';
import { RefusedPress } from './refused-press.ts';

type SaidArgs = SlackEventMiddlewareArgs<'app_mention' | 'message'>;

/** What somebody says to the app: by its name in a channel or thread, or in the conversation between the two. */
export const conversation =
  (deps: Deps) =>
  async ({ event, body }: SaidArgs): Promise<void> => {
    const words = wordsOf(event);
    if (words === null || !deps.events.isFirst(body.event_id)) return;
    const place = placeOf(body);
    if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
    await (isDirectMessage(place) ? answerDirectly(deps, words, place) : answerInThread(deps, words, place, event.ts));
  };

/** All can read the question, so all can read the answer. */
async function answerInThread(deps: Deps, words: string, place: Place, ts: string): Promise<void> {
  const { channelId, userId } = place;
  if (channelId === null || userId === null) return;
  const threadTs = place.threadTs ?? ts;
  const draw = await answerWords(deps, words, { channelId, userId, threadTs });
  const card = publicCard(draw({ kind: 'channel', sharedBy: userId, isAsked: true }), { by: userId });
  const verdict = await postCard(deps, { channelId, threadTs }, card);
  if (!verdict.ok) await answerAlone(deps, place, verdict, draw);
}

async function answerDirectly(deps: Deps, words: string, place: Place): Promise<void> {
  const { channelId, threadTs } = place;
  if (channelId === null) return;
  // An older client, or a refused scope, shows no status: the answer comes all the same.
  if (threadTs !== null) void deps.slack.setStatus({ channelId, threadTs }, 'is looking it up…');
  const draw = await answerWords(deps, words, place);
  const verdict = await postCard(deps, { channelId, threadTs }, draw({ kind: 'person' }));
  if (!verdict.ok) await answerAlone(deps, place, verdict, draw);
}

/** Where the app may not speak up, the person gets the answer all the same; what may have arrived is not said twice. */
function answerAlone(
  deps: Deps,
  place: Place,
  { error: slackError, isCertain }: Refused,
  draw: Drawing,
): Promise<void> {
  deps.logger.warn({ slackError }, 'What was said could not be answered there');
  return deliver(deps, place, () => (isCertain ? draw({ kind: 'person' }) : unconfirmedCard()));
}

/** Far more than a question needs; Slack allows 40,000 characters. */
const LONGEST = 2_000;

/** null for what no person has just written to the app: bots, itself among them, edits, joins, and messages to others. */
function wordsOf(event: SaidArgs['event']): string | null {
  if ('bot_id' in event && event.bot_id) return null;
  if ('subtype' in event && event.subtype !== undefined && event.subtype !== 'file_share') return null;
  if (event.type === 'message' && event.channel_type !== 'im') return null;
  if (!('user' in event) || !event.user || !('text' in event)) return null;
  return (event.text ?? '').slice(0, LONGEST).replace(/<@[^>]*>/g, ' ');
}
