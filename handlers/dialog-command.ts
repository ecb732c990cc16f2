import type { Query } from '#blocks/question.ts';
import { drawConnectDialog } from './connect.ts';
import { audienceOf, deliver } from './deliver.ts';
import type { Deps, RequestContext } from './deps.ts';
import { type DrawDialog, openDialog, runInDialog } from './dialog.ts';
import { resolveSignals } from './find.ts';
import { ActionRejectedError } from './refused-press.ts';
import { drawSearchDialog } from './search-dialog.ts';
import { drawSettingsDialog } from './settings.ts';
import { fillShareDialog } from './share-dialog.ts';

const COMMAND_DIALOGS: Record<Extract<Query, { show: 'dialog' }>['dialog'], DrawDialog> = {
  connect: drawConnectDialog,
  settings: drawSettingsDialog,
  search: drawSearchDialog,
};

/** Commands that open a dialog; false for all others, which are answered by a card. */
export async function openCommandDialog(deps: Deps, query: Query, body: unknown): Promise<boolean> {
  if (query.show === 'dialog') {
    await openDialog(deps, body, COMMAND_DIALOGS[query.dialog]);
    return true;
  }
  const isShare = query.show === 'share' || (query.show === 'find' && query.want === 'share');
  if (isShare) await runInDialog(deps, body, (context) => openShareDialogFor(deps, query, context));
  return isShare;
}

async function openShareDialogFor(deps: Deps, query: Query, context: RequestContext): Promise<void> {
  if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
  const found = query.show === 'find' ? await resolveSignals(deps, query, context) : { question: query };
  if ('draw' in found) return deliver(deps, context, () => found.draw(audienceOf(context)));
  if (found.question.show !== 'share') throw new ActionRejectedError('old-button');
  const subject = { show: 'signal' as const, id: found.question.id };
  await fillShareDialog(deps, context, { subject, attempt: 1 });
}
