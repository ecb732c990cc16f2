import { MacroArea, PainType, SEMANTIC_QUERY_LENGTH, SORT_FIELDS } from '@pain-signals/contract';
import { z } from 'zod';

const MAX_PAGE = 10_000;

/** Page numbers in addresses start at one; invalid ones mean the first page. */
export const parsePageNumber = (given: unknown): number =>
  typeof given === 'string' && /^[1-9]\d{0,4}$/.test(given) ? Math.min(Number(given), MAX_PAGE) - 1 : 0;

/** Invalid filters count as not set: the form shows what applies. */
export const ListFilter = z.object({
  q: z
    .string()
    .catch('')
    .transform((text) => text.trim().slice(0, SEMANTIC_QUERY_LENGTH.max)),
  area: MacroArea.optional().catch(undefined),
  type: PainType.optional().catch(undefined),
  order: z.enum(SORT_FIELDS).catch('score'),
});
export type ListFilter = z.infer<typeof ListFilter>;
