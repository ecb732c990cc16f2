import type { FoundSignal, OpportunityListItem } from '@pain-signals/contract';
import { LRUCache } from 'lru-cache';
import NodeCache from 'node-cache';
import { isOutage, ListLimitError } from './http/errors.ts';

/** An answer of the service, from the cache or not. */
export interface Answer<T> {
  data: T;
  /** When the service gave it, ms since the epoch. */
  fetchedAt: number;
  /** True when the service is down, or fair use leaves no list, and this is an older answer. */
  stale: boolean;
  /** True when it is fair use. */
  isLimited?: true;
  /** Rows that could not be parsed and were left out. */
  dropped: number;
  /** Sample posts were counted in it at that time. */
  isSample: boolean;
  /** Signals that a caller left out of it for its workspace. */
  hidden?: readonly FoundSignal[];
  /** The same of briefs. */
  hiddenBriefs?: readonly OpportunityListItem[];
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

/** Characters of JSON, which take about as many bytes in memory: of one key, and of all keys of a process. */
const MAX_OF_KEY = 8_000_000;
const MAX_OF_ALL = 64_000_000;
/** Memory of an entry beyond its text. */
const OVERHEAD = 1_000;

/** An older answer is not used during outages either. */
const STALE_SECONDS = 24 * 60 * 60;

/** How much room the answers of one key take, each by its cache key. */
type Room = LRUCache<string, number>;

/** Bounds the answers of all keys of a process together, since thousands of workspaces may each have one. The least recently used key is emptied first. */
export const createAnswerPool = () =>
  new LRUCache<Room, { clear(): void }>({
    maxSize: MAX_OF_ALL,
    sizeCalculation: (_, room) => room.calculatedSize + 1,
    dispose: ({ clear }, _room, reason) => {
      if (reason === 'evict') clear();
    },
  });

export type AnswerPool = ReturnType<typeof createAnswerPool>;

interface FetchOptions {
  mayStandIn?: (error: unknown) => boolean;
  isCheck?: boolean | undefined;
}

/** node-cache keeps the answers. It bounds their number and age but not their size, so the LRUs say which ones must go. */
export function createCache(now: () => number, pool: AnswerPool) {
  const kept = new NodeCache({ stdTTL: STALE_SECONDS, checkperiod: 0, useClones: false });
  const room: Room = new LRUCache({
    maxSize: MAX_OF_KEY,
    sizeCalculation: (size) => size,
    dispose: (_size, key) => kept.del(key),
  });
  const clear = () => room.clear();
  const loading = new Map<string, Promise<Entry>>();

  let revision: string | null = null;
  let generation = 0;

  const onRevision = (said: string) => {
    if (revision !== null && revision !== said) generation += 1;
    revision = said;
  };

  const keep = (key: string, entry: Entry) => {
    room.delete(key);
    kept.set(key, entry);
    room.set(key, OVERHEAD + key.length + JSON.stringify(entry).length);
    // The LRU refuses an entry larger than its whole size.
    if (!room.has(key)) kept.del(key);
    pool.set(room, { clear });
  };

  const find = (key: string): Entry | undefined => {
    pool.get(room);
    room.get(key);
    const old = kept.get<Entry>(key);
    return old && now() - old.fetchedAt < STALE_SECONDS * 1_000 ? old : undefined;
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
     * @param isCheck a fresh answer isn't enough
     */
    async fetch<T>(
      key: string,
      flight: string,
      load: () => Promise<Loaded<T>>,
      { mayStandIn = isOutage, isCheck = false }: FetchOptions = {},
    ): Promise<Answer<T>> {
      const old = find(key);
      if (old && !isCheck && now() < old.freshUntil && old.generation === generation) return answer<T>(old, false);
      try {
        return answer<T>(await loadOnce(key, flight, load), false);
      } catch (error) {
        if (old && error instanceof ListLimitError) return { ...answer<T>(old, true), isLimited: true };
        if (old && mayStandIn(error)) return answer<T>(old, true);
        throw error;
      }
    },
    /** The last revision that an answer named; null when none did. */
    revision: (): string | null => revision,
    close(): void {
      clear();
      pool.delete(room);
      kept.close();
    },
  };
}

export type Cache = ReturnType<typeof createCache>;
