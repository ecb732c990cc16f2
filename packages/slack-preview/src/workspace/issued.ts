/** Things given out under an id, forgotten a good while after they are of no use, so that a long-lived workspace stays small. */
export interface ExpiringStore<Item> {
  put(id: string, item: Item): void;
  find(id: string): (Item & { readonly at: number }) | undefined;
}

const FORGET_AFTER_MS = 2 * 60 * 60 * 1_000;

export function createExpiringStore<Item extends object>(now: () => number): ExpiringStore<Item> {
  const items = new Map<string, Item & { readonly at: number }>();
  return {
    put(id, item) {
      for (const [oldId, { at }] of items) {
        // A map keeps the order in which its entries came.
        if (now() - at <= FORGET_AFTER_MS) break;
        items.delete(oldId);
      }
      items.set(id, Object.assign(item, { at: now() }));
    },
    find: (id) => items.get(id),
  };
}
