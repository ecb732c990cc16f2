import NodeCache from 'node-cache';
import { isOutage } from './http/errors.ts';

/** An answer of the service, from the cache or not. */
export interface Answer<T> {
  data: T;
  /** When the service gave it, ms since the epoch. */
  fetchedAt: number;
  /** True when the service is down and this is an older answer. */
  stale: boolean;
  /** Rows that could not be parsed and were left out. */
  dropped: number;
  /** Sample posts were counted in it at that time. */
  isSample: boolean;
}

export interface Loaded<T> {
  data: T;
  dropped: number;
  lifetimeSeconds: number;
  isSample?: boolean;
  /** The revision of the figures; a new one makes all earlier answers out of date. Null when the service does not say. */
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

const MAX_ANSWERS = 500;

/** An older answer is not used during outages either. */
const STALE_SECONDS = 24 * 60 * 60;

export function createCache(now: () => number) {
  const kept = new NodeCache({ stdTTL: STALE_SECONDS, checkperiod: 0, useClones: false, maxKeys: MAX_ANSWERS });
  const loading = new Map<string, Promise<Entry>>();

  let revision: string | null = null;
  let generation = 0;

  const onRevision = (said: string) => {
    if (revision !== null && revision !== said) generation += 1;
    revision = said;
  };

  const keep = (key: string, entry: Entry) => {
    // node-cache throws when it is full; its keys are ordered from the oldest.
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
        if (said !== null) onRevision(said);
        const fetchedAt = now();
        const freshUntil = fetchedAt + lifetimeSeconds * 1000;
        // An answer without a revision may be as old as its request.
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
    /**
     * The answer for `key`: from the cache while it is fresh, else loaded. Concurrent calls with the same `flight` share one load.
     * Errors are not cached.
     * @param mayStandIn the errors for which an older answer is returned instead, marked stale
     */
    async fetch<T>(
      key: string,
      flight: string,
      load: () => Promise<Loaded<T>>,
      mayStandIn: (error: unknown) => boolean = isOutage,
    ): Promise<Answer<T>> {
      const old = kept.get<Entry>(key);
      if (old && now() < old.freshUntil && old.generation === generation) return answer<T>(old, false);
      try {
        return answer<T>(await loadOnce(key, flight, load), false);
      } catch (error) {
        if (old && mayStandIn(error)) return answer<T>(old, true);
        throw error;
      }
    },
    /** The last revision that an answer named; null when none did. */
    revision: (): string | null => revision,
    close: (): void => kept.close(),
  };
}

export type Cache = ReturnType<typeof createCache>;
