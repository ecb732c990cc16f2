import { z } from 'zod';

/** Section 2.9: the envelope of a paginated list. `page` is 0-based. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    page: z.int().nonnegative(),
    size: z.int().nonnegative(),
    totalItems: z.int().nonnegative(),
    totalPages: z.int().nonnegative(),
  });

export interface Page<Item> {
  items: Item[];
  page: number;
  size: number;
  totalItems: number;
  totalPages: number;
}
