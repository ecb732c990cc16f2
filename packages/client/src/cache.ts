import NodeCache from 'node-cache';
import { isOutage } from './http/errors.ts';

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
  /** What it was reckoned from, as far as it says so: another one than before puts every answer of before out of date. */
  revision?: string | null;
}

interface Entry {
  data: unknown;
  dropped: number;
  isSample: boolean;
  fetchedAt: number;
  freshUntil: number;
  generation: number;
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
  /** What the last answer that says so was reckoned from. */
  revision(): string | null;
  close(): void;
}

const MAX_ANSWERS = 500;

/** An answer older than this stands in for nothing. */
const STALE_SECONDS = 24 * 60 * 60;

export function createCache(now: () => number): Cache {
  const kept = new NodeCache({ stdTTL: STALE_SECONDS, checkperiod: 0, useClones: false, maxKeys: MAX_ANSWERS });
  const loading = new Map<string, Promise<Entry>>();

  let revision: string | null = null;
  let generation = 0;

  const heed = (said: string) => {
    if (revision !== null && revision !== said) generation += 1;
    revision = said;
  };

  const keep = (key: string, entry: Entry) => {
    // node-cache throws when it is full; its keys come oldest first.
    const oldest = kept.keys()[0];
    if (!kept.has(key) && kept.keys().length >= MAX_ANSWERS && oldest !== undefined) kept.del(oldest);
    kept.set(key, entry);
  };

  const loadOnce = (key: string, flight: string, load: () => Promise<Loaded<unknown>>) => {
    const underWay = loading.get(flight);
    if (underWay) return underWay;
    const before = generation;
    const started = load()
      .then(({ data, dropped, lifetimeSeconds, isSample = false, revision: said = null }) => {
        if (said !== null) heed(said);
        const fetchedAt = now();
        const freshUntil = fetchedAt + lifetimeSeconds * 1000;
        // What does not say what it was reckoned from may be as old as its question.
        const entry = {
          data,
          dropped,
          isSample,
          fetchedAt,
          freshUntil,
          generation: said === null ? before : generation,
        };
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
      if (old && now() < old.freshUntil && old.generation === generation) return answer<T>(old, false);
      try {
        return answer<T>(await loadOnce(key, flight, load), false);
      } catch (error) {
        if (old && mayStandIn(error)) return answer<T>(old, true);
        throw error;
      }
    },
    revision: () => revision,
    close: () => kept.close(),
  };
}
