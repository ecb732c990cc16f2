import type { Details, Message, View } from './message.ts';
import type { Prompt } from './workspace.ts';

export type Change =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'removed'; readonly message: Message }
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'closed'; readonly view: View }
  | { readonly kind: 'home'; readonly view: View }
  | { readonly kind: 'details'; readonly details: Details }
  | { readonly kind: 'status'; readonly channelId: string; readonly status: string }
  | { readonly kind: 'prompts'; readonly channelId: string; readonly prompts: readonly Prompt[] };

export interface NumberedChange {
  readonly number: number;
  readonly change: Change;
}

const MAX_CHANGES = 1_000;

/** Numbered changes, so that a page can catch up. The first number comes from the clock, so no two runs share one. */
export function createChanges(now: () => number) {
  const listeners = new Set<(change: NumberedChange) => void>();
  const kept: NumberedChange[] = [];
  let last = Math.floor(now());
  let forgotten = last;
  return {
    emit(change: Change): void {
      last += 1;
      const numbered = { number: last, change };
      if (kept.push(numbered) > MAX_CHANGES) forgotten = kept.shift()?.number ?? forgotten;
      for (const listener of [...listeners]) listener(numbered);
    },
    /** Calls back for every later change; returns a function that stops it. */
    subscribe(listener: (change: NumberedChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The number of the last change. */
    last: (): number => last,
    /** The changes after a number; null when they were dropped. */
    after: (number: number): readonly NumberedChange[] | null =>
      number >= forgotten && number <= last ? kept.filter((each) => each.number > number) : null,
  };
}

export type Changes = ReturnType<typeof createChanges>;

/** An awaitable queue: each item is delivered once, in order, to a matching waiter. */
export interface AwaitableQueue<Item> {
  add(item: Item): void;
  next(matches?: (item: Item) => boolean): Promise<Item>;
}

// A workspace used by people only has no waiters.
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
