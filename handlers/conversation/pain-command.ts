import type { Query } from '@pain-signals/domain';
import type { SlackCommandMiddlewareArgs } from '@slack/bolt';
import { usageCard } from '#blocks/help/usage-card.ts';
import { answerQuery, answerText } from '../actions/answer-query.ts';
import { parseCommandOrText } from '../commands/natural-language/command-or-text.ts';
import { ActionRejectedError } from '../errors.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { audienceOf, deliver } from '../reply/deliver.ts';
import { type DrawDialog, openDialog, runInDialog } from '../reply/dialogs.ts';
import { parseRequestContext, type RequestContext, type Requester } from '../request-context.ts';
import { drawConnectDialog } from '../settings/connect-dialog.ts';
import { drawSettingsDialog } from '../settings/settings-dialog.ts';
import { fillShareDialog } from '../sharing/share-dialog.ts';
import { resolveSignals } from '../signals/find-signal.ts';
import { withDefaultArea } from '../signals/search.ts';
import { drawSearchDialog } from '../signals/search-dialog.ts';

/** `/pain …`. Acknowledged before any work, so that a slow answer never shows as Slack's own timeout. */
export const painCommand =
  (deps: Deps) =>
  async ({ ack, command }: SlackCommandMiddlewareArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(command);
    const parsed = parseCommandOrText(command.text ?? '');
    if ('question' in parsed && (await openCommandDialog(deps, parsed.question, command))) return;
    // No command is of use to them, so each is told the same.
    if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
    if ('problem' in parsed) return deliver(deps, context, (locale) => usageCard(parsed.problem, locale));
    const renderer =
      'words' in parsed
        ? await answerText(deps, parsed.words, context)
        : await answerCommand(deps, parsed.question, context);
    await deliver(deps, context, (locale) => renderer(locale, { kind: 'person' }));
  };

/** What is asked in own words may mean a command. */
const answerCommand = async (deps: Deps, query: Query, requester: Requester): Promise<CardRenderer> =>
  query.show === 'ask'
    ? answerText(deps, query.question, requester, { isAsk: true })
    : answerQuery(deps, await withDefaultArea(deps, query), requester);

const COMMAND_DIALOGS: Record<Extract<Query, { show: 'dialog' }>['dialog'], DrawDialog> = {
  connect: drawConnectDialog,
  settings: drawSettingsDialog,
  search: drawSearchDialog,
};

/** Commands that open a dialog; false for all others, which are answered by a card. */
async function openCommandDialog(deps: Deps, query: Query, body: unknown): Promise<boolean> {
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
  if ('draw' in found) return deliver(deps, context, (locale) => found.draw(locale, audienceOf(context)));
  if (found.question.show !== 'share') throw new ActionRejectedError('old-button');
  const subject = { show: 'signal' as const, id: found.question.id };
  await fillShareDialog(deps, context, { subject, attempt: 1 });
}
