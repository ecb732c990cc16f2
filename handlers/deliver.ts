import type { Card } from '#blocks/card.ts';
import { cardDialog } from '#blocks/card-dialog.ts';
import { illustrate, type Picture } from '#blocks/picture.ts';
import type { Setting } from '#blocks/setting.ts';
import { unconfirmedCard } from '#blocks/unconfirmed-card.ts';
import type { Deps, Message, Opened, Place, SlackPort, Verdict } from './deps.ts';
import type { IllustratedCard } from './drawing.ts';
import { orNull } from './freshness.ts';
import { numbersOf } from './reader.ts';

/** Codes by which Slack refuses what a message looks like; its text alone may still pass. */
const LAYOUT_REFUSED =
  /^(invalid_slack_file|invalid_blocks|invalid_blocks_format|invalid_attachments|invalid_arguments|view_too_large|msg_blocks_too_long|msg_too_long|http_400|http_500)$/;

type Way = (message: Message) => Promise<Verdict>;

interface DeliveryOptions {
  /** Puts the card in the place of the one whose button was pressed. */
  replaceOriginal?: boolean;
  /** A response_url may show its answers below the channel, not in the thread. */
  isThreadFirst?: boolean;
}

type DeliveryDeps = Pick<Deps, 'slack' | 'charts' | 'logger' | 'patience' | 'people'>;

/**
 * Brings a card to the person who asked: where they asked, else as a direct message. A response_url dies after 30 minutes or five
 * answers, a channel may be closed to the app, a dialog may be gone. What cannot be delivered at all is logged; there is nobody left
 * to tell. It is drawn here, with the numbers of whoever reads it.
 */
export async function deliver(
  deps: DeliveryDeps,
  place: Place,
  draw: () => IllustratedCard,
  options: DeliveryOptions = {},
): Promise<void> {
  const card = (await numbersOf(deps, place))(draw);
  const picture = await pictureAt(deps, card);
  const ways = waysTo(deps.slack, place, options);
  for (const [at, way] of ways.entries()) {
    const verdict = await sendOrSimplify(way, card, picture);
    if (verdict.ok) return;
    if (!verdict.isCertain) return sayUnconfirmed(deps, verdict.error, ways.slice(at + 1));
    deps.logger.warn({ slackError: verdict.error }, 'Slack refused an answer');
  }
  deps.logger.error('An answer could not be delivered');
}

/** An answer whose fate is unknown is not sent a second time: the person is told to look. */
async function sayUnconfirmed(
  { logger }: Pick<Deps, 'logger'>,
  slackError: string,
  otherWays: readonly Way[],
): Promise<void> {
  logger.warn({ slackError }, 'Slack did not confirm an answer');
  for (const way of otherWays) {
    const verdict = await way(unconfirmedCard());
    if (verdict.ok || !verdict.isCertain) return;
  }
}

function waysTo(slack: SlackPort, place: Place, { replaceOriginal = false, isThreadFirst = false }: DeliveryOptions) {
  const { responseUrl, channelId, userId, threadTs } = place;
  const inView: Way | null = place.view && ((message) => showInView(slack, place, message));
  const respond: Way | null =
    responseUrl === null ? null : (message) => slack.respond(responseUrl, message, { replaceOriginal, threadTs });
  const alone: Way | null =
    channelId === null || userId === null
      ? null
      : (message) => slack.postEphemeral({ channelId, userId, threadTs }, message);
  const direct: Way | null = userId === null ? null : (message) => postDirect(slack, userId, message);
  // In the conversation with the app, what Slack does not take for both it may still take for the person alone.
  const [inChannel, last] = isDirectMessage(place) ? [inConversation(slack, place), alone] : [alone, direct];
  const ways = isThreadFirst && threadTs !== null ? [inChannel, respond, last] : [inView, respond, inChannel, last];
  return ways.filter((way) => way !== null);
}

function inConversation(slack: SlackPort, { channelId, threadTs }: Place): Way | null {
  return channelId === null ? null : (message) => slack.postMessage({ channelId, threadTs }, message);
}

async function postDirect(slack: SlackPort, userId: string, message: Message): Promise<Verdict> {
  const opened = await openDirect(slack, userId);
  return opened.ok ? slack.postMessage(opened, message) : opened;
}

/** Without the permission to open a conversation, Slack still takes the person for one. */
export async function openDirect(slack: SlackPort, userId: string): Promise<Opened> {
  const opened = await slack.openDirect(userId);
  return !opened.ok && opened.error === 'missing_scope' ? { ok: true, channelId: userId } : opened;
}

/** The dialog turns into the answer; on Home, which keeps what it shows, one opens with it. */
function showInView(slack: SlackPort, { view, triggerId }: Place, { text, blocks }: Message): Promise<Verdict> {
  const shown = cardDialog({ text, blocks });
  return view === null || view.isHome ? slack.openModal(triggerId ?? '', shown) : slack.updateModal(view.id, shown);
}

/** Files cannot be shown to one person alone: only a picture with an address of its own. */
async function pictureAt(deps: Pick<Deps, 'charts' | 'logger' | 'patience'>, card: IllustratedCard) {
  const chart = card.chart && (await orNull(deps, card.chart()));
  return chart ? deps.charts.addressOf(chart) : null;
}

/** Between the app and one person: nobody else is there to keep an answer from. */
export const isDirectMessage = ({ channelId }: Pick<Place, 'channelId'>): boolean =>
  channelId?.startsWith('D') === true;

/** In a dialog there is no channel that one press could share it in. */
export const audienceAt = ({ view }: Place): Setting['audience'] => ({ kind: 'person', isShared: view !== null });

/** Pressed in an answer that this person alone sees, so the next one can take its place. */
export const isOwnMessage = (place: Place): boolean => place.message?.isEphemeral === true || isDirectMessage(place);

/** The card with its picture, or without it when Slack refuses that, or its text alone when it refuses the blocks. */
export async function sendOrSimplify<Sent extends Verdict>(
  way: (message: Message) => Promise<Sent>,
  card: Card,
  picture: Picture | null = null,
): Promise<Sent> {
  const { text, blocks } = card;
  for (const version of [...(picture ? [illustrate(card, picture)] : []), { text, blocks }]) {
    const verdict = await way(version);
    if (!isLayoutRefused(verdict)) return verdict;
  }
  return way({ text });
}

/** Slack certainly did not take it, and may take something plainer. */
export const isLayoutRefused = (verdict: Verdict): boolean =>
  !verdict.ok && verdict.isCertain && LAYOUT_REFUSED.test(verdict.error);
