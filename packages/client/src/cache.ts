import NodeCache from 'node-cache';
import { isOutage } from './errors.ts';

/** An answer and what is to be known about it. */
export interface Answer<T> {
  data: T;
  /** When the service gave it, ms since the epoch. */
  fetchedAt: number;
  /** True when the service is down and this older answer stands in. */
  stale: boolean;
  /** Rows that could not be read and were left out. */
  dropped: number;
  /** Invented posts were counted in it, which was so when the service gave it. */
  isSample: boolean;
}

export interface Loaded<T> {
  data: T;
  dropped: number;
  lifetimeSeconds: number;
  isSample?: boolean;
}

interface Entry {
  data: unknown;
  dropped: number;
  isSample: boolean;
  fetchedAt: number;
  freshUntil: number;
}

export interface Cache {
  /**
   * The answer to `key`: kept while fresh, loaded once however many ask at the same time, an older one when the service is
   * down. Errors are never kept.
   * @param mayStandIn which errors an older answer stands in for
   */
  fetch<T>(
    key: string,
    flight: string,
    load: () => Promise<Loaded<T>>,
    mayStandIn?: (error: unknown) => boolean,
  ): Promise<Answer<T>>;
  close(): void;
}

const MAX_ANSWERS = 500;

/** An answer older than this stands in for nothing. */
const STALE_SECONDS = 24 * 60 * 60;

export function createCache(now: () => number): Cache {
  const kept = new NodeCache({ stdTTL: STALE_SECONDS, checkperiod: 0, useClones: false, maxKeys: MAX_ANSWERS });
  const loading = new Map<string, Promise<Entry>>();

  const keep = (key: string, entry: Entry) => {
    // node-cache throws when it is full; its keys come oldest first.
    const oldest = kept.keys()[0];
    if (!kept.has(key) && kept.keys().length >= MAX_ANSWERS && oldest !== undefined) kept.del(oldest);
    kept.set(key, entry);
  };

  const loadOnce = (key: string, flight: string, load: () => Promise<Loaded<unknown>>) => {
    const underWay = loading.get(flight);
    if (underWay) return underWay;
    const started = load()
      .then(({ data, dropped, lifetimeSeconds, isSample = false }) => {
        const fetchedAt = now();
        const entry = { data, dropped, isSample, fetchedAt, freshUntil: fetchedAt + lifetimeSeconds * 1000 };
        keep(key, entry);
        return entry;
      })
      .finally(() => loading.delete(flight));
    loading.set(flight, started);
    return started;
  };

  const answer = <T>({ data, dropped, isSample, fetchedAt }: Entry, stale: boolean): Answer<T> => ({
    data: data as T,
    fetchedAt,
    stale,
    dropped,
    isSample,
  });

  return {
    async fetch<T>(key: string, flight: string, load: () => Promise<Loaded<T>>, mayStandIn = isOutage) {
      const old = kept.get<Entry>(key);
      if (old && now() < old.freshUntil) return answer<T>(old, false);
      try {
        return answer<T>(await loadOnce(key, flight, load), false);
      } catch (error) {
        if (old && mayStandIn(error)) return answer<T>(old, true);
        throw error;
      }
    },
    close: () => kept.close(),
  };
}
