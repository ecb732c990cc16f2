import { z } from 'zod';
import { decodeChoice } from '#blocks/chart-menu.ts';

/** What a menu sends where a button sends its value. */
const Choice = z.object({ block_id: z.string(), selected_option: z.object({ value: z.string() }) });

/** The question that a choice in a menu asks, `open` where the browser answers it, null for all that is no such choice. */
export function readChoice(action: unknown): ReturnType<typeof decodeChoice> {
  const chosen = Choice.safeParse(action).data;
  return chosen === undefined ? null : decodeChoice(chosen.block_id, chosen.selected_option.value);
}
