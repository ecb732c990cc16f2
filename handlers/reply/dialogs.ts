import { withTimeout } from '@pain-signals/contract';
import type { Query } from '@pain-signals/domain';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { errorMessage } from '#blocks/errors/error-messages.ts';
import type { Card, SlackBlock } from '#blocks/kit/card.ts';
import { dialogNotFilledCard, dialogNotOpenedCard, dialogTitle, loadingModal, modalAsCard } from '#blocks/kit/modal.ts';
import { audienceOf } from '../audience.ts';
import { failureOf, logFailure } from '../errors.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { RequestContext, SubmitArgs } from '../request-context.ts';
import type { Message } from '../slack-port.ts';
import type { CardRenderer, IllustratedCard } from './card-renderer.ts';
import {
  deliver,
  deliverConfirmed,
  deliverError,
  isLayoutError,
  pictureOf,
  sendWithFallback,
  updateDialog,
} from './deliver.ts';

/**
 * Opens a loading dialog within Slack's three seconds, then runs work that fills it. Errors are shown in the dialog. From within a
 * dialog, the new one opens on top.
 */
export async function runInDialog(
  deps: Deps,
  context: RequestContext,
  work: (dialog: RequestContext) => Promise<void>,
  loading: ModalView = loadingModal(dialogTitle(context.input.query)),
): Promise<void> {
  const open = context.view?.isHome === false ? deps.slack.pushModal : deps.slack.openModal;
  const opened = await open(context.triggerId ?? '', loading);
  if (!opened.ok) {
    deps.logger.warn({ slackError: opened.error }, 'dialog not opened');
    return deliver(deps, context, dialogNotOpenedCard(opened));
  }
  const dialog = { ...context, view: { id: opened.viewId, isHome: false } };
  try {
    await work(dialog);
  } catch (error) {
    await deliverError(deps, dialog, error);
  }
}

/** A dialog with what it shows to this person. */
export type DrawDialog = (deps: Deps, context: RequestContext) => Promise<ModalView>;

export const openDialog = (deps: Deps, context: RequestContext, draw: DrawDialog): Promise<void> =>
  runInDialog(deps, context, async (dialog) => {
    await refuseOutsiders(deps, dialog);
    await fillDialog(deps, dialog, await draw(deps, dialog));
  });

/** A button that opens a dialog. */
export const dialogButton =
  (draw: DrawDialog) =>
  async (deps: Deps, context: RequestContext): Promise<void> => {
    await openDialog(deps, context, draw);
  };

interface FillOptions {
  /** The card in it, shown first with its picture, or as many of Slack's newer blocks as a dialog takes. */
  richer?: { card: IllustratedCard; show: (blocks: readonly SlackBlock[]) => ModalView } | null;
  /** In case Slack refuses the layout. */
  plainer?: ModalView | undefined;
  /** What to tell where the dialog can't; by default what it would show, unless that is a form. */
  instead?: Card | null;
}

/**
 * Without it a dialog says for good that it is loading or saving, so a failure is told privately, also an outcome whose dialog
 * the person closed. Returns whether they saw it. Throws when Slack refuses the layout of a form.
 */
export async function fillDialog(
  deps: Deps,
  context: RequestContext,
  filled: ModalView,
  { richer = null, plainer, instead = modalAsCard(filled) }: FillOptions = {},
): Promise<boolean> {
  const fill = (view: ModalView) => updateDialog(deps.slack, context.view?.id ?? '', view);
  const fillRichest = async ({ card, show }: NonNullable<FillOptions['richer']>) => {
    const send = ({ blocks }: Message) => fill(blocks === undefined ? (plainer ?? filled) : show(blocks));
    return sendWithFallback(deps, { surface: 'dialog', send }, card, await pictureOf(deps, card));
  };
  let result = await (richer === null ? fill(filled) : fillRichest(richer));
  if (plainer && isLayoutError(result)) result = await fill(plainer);
  if (result.ok) return true;
  deps.logger.warn({ slackError: result.error }, 'dialog not filled');
  if (instead === null && isLayoutError(result)) throw new Error('Slack refused the layout of a dialog');
  const isClosed = result.error === 'not_found';
  if (instead === null && isClosed) return false;
  return deliverConfirmed(deps, { ...context, view: null }, instead ?? dialogNotFilledCard());
}

/** Logs an error and returns its message with a reference, for a dialog that shows text. */
export function reportFailure(deps: Deps, error: unknown, query: Query | null, message: string): string {
  const reference = deps.newReference();
  const failure = failureOf(error, query, deps.now());
  logFailure(deps, 'error', { reference, failure, error }, message);
  const { title, reason, nextStep } = errorMessage(failure);
  return `*${title}*\n${reason}\n${nextStep}\nReference \`${reference}\``;
}

/** Where a dialog was opened. From Home there is no channel. */
type DialogOrigin = Pick<RequestContext, 'channelId' | 'responseUrl'>;

/** Answers a submitted dialog in the channel it was opened in, or in the dialog if it wasn't opened in one. Never throws. */
export async function answerSubmit(
  deps: Deps,
  context: RequestContext,
  { ack, title, origin }: { ack: SubmitArgs['ack']; title: string; origin: DialogOrigin | null },
  answer: (context: RequestContext) => Promise<CardRenderer>,
): Promise<void> {
  const channelId = origin?.channelId ?? null;
  await (channelId === null ? ack({ response_action: 'update', view: loadingModal(title) }) : ack());
  const responseUrl = origin?.responseUrl ?? null;
  const replyTo = channelId === null ? context : { ...context, channelId, responseUrl, view: null };
  try {
    await refuseOutsiders(deps, replyTo);
    const draw = await withTimeout(deps.timeouts.answerMs, answer(replyTo));
    await deliver(deps, replyTo, draw(await audienceOf(deps, replyTo)));
  } catch (error) {
    await deliverError(deps, replyTo, error);
  }
}

const InputState = z.object({
  value: z.string().nullish().catch(null),
  selected_option: z.object({ value: z.string() }).nullish().catch(null),
  selected_users: z.array(z.string().max(100)).nullish().catch(null),
  selected_conversation: z.string().max(100).nullish().catch(null),
});
const Values = z.record(z.string(), z.record(z.string(), InputState));

export function parseInputs({ state }: SubmitArgs['view']) {
  const values = Values.safeParse(state.values).data ?? {};
  const given = (name: string) => values[name]?.[name];
  return {
    text: (name: string): string => given(name)?.value?.trim() ?? '',
    choice: (name: string): string | null => given(name)?.selected_option?.value ?? null,
    people: (name: string): string[] => given(name)?.selected_users ?? [],
    conversation: (name: string): string | null => given(name)?.selected_conversation ?? null,
  };
}

/** Runs work where the button was pressed. Home can't show an answer, so a dialog opens for it. */
export function replyInContext(
  deps: Deps,
  context: RequestContext,
  work: (context: RequestContext) => Promise<void>,
): Promise<void> {
  return context.view?.isHome ? runInDialog(deps, context, work) : work(context);
}
