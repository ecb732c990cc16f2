import type { Query } from '@pain-signals/domain';
import { z } from 'zod';
import { decodeChartChoice } from '#blocks/charts/chart-controls.ts';
import { decodeCorrection, decodeQuery, decodeShareRequest } from '#blocks/kit/button-values.ts';
import { decodeListChoice } from '#blocks/signals/list-controls.ts';
import { parseCommandOrText } from '../commands/natural-language/command-or-text.ts';
import { parseNaturalLanguage } from '../commands/natural-language/parse-natural-language.ts';

const Asked = z.object({
  text: z.string().optional().catch(undefined),
  event: z.object({ text: z.string() }).optional().catch(undefined),
  actions: z.array(z.unknown()).optional().catch(undefined),
});

const Pressed = z.object({ value: z.string() });

/** What was asked, by the command's text or by what was pressed or chosen, so that it can be asked again. */
export function requestedQuery(body: unknown): Query | null {
  const { text, actions, event } = Asked.parse(body);
  const [action] = actions ?? [];
  const chosen = parseMenuChoice(action);
  if (chosen !== null && chosen !== 'open') return chosen;
  const value = Pressed.safeParse(action).data?.value;
  if (value !== undefined)
    return decodeQuery(value) ?? decodeShareRequest(value)?.subject ?? decodeCorrection(value)?.question ?? null;
  if (event !== undefined) return parseNaturalLanguage(event.text.replace(/<@[^>]*>/g, ' '))?.question ?? null;
  const read = parseCommandOrText(text ?? '');
  if ('words' in read) return parseNaturalLanguage(read.words)?.question ?? null;
  return text !== undefined && 'question' in read ? read.question : null;
}

/** What a menu sends where a button sends its value. */
const Choice = z.object({ block_id: z.string(), selected_option: z.object({ value: z.string() }) });

/** The question that a choice in a menu asks, `open` where the browser answers it, null for all that is no such choice. */
export function parseMenuChoice(action: unknown): ReturnType<typeof decodeChartChoice> {
  const chosen = Choice.safeParse(action).data;
  if (chosen === undefined) return null;
  const { block_id: about, selected_option: option } = chosen;
  return decodeChartChoice(about, option.value) ?? decodeListChoice(about, option.value);
}
