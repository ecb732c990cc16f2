import { z } from 'zod';
import { decodeChartChoice } from '#blocks/chart-menu.ts';
import { decodeListChoice } from '#blocks/list-menus.ts';

/** What a menu sends where a button sends its value. */
const Choice = z.object({ block_id: z.string(), selected_option: z.object({ value: z.string() }) });

/** The question that a choice in a menu asks, `open` where the browser answers it, null for all that is no such choice. */
export function parseMenuChoice(action: unknown): ReturnType<typeof decodeChartChoice> {
  const chosen = Choice.safeParse(action).data;
  if (chosen === undefined) return null;
  const { block_id: about, selected_option: option } = chosen;
  return decodeChartChoice(about, option.value) ?? decodeListChoice(about, option.value);
}
