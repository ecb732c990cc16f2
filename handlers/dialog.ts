import type { SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { waitingDialog } from '#blocks/card-dialog.ts';
import { dialogNotOpenedCard } from '#blocks/share-cards.ts';
import { deliver } from './deliver.ts';
import type { Deps, Place } from './deps.ts';
import { placeOf } from './place.ts';
import { numbersOf } from './reader.ts';
import { RefusedPress } from './refused-press.ts';
import type { PressArgs } from './show-button.ts';
import { tellError } from './tell-error.ts';

export type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

/**
 * Opens a dialog, within the three seconds that Slack waits, and does some work that fills it; whatever goes wrong is said there.
 * In a dialog the new one comes on top.
 */
export async function inDialog(deps: Deps, body: unknown, work: (place: Place) => Promise<void>): Promise<void> {
  const place = placeOf(body);
  const open = place.view?.isHome === false ? deps.slack.pushModal : deps.slack.openModal;
  const opened = await open(place.triggerId ?? '', waitingDialog());
  if (!opened.ok) {
    deps.logger.warn({ slackError: opened.error }, 'A dialog could not be opened');
    return deliver(deps, place, () => dialogNotOpenedCard());
  }
  const dialog = { ...place, view: { id: opened.viewId, isHome: false } };
  try {
    await work(dialog);
  } catch (error) {
    await tellError(deps, error, body, dialog);
  }
}

/** What a dialog shows to this person. */
export type DrawDialog = (deps: Deps, place: Place) => Promise<() => ModalView>;

export const openDialog = (deps: Deps, body: unknown, draw: DrawDialog): Promise<void> =>
  inDialog(deps, body, async (place) => {
    if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
    await fillDialog(deps, place, await draw(deps, place));
  });

/** A button that opens a dialog. */
export const dialogButton =
  (draw: DrawDialog) =>
  (deps: Deps) =>
  async ({ ack, body }: PressArgs): Promise<void> => {
    await ack();
    await openDialog(deps, body, draw);
  };

/** Drawn with the numbers of whoever has it open. */
export async function fillDialog(deps: Deps, place: Place, draw: () => ModalView): Promise<void> {
  const filled = (await numbersOf(deps, place))(draw);
  const verdict = await deps.slack.updateModal(place.view?.id ?? '', filled);
  if (!verdict.ok) deps.logger.warn({ slackError: verdict.error }, 'A dialog could not be filled');
}

const Given = z.object({
  value: z.string().nullish().catch(null),
  selected_option: z.object({ value: z.string() }).nullish().catch(null),
  selected_users: z.array(z.string().max(100)).nullish().catch(null),
  selected_conversation: z.string().max(100).nullish().catch(null),
});
const Values = z.record(z.string(), z.record(z.string(), Given));

/** What stands in the inputs of a dialog, by their names. */
export function inputsOf({ state }: SubmitArgs['view']) {
  const values = Values.safeParse(state.values).data ?? {};
  const given = (name: string) => values[name]?.[name];
  return {
    text: (name: string): string => given(name)?.value?.trim() ?? '',
    choice: (name: string): string | null => given(name)?.selected_option?.value ?? null,
    people: (name: string): string[] => given(name)?.selected_users ?? [],
    conversation: (name: string): string | null => given(name)?.selected_conversation ?? null,
  };
}
