import { insertPicture, type Picture } from '#blocks/charts/picture.ts';
import { errorCard, unconfirmedAnswerCard } from '#blocks/errors/error-card.ts';
import type { CardContext } from '#blocks/kit/audience.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { Locale } from '#blocks/kit/format.ts';
import { cardModal } from '#blocks/kit/modal.ts';
import { failureOf, isUserError, logFailure } from '../errors.ts';
import type { Deps } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import { queryOf } from '../request-input.ts';
import type { Message, OpenResult, SendResult, SlackPort } from '../slack-port.ts';
import type { IllustratedCard } from './card-renderer.ts';
import { optional } from './service-responses.ts';

/** Codes by which Slack refuses what a message looks like; its text alone may still pass. */
const LAYOUT_ERRORS =
  /^(invalid_slack_file|invalid_blocks|invalid_blocks_format|invalid_attachments|invalid_arguments|view_too_large|msg_blocks_too_long|msg_too_long|http_400|http_500)$/;

type DeliveryChannel = (message: Message) => Promise<SendResult>;

interface DeliveryOptions {
  /** Puts the card in the place of the one whose button was pressed. */
  replaceOriginal?: boolean;
  /** A response_url may show its answers below the channel, not in the thread. */
  isThreadFirst?: boolean;
}

type DeliveryDeps = Pick<Deps, 'slack' | 'charts' | 'logger' | 'timeouts'>;

/**
 * Brings a card to the person who asked: where they asked, else as a direct message. A response_url dies after 30 minutes or five
 * answers, a channel may be closed to the app, a dialog may be gone. What cannot be delivered at all is logged; there is nobody left
 * to tell. It is drawn here, with the numbers of whoever reads it.
 */
export async function deliver(
  deps: DeliveryDeps,
  context: RequestContext,
  draw: (locale: Locale) => IllustratedCard,
  options: DeliveryOptions = {},
): Promise<void> {
  await deliverConfirmed(deps, context, draw, options);
}

/** The same. Returns whether Slack confirmed the card. */
export async function deliverConfirmed(
  deps: DeliveryDeps,
  context: RequestContext,
  draw: (locale: Locale) => IllustratedCard,
  options: DeliveryOptions = {},
): Promise<boolean> {
  const card = draw(await context.locale());
  const picture = await pictureOf(deps, card);
  const ways = deliveryChannels(deps.slack, context, options);
  for (const [at, way] of ways.entries()) {
    const result = await sendWithFallback(way, card, picture);
    if (result.ok) return true;
    if (!result.isConfirmed) {
      await reportUnconfirmed(deps, result.error, ways.slice(at + 1));
      return false;
    }
    deps.logger.warn({ slackError: result.error }, 'Slack refused an answer');
  }
  deps.logger.error('An answer could not be delivered');
  return false;
}

/** An answer whose fate is unknown is not sent a second time: the person is told to look. */
async function reportUnconfirmed(
  { logger }: Pick<Deps, 'logger'>,
  slackError: string,
  otherWays: readonly DeliveryChannel[],
): Promise<void> {
  logger.warn({ slackError }, 'Slack did not confirm an answer');
  for (const way of otherWays) {
    const result = await way(unconfirmedAnswerCard());
    if (result.ok || !result.isConfirmed) return;
  }
}

function deliveryChannels(
  slack: SlackPort,
  context: RequestContext,
  { replaceOriginal = false, isThreadFirst = false }: DeliveryOptions,
) {
  const { responseUrl, channelId, userId, threadTs } = context;
  const inView: DeliveryChannel | null = context.view && ((message) => showInView(slack, context, message));
  const respond: DeliveryChannel | null =
    responseUrl === null ? null : (message) => slack.respond(responseUrl, message, { replaceOriginal, threadTs });
  const alone: DeliveryChannel | null =
    channelId === null || userId === null
      ? null
      : (message) => slack.postEphemeral({ channelId, userId, threadTs }, message);
  const direct: DeliveryChannel | null = userId === null ? null : (message) => postDm(slack, userId, message);
  // In the conversation with the app, what Slack does not take for both it may still take for the person alone.
  const [inChannel, last] = isDirectMessage(context) ? [postInConversation(slack, context), alone] : [alone, direct];
  const ways = isThreadFirst && threadTs !== null ? [inChannel, respond, last] : [inView, respond, inChannel, last];
  return ways.filter((way) => way !== null);
}

