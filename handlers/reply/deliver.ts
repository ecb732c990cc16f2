import type { ModalView } from '@slack/types';
import { insertPicture, type Picture } from '#blocks/charts/picture.ts';
import { errorCard, unconfirmedAnswerCard } from '#blocks/errors/error-card.ts';
import { blocksWith, type Card, nativeKindsOf } from '#blocks/kit/card.ts';
import { cardModal, dialogTitle } from '#blocks/kit/modal.ts';
import type { NativeKind } from '#blocks/kit/native-blocks.ts';
import { failureOf, isUserError, logFailure } from '../errors.ts';
import type { Deps, Surface } from '../ports.ts';
import { isDirectMessage, queryOf, type RequestContext } from '../request-context.ts';
import { isPassing, type Message, type OpenResult, type SendResult, type SlackPort } from '../slack-port.ts';
import type { IllustratedCard } from './card-renderer.ts';
import { optional } from './service-responses.ts';

/** A way to send a card, and the surface it appears on. */
export interface DeliveryChannel<Sent extends SendResult = SendResult> {
  surface: Surface;
  send: (message: Message) => Promise<Sent>;
}

interface DeliveryOptions {
  /** Replaces the message whose button was pressed. */
  replaceOriginal?: boolean;
  /** Tries the thread before the response_url, which can show its answers outside the thread. */
  isThreadFirst?: boolean;
}

type DeliveryDeps = Pick<Deps, 'slack' | 'charts' | 'logger' | 'timeouts' | 'nativeBlocks' | 'noteDelivery'>;

/**
 * `told`: it may have arrived, and the person was told to look for it; `unconfirmed`: it may have arrived, and nobody could be told;
 * `passing`: it has not arrived, and trying again later may help.
 */
export type DeliveryOutcome = 'delivered' | 'told' | 'unconfirmed' | 'passing' | 'refused';

/**
 * Shows a card to the person who asked: where they asked, else as a direct message. A response_url dies after 30
 * minutes or five answers, a channel may be closed to the app, a dialog may be gone. Logs a card that can't be delivered.
 */
export async function deliver(
  deps: DeliveryDeps,
  context: RequestContext,
  card: IllustratedCard,
  options: DeliveryOptions = {},
): Promise<void> {
  await attemptDelivery(deps, context, card, options);
}

/** The same. Returns whether Slack confirmed the card. */
export async function deliverConfirmed(
  deps: DeliveryDeps,
  context: RequestContext,
  card: IllustratedCard,
  options: DeliveryOptions = {},
): Promise<boolean> {
  return (await attemptDelivery(deps, context, card, options)) === 'delivered';
}

/** The same. Returns what became of it, which is also noted: the person behind an answer that no way took is told later. */
export async function attemptDelivery(
  deps: DeliveryDeps,
  context: RequestContext,
  card: IllustratedCard,
  options: DeliveryOptions = {},
): Promise<DeliveryOutcome> {
  const picture = await pictureOf(deps, card);
  const outcome = await sendThrough(deps, deliveryChannels(deps.slack, context, options), card, picture);
  deps.noteDelivery(outcome !== 'passing' && outcome !== 'unconfirmed');
  return outcome;
}

async function sendThrough(
  deps: DeliveryDeps,
  channels: readonly DeliveryChannel[],
  card: Card,
  picture: Picture | null,
): Promise<DeliveryOutcome> {
  let isPassed = false;
  for (const [at, { send, surface }] of channels.entries()) {
    const result = await sendWithFallback(deps, { surface, send }, card, picture);
    if (result.ok) return 'delivered';
    if (!result.isConfirmed) return reportUnconfirmed(deps, result.error, channels.slice(at + 1));
    isPassed ||= isPassing(result);
    deps.logger.warn({ slackError: result.error }, 'answer refused by Slack');
  }
  deps.logger.error('answer not delivered');
  return isPassed ? 'passing' : 'refused';
}

/** An unconfirmed answer is not sent again. The person is told to look for it. */
async function reportUnconfirmed(
  { logger }: Pick<Deps, 'logger'>,
  slackError: string,
  otherChannels: readonly DeliveryChannel[],
): Promise<DeliveryOutcome> {
  logger.warn({ slackError }, 'answer unconfirmed by Slack');
  for (const { send } of otherChannels) {
    const { text, blocks } = unconfirmedAnswerCard();
    const result = await send({ text, blocks });
    if (result.ok) return 'told';
    if (!result.isConfirmed) break;
  }
  return 'unconfirmed';
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
  // In a direct message, Slack may refuse a post and still take an ephemeral one. One of two people takes neither from the app.
  const [inChannel, ...last] = isDirectMessage(context)
    ? [via('channel', postInConversation(slack, context)), alone, direct]
    : [alone, direct];
  const channels =
    isThreadFirst && threadTs !== null ? [inChannel, respond, ...last] : [inView, respond, inChannel, ...last];
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
  { view, triggerId, input, channelId }: RequestContext,
  { text, blocks }: Message,
): Promise<SendResult> {
  const shown = cardModal({ text, blocks }, dialogTitle(input.query), channelId);
  return view === null || view.isHome ? slack.openModal(triggerId ?? '', shown) : updateDialog(slack, view.id, shown);
}

