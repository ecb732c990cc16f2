import { decodeJson } from '@pain-signals/contract';
import { queryForSignals } from '@pain-signals/domain';
import { COMPARE_INPUT, CompareOrigin, compareDialog } from '#blocks/compare/compare-dialog.ts';
import { parseSignalName } from '../commands/signal-names.ts';
import { ActionRejectedError } from '../errors.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { answerSubmit, openDialog, parseInputs } from '../reply/dialogs.ts';
import type { RequestContext, SubmitArgs } from '../request-context.ts';
import { resolveSignals } from '../signals/find-signal.ts';
import { showComparison } from './show-comparison.ts';

/** "Compare…" on a signal asks for a second one. The answer goes where the dialog was opened. */
export async function openCompareDialog(deps: Deps, context: RequestContext): Promise<void> {
  const { channelId, view } = context;
  await openDialog(deps, context, async ({ client }, { input, responseUrl }) => {
    if (input.query?.show !== 'signal') throw new ActionRejectedError('old-button');
    const { data } = await client.signal(input.query.id);
    const origin = { id: data.id, responseUrl, channelId: view === null ? channelId : null };
    return () => compareDialog(origin, data.topic);
  });
}

export async function submitCompareDialog(
  deps: Deps,
  context: RequestContext,
  { ack, view }: SubmitArgs,
): Promise<void> {
  const name = parseInputs(view).choice(COMPARE_INPUT) ?? '';
  if (name === '') return ack({ response_action: 'errors', errors: { [COMPARE_INPUT]: 'Choose a signal.' } });
  const origin = decodeJson(CompareOrigin, view.private_metadata);
  await answerSubmit(deps, context, { ack, title: 'Compare', origin }, async (replyTo) => {
    if (origin === null) throw new ActionRejectedError('old-button');
    return compareSignals(deps, origin.id, name, replyTo);
  });
}

async function compareSignals(deps: Deps, id: string, name: string, context: RequestContext): Promise<CardRenderer> {
  const query = queryForSignals('compare', [{ by: 'id', id }, parseSignalName(name)]);
  const found = query.show === 'find' ? await resolveSignals(deps, query, context) : { query };
  if ('draw' in found) return found.draw;
  if (found.query.show !== 'compare') throw new ActionRejectedError('old-button');
  return showComparison(deps, found.query);
}