function postInConversation(slack: SlackPort, { channelId, threadTs }: RequestContext): DeliveryChannel | null {
  return channelId === null ? null : (message) => slack.postMessage({ channelId, threadTs }, message);
}

async function postDm(slack: SlackPort, userId: string, message: Message): Promise<SendResult> {
  const opened = await openDm(slack, userId);
  return opened.ok ? slack.postMessage(opened, message) : opened;
}

/** Without the permission to open a conversation, Slack still takes the person for one. */
export async function openDm(slack: SlackPort, userId: string): Promise<OpenResult> {
  const opened = await slack.openDm(userId);
  return !opened.ok && opened.error === 'missing_scope' ? { ok: true, channelId: userId } : opened;
}

/** The dialog turns into the answer; on Home, which keeps what it shows, one opens with it. */
function showInView(
  slack: SlackPort,
  { view, triggerId }: RequestContext,
  { text, blocks }: Message,
): Promise<SendResult> {
  const shown = cardModal({ text, blocks });
  return view === null || view.isHome ? slack.openModal(triggerId ?? '', shown) : slack.updateModal(view.id, shown);
}

/** Files cannot be shown to one person alone: only a picture with an address of its own. */
async function pictureOf(deps: Pick<Deps, 'charts' | 'logger' | 'timeouts'>, card: IllustratedCard) {
  const chart = card.chart && (await optional(deps, card.chart()));
  return chart ? deps.charts.urlOf(chart) : null;
}

/** Between the app and one person: nobody else is there to keep an answer from. */
export const isDirectMessage = ({ channelId }: Pick<RequestContext, 'channelId'>): boolean =>
  channelId?.startsWith('D') === true;

/** In a dialog there is no channel that one press could share it in. */
export const audienceOf = ({ view }: RequestContext): CardContext['audience'] => ({
  kind: 'person',
  isShared: view !== null,
});

/** Pressed in an answer that this person alone sees, so the next one can take its place. */
export const isPrivateMessage = (context: RequestContext): boolean =>
  context.message?.isEphemeral === true || isDirectMessage(context);

/** The card with its picture, or without it when Slack refuses that, or its text alone when it refuses the blocks. */
export async function sendWithFallback<Sent extends SendResult>(
  way: (message: Message) => Promise<Sent>,
  card: Card,
  picture: Picture | null = null,
): Promise<Sent> {
  const { text, blocks } = card;
  for (const version of [...(picture ? [insertPicture(card, picture)] : []), { text, blocks }]) {
    const verdict = await way(version);
    if (!isLayoutError(verdict)) return verdict;
  }
  return way({ text });
}

/** Slack certainly did not take it, and may take something plainer. */
export const isLayoutError = (result: SendResult): boolean =>
  !result.ok && result.isConfirmed && LAYOUT_ERRORS.test(result.error);

/** The one end of every error: into the log with a reference, and to the person with the same one and the next step. */
export async function deliverError(deps: Deps, context: RequestContext, error: unknown): Promise<void> {
  const reference = deps.newReference();
  const query = queryOf(context.input);
  const failure = failureOf(error, query, deps.now());
  const message = isUserError(failure) ? 'A question was refused' : 'A question failed';
  logFailure(deps, 'error', { reference, failure, error, asked: query?.show }, message);
  await deliver(deps, context, () => errorCard(failure, { reference, question: query }));
}
