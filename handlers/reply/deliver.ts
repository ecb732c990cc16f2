import { insertPicture, type Picture } from '#blocks/charts/picture.ts';
import { errorCard, unconfirmedAnswerCard } from '#blocks/errors/error-card.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { CardContext } from '#blocks/kit/card-context.ts';
import type { Locale } from '#blocks/kit/format.ts';
import { cardModal } from '#blocks/kit/modal.ts';
import { failureOf, isUserError, logFailure } from '../errors.ts';
import type { Deps, Surface } from '../ports.ts';
import { queryOf, type RequestContext } from '../request-context.ts';
import type { Message, OpenResult, SendResult, SlackPort } from '../slack-port.ts';
import type { IllustratedCard } from './card-renderer.ts';
import { isLayoutError, type LadderDeps, sendRichest } from './ladder.ts';
import { optional } from './service-responses.ts';

/** A way to show a card, and where it then is. */
interface DeliveryChannel {
  surface: Surface;
  send: (message: Message) => Promise<SendResult>;
}

interface DeliveryOptions {
  /** Replaces the message whose button was pressed. */
  replaceOriginal?: boolean;
  /** Tries the thread before the response_url, which can show its answers outside the thread. */
  isThreadFirst?: boolean;
}

type DeliveryDeps = Pick<Deps, 'slack' | 'charts' | 'logger' | 'timeouts' | 'nativeBlocks'>;

/**
 * Shows a card to the person who asked, in their locale: where they asked, else as a direct message. A response_url dies after 30
 * minutes or five answers, a channel may be closed to the app, a dialog may be gone. Logs a card that can't be delivered.
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
  const channels = deliveryChannels(deps.slack, context, options);
  for (const [at, { send, surface }] of channels.entries()) {
    const result = await sendWithFallback({ ...deps, surface }, send, card, picture);
    if (result.ok) return true;
    if (!result.isConfirmed) {
      await reportUnconfirmed(deps, result.error, channels.slice(at + 1));
      return false;
    }
    deps.logger.warn({ slackError: result.error }, 'answer refused by Slack');
  }
  deps.logger.error('answer not delivered');
  return false;
}

/** An unconfirmed answer is not sent again. The person is told to look for it. */
async function reportUnconfirmed(
  { logger }: Pick<Deps, 'logger'>,
  slackError: string,
  otherChannels: readonly DeliveryChannel[],
): Promise<void> {
  logger.warn({ slackError }, 'answer unconfirmed by Slack');
  for (const { send } of otherChannels) {
    const { text, blocks } = unconfirmedAnswerCard();
    const result = await send({ text, blocks });
    if (result.ok || !result.isConfirmed) return;
  }
}

function deliveryChannels(
  slack: SlackPort,
  context: RequestContext,
  { replaceOriginal = false, isThreadFirst = false }: DeliveryOptions,
) {
  const { responseUrl, channelId, userId, threadTs } = context;
  const via = (surface: Surface, send: DeliveryChannel['send'] | null): DeliveryChannel | null =>
    send && { surface, send };
  const inView = via('dialog', context.view && ((message) => showInView(slack, context, message)));
  const respond = via(
    'private',
    responseUrl === null ? null : (message) => slack.respond(responseUrl, message, { replaceOriginal, threadTs }),
  );
  const alone = via(
    'private',
    channelId === null || userId === null
      ? null
      : (message) => slack.postEphemeral({ channelId, userId, threadTs }, message),
  );
  const direct = via('channel', userId === null ? null : (message) => postDm(slack, userId, message));
  // In a direct message, Slack may refuse a post and still take an ephemeral one.
  const [inChannel, last] = isDirectMessage(context)
    ? [via('channel', postInConversation(slack, context)), alone]
    : [alone, direct];
  const channels = isThreadFirst && threadTs !== null ? [inChannel, respond, last] : [inView, respond, inChannel, last];
  return channels.filter((send) => send !== null);
}

function postInConversation(slack: SlackPort, { channelId, threadTs }: RequestContext): DeliveryChannel['send'] | null {
  return channelId === null ? null : (message) => slack.postMessage({ channelId, threadTs }, message);
}

async function postDm(slack: SlackPort, userId: string, message: Message): Promise<SendResult> {
  const opened = await openDm(slack, userId);
  return opened.ok ? slack.postMessage(opened, message) : opened;
}

/** Without the im:write scope, Slack still takes a user id as the channel. */
export async function openDm(slack: SlackPort, userId: string): Promise<OpenResult> {
  const opened = await slack.openDm(userId);
  return !opened.ok && opened.error === 'missing_scope' ? { ok: true, channelId: userId } : opened;
}

/** Replaces the dialog with the answer. On Home, a dialog opens with it. */
function showInView(
  slack: SlackPort,
  { view, triggerId }: RequestContext,
  { text, blocks }: Message,
): Promise<SendResult> {
  const shown = cardModal({ text, blocks });
  return view === null || view.isHome ? slack.openModal(triggerId ?? '', shown) : slack.updateModal(view.id, shown);
}

/** Ephemeral messages can't show uploaded files, only pictures with a public address. */
async function pictureOf(deps: Pick<Deps, 'charts' | 'logger' | 'timeouts'>, card: IllustratedCard) {
  const chart = card.chart && (await optional(deps, card.chart()));
  return chart ? deps.charts.urlOf(chart) : null;
}

/** The conversation between the app and one person. */
export const isDirectMessage = ({ channelId }: Pick<RequestContext, 'channelId'>): boolean =>
  channelId?.startsWith('D') === true;

/** A dialog has no channel to share in with one press. */
export const audienceOf = ({ view }: RequestContext): CardContext['audience'] => ({
  kind: 'person',
  isShared: view !== null,
});

/** Only this person sees the message, so the next answer can replace it. */
export const isPrivateMessage = (context: RequestContext): boolean =>
  context.message?.isEphemeral === true || isDirectMessage(context);

/** Sends the card with its picture, else without it, as richly as the surface takes it, else as text alone. */
export async function sendWithFallback<Sent extends SendResult>(
  ladder: LadderDeps,
  send: (message: Message) => Promise<Sent>,
  card: Card,
  picture: Picture | null = null,
): Promise<Sent> {
  for (const version of [...(picture ? [insertPicture(card, picture)] : []), card]) {
    const result = await sendRichest(ladder, send, version);
    if (!isLayoutError(result)) return result;
  }
  return send({ text: card.text });
}

/** Logs an error and shows it to the person, with the same reference. */
export async function deliverError(deps: Deps, context: RequestContext, error: unknown): Promise<void> {
  const reference = deps.newReference();
  const query = queryOf(context.input);
  const failure = failureOf(error, query, deps.now());
  const message = isUserError(failure) ? 'request refused' : 'request failed';
  logFailure(deps, 'error', { reference, failure, error, query: query?.show }, message);
  await deliver(deps, context, () => errorCard(failure, { reference, query }));
}