/** Filling a dialog twice does no harm, and what is left of it otherwise is that it is loading. */
export async function updateDialog(slack: SlackPort, viewId: string, filled: ModalView): Promise<SendResult> {
  const result = await slack.updateModal(viewId, filled);
  return isPassing(result) ? slack.updateModal(viewId, filled) : result;
}

/** Ephemeral messages and dialogs can't show uploaded files, only pictures with a public address. */
export async function pictureOf(deps: Pick<Deps, 'charts' | 'logger' | 'timeouts'>, card: IllustratedCard) {
  const chart = card.chart && (await optional(deps, card.chart()));
  return chart ? deps.charts.urlOf(chart) : null;
}

/** Sends the card with its picture, or without it, in the richest form that the surface takes; as text alone if it takes none. */
export async function sendWithFallback<Sent extends SendResult>(
  deps: LadderDeps,
  channel: DeliveryChannel<Sent>,
  card: Card,
  picture: Picture | null = null,
): Promise<Sent> {
  for (const version of [...(picture ? [insertPicture(card, picture)] : []), card]) {
    const result = await sendRichest(deps, channel, version);
    if (!isLayoutError(result)) return result;
  }
  return channel.send({ text: card.text });
}

/** Logs an error and shows it to the person, with the same reference. */
export async function deliverError(deps: Deps, context: RequestContext, error: unknown): Promise<void> {
  const reference = deps.newReference();
  const query = queryOf(context.input);
  const failure = failureOf(error, query, deps.now());
  const message = isUserError(failure) ? 'request refused' : 'request failed';
  logFailure(deps, 'error', { reference, failure, error, query: query?.show }, message);
  await deliver(deps, context, errorCard(failure, { reference, query }));
}

/** Slack refused the layout of a message. A plainer version may still pass. */
const LAYOUT_ERRORS =
  /^(internal_error|invalid_slack_file|invalid_blocks|invalid_blocks_format|invalid_attachments|invalid_arguments|view_too_large|msg_blocks_too_long|msg_too_long|http_400|http_500)$/;

/** True when Slack may accept a plainer version. */
export const isLayoutError = (result: SendResult): boolean =>
  !result.ok && result.isConfirmed && LAYOUT_ERRORS.test(result.error);

type LadderDeps = Pick<Deps, 'logger' | 'timeouts' | 'nativeBlocks'>;

/** What Slack's documentation does not rule out. Private answers are not mentioned, so they are tried. */
const KINDS_OF: Record<Surface, ReadonlySet<NativeKind>> = {
  channel: new Set(['chart', 'table', 'container', 'feedback']),
  private: new Set(['chart', 'table', 'container', 'feedback']),
  dialog: new Set(['chart']),
  stream: new Set(['chart', 'table', 'container', 'feedback']),
};

/** Slack takes these from few surfaces. */
const DATA_KINDS: ReadonlySet<NativeKind> = new Set(['chart', 'table']);

const KIND_OF_TYPE: Readonly<Record<string, NativeKind>> = {
  data_visualization: 'chart',
  data_table: 'table',
  table: 'table',
  container: 'container',
  context_actions: 'feedback',
};

/**
 * Sends a card with as many of Slack's newer blocks as the surface takes: all, then without charts and tables, then none. What had
 * to be left out is remembered for a day, so the next card starts one rung lower. Without text alone as the last rung.
 */
export async function sendRichest<Sent extends SendResult>(
  deps: LadderDeps,
  { surface, send }: DeliveryChannel<Sent>,
  card: Card,
): Promise<Sent> {
  const { nativeBlocks, logger } = deps;
  const used = nativeKindsOf(card).filter((kind) => KINDS_OF[surface].has(kind));
  if (used.length === 0) return send({ text: card.text, blocks: card.blocks });
  const refused = await optional(deps, nativeBlocks.refused(surface));
  const wanted = used.filter((kind) => !refused?.has(kind));
  for (let kinds = wanted; ; ) {
    const result = await send({ text: card.text, blocks: blocksWith(card, new Set(kinds)) });
    if (!isLayoutError(result) || kinds.length === 0) {
      const dropped = wanted.filter((kind) => !kinds.includes(kind));
      if (result.ok && dropped.length > 0) {
        logger.info({ surface, dropped }, 'newer blocks refused by Slack');
        // Slack has the message, whether or not that is remembered.
        await optional(deps, nativeBlocks.refuse(surface, dropped));
      }
      return result;
    }
    if (isFileError(result)) return result;
    kinds = lowerRung(kinds, result);
  }
}

/** Without the kind of block that Slack named; if it named none, without charts and tables, then without any newer block. */
function lowerRung(kinds: readonly NativeKind[], result: SendResult): NativeKind[] {
  const named = result.ok ? undefined : KIND_OF_TYPE[result.refusedBlock ?? ''];
  const without = kinds.filter((kind) => (named === undefined ? !DATA_KINDS.has(kind) : kind !== named));
  return without.length < kinds.length ? without : [];
}

export const isFileError = (result: SendResult): boolean => !result.ok && result.error === 'invalid_slack_file';
