import { withTimeout } from '@pain-signals/contract';
import { LRUCache } from 'lru-cache';

const POLL_INTERVAL_MS = 1_000;
/** What was sent to a host that is gone hangs for a quarter of an hour, while cached answers would go on quoting what was removed. */
const READ_TIMEOUT_MS = 10_000;

/** Notices changes of the store by any process: reads its revision every second. */
export function createRevisionWatch(readRevision: () => Promise<number>, onError: (error: unknown) => void) {
  const listeners: (() => void)[] = [];
  let seen = 0;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;

  const check = async (): Promise<void> => {
    const revision = await withTimeout(READ_TIMEOUT_MS, readRevision());
    failing = false;
    if (revision === seen) return;
    seen = revision;
    for (const listener of listeners) listener();
  };
  const tick = async (): Promise<void> => {
    try {
      await check();
    } catch (error) {
      // Reported once, so that a long outage does not fill the log.
      if (!failing) onError(error);
      failing = true;
    }
    if (timer !== undefined) wait();
  };
  const wait = (): void => {
    timer = setTimeout(tick, POLL_INTERVAL_MS).unref();
  };

  return {
    /** The store's revision when last read. */
    current: (): number => seen,
    /** Reads the revision now, and calls the listeners if it changed. */
    check,
    onChange: (listener: () => void): void => void listeners.push(listener),
    start: wait,
    stop: (): void => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

export type RevisionWatch = ReturnType<typeof createRevisionWatch>;

/** The cached answer, or the loaded one, which is then cached until the store changes. Callers must not modify it. */
export type AnswerCache = <T>(key: string, load: () => Promise<T>) => Promise<T>;

const MAX_CACHED_ANSWERS = 1_000;

export function createAnswerCache(revision: () => number): AnswerCache {
  let cachedRevision = revision();
  const cache = new LRUCache<string, Promise<unknown>>({ max: MAX_CACHED_ANSWERS });
  return <T>(key: string, load: () => Promise<T>): Promise<T> => {
    if (cachedRevision !== revision()) cache.clear();
    cachedRevision = revision();
    const cached = cache.get(key) as Promise<T> | undefined;
    if (cached !== undefined) return cached;
    const loading = load();
    cache.set(key, loading);
    loading.catch(() => {
      if (cache.peek(key) === loading) cache.delete(key);
    });
    return loading;
  };
}
