import type { Question } from '#blocks/question.ts';
import { drawConnectDialog } from './connect.ts';
import { audienceAt, deliver } from './deliver.ts';
import type { Deps, Place } from './deps.ts';
import { type DrawDialog, inDialog, openDialog } from './dialog.ts';
import { findNamed } from './find.ts';
import { RefusedPress } from './refused-press.ts';
import { drawSearchDialog } from './search-dialog.ts';
import { drawSettingsDialog } from './settings.ts';
import { fillShareDialog } from './share-dialog.ts';

const DRAW: Record<Extract<Question, { show: 'dialog' }>['dialog'], DrawDialog> = {
  connect: drawConnectDialog,
  settings: drawSettingsDialog,
  search: drawSearchDialog,
};

/** Commands that open a dialog; false for all others, which are answered by a card. */
export async function openByCommand(deps: Deps, question: Question, body: unknown): Promise<boolean> {
  if (question.show === 'dialog') {
    await openDialog(deps, body, DRAW[question.dialog]);
    return true;
  }
  const isShare = question.show === 'share' || (question.show === 'find' && question.want === 'share');
  if (isShare) await inDialog(deps, body, (place) => share(deps, question, place));
  return isShare;
}

async function share(deps: Deps, question: Question, place: Place): Promise<void> {
  if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
  const found = question.show === 'find' ? await findNamed(deps, question, place) : { question };
  if ('draw' in found) return deliver(deps, place, () => found.draw(audienceAt(place)));
  if (found.question.show !== 'share') throw new RefusedPress('old-button');
  const subject = { show: 'signal' as const, id: found.question.id };
  await fillShareDialog(deps, place, { subject, attempt: 1 });
}
