import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Locale } from '#blocks/kit/format.ts';
import { dialogNotOpenedCard, loadingModal } from '#blocks/kit/modal.ts';
import { ActionRejectedError } from '../errors.ts';
import type { Deps } from '../ports.ts';
import { type ButtonArgs, parseRequestContext, type RequestContext, type SubmitArgs } from '../request-context.ts';
import { localeOf } from './card-renderer.ts';
import { deliver, deliverError } from './deliver.ts';

/**
 * Opens a dialog, within the three seconds that Slack waits, and does some work that fills it; whatever goes wrong is said there.
 * In a dialog the new one comes on top.
 */
export async function runInDialog(
  deps: Deps,
  body: unknown,
  work: (place: RequestContext) => Promise<void>,
): Promise<void> {
  const context = parseRequestContext(body);
  const open = context.view?.isHome === false ? deps.slack.pushModal : deps.slack.openModal;
  const opened = await open(context.triggerId ?? '', loadingModal());
  if (!opened.ok) {
    deps.logger.warn({ slackError: opened.error }, 'A dialog could not be opened');
    return deliver(deps, context, () => dialogNotOpenedCard());
  }
  const dialog = { ...context, view: { id: opened.viewId, isHome: false } };
  try {
    await work(dialog);
  } catch (error) {
    await deliverError(deps, error, body, dialog);
  }
}

/** What a dialog shows to this person. */
export type DrawDialog = (deps: Deps, place: RequestContext) => Promise<(locale: Locale) => ModalView>;

export const openDialog = (deps: Deps, body: unknown, draw: DrawDialog): Promise<void> =>
  runInDialog(deps, body, async (context) => {
    if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
    await fillDialog(deps, context, await draw(deps, context));
  });

/** A button that opens a dialog. */
export const dialogButton =
  (draw: DrawDialog) =>
  (deps: Deps) =>
  async ({ ack, body }: ButtonArgs): Promise<void> => {
    await ack();
    await openDialog(deps, body, draw);
  };

/** Drawn with the numbers of whoever has it open. */
export async function fillDialog(
  deps: Deps,
  context: RequestContext,
  draw: (locale: Locale) => ModalView,
): Promise<void> {
  const filled = draw(await localeOf(deps, context));
  const result = await deps.slack.updateModal(context.view?.id ?? '', filled);
  if (!result.ok) deps.logger.warn({ slackError: result.error }, 'A dialog could not be filled');
}

const InputState = z.object({
  value: z.string().nullish().catch(null),
  selected_option: z.object({ value: z.string() }).nullish().catch(null),
  selected_users: z.array(z.string().max(100)).nullish().catch(null),
  selected_conversation: z.string().max(100).nullish().catch(null),
});
const Values = z.record(z.string(), z.record(z.string(), InputState));

/** What stands in the inputs of a dialog, by their names. */
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

/** Does what a press asks for, where it was pressed. Home has no place for an answer, so a dialog opens for it. */
export function replyInContext(
  deps: Deps,
  body: unknown,
  work: (place: RequestContext) => Promise<void>,
): Promise<void> {
  const context = parseRequestContext(body);
  return context.view?.isHome ? runInDialog(deps, body, work) : work(context);
}
