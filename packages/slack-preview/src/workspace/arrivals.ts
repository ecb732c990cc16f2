/** A queue that can be waited for: what came is handed out once, in order, and only to who asks for such a thing. */
export interface AwaitableQueue<Item> {
  add(item: Item): void;
  next(matches?: (item: Item) => boolean): Promise<Item>;
}

// Nobody asks in a workspace that only people use.
const MAX_QUEUED = 10_000;

export function createAwaitableQueue<Item>(): AwaitableQueue<Item> {
  const waiting: { matches: (item: Item) => boolean; resolve: (item: Item) => void }[] = [];
  const arrived: Item[] = [];
  return {
    add(item) {
      const at = waiting.findIndex(({ matches }) => matches(item));
      const [asker] = at < 0 ? [] : waiting.splice(at, 1);
      if (asker !== undefined) asker.resolve(item);
      else if (arrived.push(item) > MAX_QUEUED) arrived.shift();
    },
    next(matches = () => true) {
      const at = arrived.findIndex(matches);
      const [item] = at < 0 ? [] : arrived.splice(at, 1);
      if (item !== undefined) return Promise.resolve(item);
      return new Promise((resolve) => waiting.push({ matches, resolve }));
    },
  };
}
