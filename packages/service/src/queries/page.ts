import type { Page } from '@pain-signals/contract';

/** Section 2.9: one page of `total` items. A page past the last one is empty. */
export const toPage = <Item>(items: Item[], total: number, page: number, size: number): Page<Item> => ({
  items,
  page,
  size,
  totalItems: total,
  totalPages: Math.ceil(total / size),
});
