import { z } from 'zod';
import { listOf, menuOption } from '../limits/composition-objects.ts';
import { viewPayload } from '../web-api/payloads.ts';
import { findPerson } from '../workspace/directory.ts';
import type { Search, Suggestion } from '../workspace/workspace.ts';
import { type PreviewContext, sendInteraction } from './send.ts';

const option = menuOption.required({ value: true });
const Options = z.union([
  z.object({ options: z.array(option).max(100) }),
  z.object({ option_groups: listOf(z.object({ options: z.array(option).max(100) }), 100) }),
]);

/**
 * Asks the app for the options of a search menu. Empty when it does not answer in time, or with something Slack does not take.
 * https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload
 */
export async function sendBlockSuggestion(search: Search, { state, send }: PreviewContext): Promise<Suggestion[]> {
  const view = state.views.find(search.viewId);
  const person = findPerson(view?.userId ?? '');
  if (view === undefined || person === undefined) return [];
  const { blockId, actionId, value } = search;
  const { body } = await sendInteraction(send, person, {
    type: 'block_suggestion',
    action_id: actionId,
    block_id: blockId,
    value,
    container: { type: 'view', view_id: view.id },
    view: viewPayload(view),
  });
  const answer = Options.safeParse(parseJson(body)).data;
  if (answer === undefined) return [];
  const options = 'options' in answer ? answer.options : answer.option_groups.flatMap((group) => group.options);
  return options.map((each) => ({ value: each.value, text: each.text.text }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
