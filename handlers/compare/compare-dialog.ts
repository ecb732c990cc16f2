import { DASHBOARD_LIMIT, decodeJson, type PainSignalListItem, withTimeout } from '@pain-signals/contract';
import { MAX_WORDS_LENGTH, queryForSignals } from '@pain-signals/domain';
import type { ModalView, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import {
  COMPARE_INPUT,
  CompareOrigin,
  compareDialog,
  compareWithCard,
  signalOptions,
} from '#blocks/compare/compare-dialog.ts';
import { parseSignalName } from '../commands/signal-names.ts';
import { ActionRejectedError } from '../errors.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { answerSubmit, openDialog, parseInputs } from '../reply/dialogs.ts';
import { optional } from '../reply/service-responses.ts';
import type { RequestContext, SubmitArgs } from '../request-context.ts';
import { resolveSignals } from '../signals/find-signal.ts';
import { showComparison } from './show-comparison.ts';

/** "Compare…" on a signal asks for a second one. The answer goes where the dialog was opened. */
export async function openCompareDialog(deps: Deps, context: RequestContext): Promise<void> {
  const { channelId, view, input } = context;
  if (input.query?.show !== 'signal') throw new ActionRejectedError('old-button');
  const { id } = input.query;
  const from = { channelId: view === null ? channelId : null };
  await openDialog(deps, context, (_deps, dialog) => drawCompareDialog(deps, { ...dialog, ...from }, id));
}

/** Asks for the signal to compare this one with. */
export async function drawCompareDialog(
  { client }: Deps,
  { responseUrl, channelId }: Pick<RequestContext, 'responseUrl' | 'channelId'>,
  id: string,
): Promise<ModalView> {
  const { data } = await client.signal(id);
  return compareDialog({ id: data.id, responseUrl, channelId }, data.topic);
}

/** Where Slack opens no dialog, as after a message: the signal, with a button that asks for the other one. */
export async function askForOther({ client }: Deps, id: string): Promise<CardRenderer> {
  const { data } = await client.signal(id);
  return () => compareWithCard(data);
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

/** Slack waits three seconds for options. */
const WITHIN_MS = 2_500;
const MAX_FOUND = 20;

const Typed = z.object({
  value: z.string().catch(''),
  view: z.object({ private_metadata: z.string() }).optional().catch(undefined),
});

/** The options of a search menu for the typed text; without text the top signals. Empty when the service is slow or down; throws for outsiders. */
export async function suggestSignals(deps: Deps, context: RequestContext, body: unknown): Promise<PlainTextOption[]> {
  await refuseOutsiders(deps, context);
  const { value, view } = Typed.parse(body);
  const words = value.trim().slice(0, MAX_WORDS_LENGTH);
  const found = await optional(deps, withTimeout(WITHIN_MS, findSignals(deps, words)));
  const origin = decodeJson(CompareOrigin, view?.private_metadata ?? '');
  return signalOptions((found ?? []).filter(({ id }) => id !== origin?.id));
}

async function findSignals({ client }: Deps, words: string): Promise<readonly PainSignalListItem[]> {
  if (words === '') return (await client.top({ metric: 'score', limit: DASHBOARD_LIMIT.max })).data;
  const parameters = { query: words, sortBy: 'score', direction: 'desc', page: 0, size: MAX_FOUND } as const;
  // By name alone: Slack asks at each pause in typing, and fair use allows few searches of posts.
  return (await client.signals(parameters)).data.items;
}
