import type { Query, ShareRequest } from '@pain-signals/domain';
import { z } from 'zod';
import { decodeChartChoice } from '#blocks/charts/chart-controls.ts';
import type { CommandProblem } from '#blocks/help/usage-card.ts';
import { decodeCorrection, decodeQuery, decodeShareRequest, type QueryCorrection } from '#blocks/kit/button-values.ts';
import { decodeListChoice } from '#blocks/signals/list-controls.ts';
import { parseCommandOrText } from './commands/natural-language/command-or-text.ts';
import { type ParsedText, parseNaturalLanguage } from './commands/natural-language/parse-natural-language.ts';

/** What was typed, said, pressed or chosen, parsed. Empty for requests that hold none of these. */
export interface RequestInput {
  query?: Query;
  /** Set with `query` when it was chosen in a menu. */
  isMenuChoice?: true;
  /** A command with an error in it. */
  problem?: CommandProblem;
  /** Natural language; null when there is too little of it to search for. */
  text?: ParsedText | null;
  share?: ShareRequest;
  correction?: QueryCorrection;
  /** A link that the browser opens: nothing is to be answered. */
  isLink?: true;
}

const InputBody = z.object({
  /** Behind a slash command. */
  text: z.string().optional().catch(undefined),
  event: z.object({ text: z.string() }).optional().catch(undefined),
  actions: z.array(z.unknown()).optional().catch(undefined),
});
const ButtonPress = z.object({ value: z.string() });
const MenuChoice = z.object({ block_id: z.string(), selected_option: z.object({ value: z.string() }) });

/** Far more than a question needs; Slack allows 40,000 characters. */
const MAX_LENGTH = 2_000;

export function parseRequestInput(body: unknown): RequestInput {
  const { text, actions, event } = InputBody.parse(body);
  if (actions !== undefined) return parseAction(actions[0]);
  if (event !== undefined) {
    return { text: parseNaturalLanguage(event.text.slice(0, MAX_LENGTH).replace(/<@[^>]*>/g, ' ')) };
  }
  return text === undefined ? {} : parseCommandOrText(text);
}

function parseAction(action: unknown): RequestInput {
  const menu = MenuChoice.safeParse(action).data;
  if (menu !== undefined) return parseMenuChoice(menu);
  const value = ButtonPress.safeParse(action).data?.value;
  const query = decodeQuery(value);
  if (query !== null) return { query };
  const share = decodeShareRequest(value);
  if (share !== null) return { share };
  const correction = decodeCorrection(value);
  return correction === null ? {} : { correction };
}

function parseMenuChoice({ block_id: blockId, selected_option: { value } }: z.output<typeof MenuChoice>): RequestInput {
  const choice = decodeChartChoice(blockId, value) ?? decodeListChoice(blockId, value);
  if (choice === 'open') return { isLink: true };
  return choice === null ? {} : { query: choice, isMenuChoice: true };
}

/** The query behind an input, to choose an error message and to retry it. Null when there is none. */
export const queryOf = ({ query, share, correction, text }: RequestInput): Query | null =>
  query ?? share?.subject ?? correction?.question ?? text?.query ?? null;
