import { type FindQuery, isAboutSeveral, needsData, type Query, sharedSubject } from '@pain-signals/domain';
import { usageCard } from '#blocks/help/usage-card.ts';
import { preparingCard } from '#blocks/signals/reference-cards.ts';
import { answerQuery, answerText, resolveCommand } from '../actions/answer-query.ts';
import { audienceOf } from '../audience.ts';
import { drawCompareDialog } from '../compare/compare-dialog.ts';
import { ActionRejectedError } from '../errors.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { deliver } from '../reply/deliver.ts';
import { type DrawDialog, fillDialog, openDialog, runInDialog } from '../reply/dialogs.ts';
import { untilPrepared } from '../reply/service-responses.ts';
import type { RequestContext } from '../request-context.ts';
import { drawConnectDialog } from '../settings/connect-dialog.ts';
import { drawSettingsDialog } from '../settings/settings-dialog.ts';
import { shareHere } from '../sharing/share-buttons.ts';
import { fillShareDialog } from '../sharing/share-dialog.ts';
import { withDefaultArea } from '../signals/search.ts';
import { drawSearchDialog } from '../signals/search-dialog.ts';

/** `/pain …`. */
export async function painCommand(deps: Deps, context: RequestContext): Promise<void> {
  const { query, problem, text = null } = context.input;
  const dialog = query ?? (text?.isUnderstood && namesPlace(text.query) ? text.query : undefined);
  if (dialog !== undefined && (await openCommandDialog(deps, context, dialog))) return;
  await refuseOutsiders(deps, context);
  if (problem !== undefined) return deliver(deps, context, usageCard(problem));
  if (needsData(query ?? text?.query)) {
    await untilPrepared(deps, (isSample) => deliver(deps, context, preparingCard(isSample)));
  }
  const draw = query === undefined ? await answerText(deps, text, context) : await answerCommand(deps, query, context);
  await deliver(deps, context, draw({ kind: 'person' }));
}

/** "Please share 1 in #product", "please share 1 here" */
const namesPlace = (query: Query): boolean =>
  query.show === 'find' && (query.share?.channel !== undefined || query.share?.here === true);

const answerCommand = async (deps: Deps, query: Query, context: RequestContext): Promise<CardRenderer> =>
  answerQuery(deps, query.show === 'search' ? await withDefaultArea(deps, query) : query, context);

const COMMAND_DIALOGS: Record<Extract<Query, { show: 'dialog' }>['dialog'], DrawDialog> = {
  connect: drawConnectDialog,
  settings: drawSettingsDialog,
  search: drawSearchDialog,
};

/** Returns false for commands that don't open a dialog. */
async function openCommandDialog(deps: Deps, context: RequestContext, query: Query): Promise<boolean> {
  if (query.show === 'dialog') {
    await openDialog(deps, context, COMMAND_DIALOGS[query.dialog]);
    return true;
  }
  const isShare = query.show === 'share' || (query.show === 'find' && query.want === 'share' && !isAboutSeveral(query));
  const isHere = isShare && (query.show === 'share' ? query.here : query.share?.here) === true;
  // `/pain share brief 3 here` posts it in the channel without a dialog.
  if (isHere) await shareNamed(deps, context, query, shareHere);
  else if (isShare) await runInDialog(deps, context, (dialog) => shareNamed(deps, dialog, query, fillShareDialog));
  const isHalf = query.show === 'find' && query.want === 'compare' && query.names.length === 1;
  if (isHalf) await runInDialog(deps, context, (dialog) => openCompareDialogFor(deps, query, dialog));
  return isShare || isHalf;
}

/** `/pain compare 1` asks for the other signal. */
async function openCompareDialogFor(deps: Deps, query: FindQuery, context: RequestContext): Promise<void> {
  await refuseOutsiders(deps, context);
  const found = await resolveCommand(deps, query, context);
  if ('draw' in found) return deliver(deps, context, found.draw(await audienceOf(deps, context)));
  const [name] = found.query.show === 'find' ? found.query.names : [];
  if (name?.by !== 'id') throw new ActionRejectedError('old-button');
  await fillDialog(deps, context, await drawCompareDialog(deps, context, name.id));
}

/** @param share what is done with the signal that the query names */
async function shareNamed(
  deps: Deps,
  context: RequestContext,
  query: Query,
  share: typeof fillShareDialog,
): Promise<void> {
  await refuseOutsiders(deps, context);
  const found = query.show === 'find' ? await resolveCommand(deps, query, context) : { query };
  if ('draw' in found) return deliver(deps, context, found.draw(await audienceOf(deps, context)));
  if (found.query.show !== 'share') throw new ActionRejectedError('old-button');
  await share(deps, context, { subject: sharedSubject(found.query), attempt: 1 }, found.query.channel);
}
