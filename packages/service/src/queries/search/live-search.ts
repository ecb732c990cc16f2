import type { SignalSearch } from '../deps.ts';
import { type SearchThread, type SearchThreadOptions, startSearchThread } from './search-thread.ts';

export interface LiveSearch extends SignalSearch {
  /**
   * Builds a new index if the signals have changed; the old one answers until then. Resolves when the current state of the store
   * can be searched, or building failed.
   */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_MS = 5_000;

export interface LiveSearchDeps extends SearchThreadOptions {
  /** Whether the store has any listed signal. */
  hasSignals: () => Promise<boolean>;
  /** Called with the number of signals in each new index. */
  onLoaded: (signals: number) => void;
  /** Called when an index cannot be built; it is then retried. */
  onError: (error: unknown) => void;
}

/** Semantic search that follows the store. */
export function createLiveSearch({ hasSignals, onLoaded, onError, ...thread }: LiveSearchDeps): LiveSearch {
  let serving: SearchThread | null = null;
  let building: SearchThread | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  const build = async (): Promise<void> => {
    if (stopped) return;
    clearTimeout(retry);
    if (serving !== null && !(await isOutdated(serving))) return;
    const next = startSearchThread(thread);
    building = next;
    try {
      onLoaded(await next.loaded);
      serving?.retire().catch(onError);
      serving = next;
    } catch (error) {
      if (stopped) return;
      onError(error);
      retry = setTimeout(renew, RETRY_MS).unref();
    } finally {
      building = null;
    }
  };
  const renew = oneAtATime(build);

  return {
    renew,
    async search(question, limit) {
      const thread = serving;
      if (thread === null) return null;
      // An index of an empty store would hide signals that the lists already show.
      if ((await thread.loaded) === 0 && (await hasSignals())) return null;
      try {
        return await thread.search(question, limit);
      } catch (error) {
        // The thread died, most likely out of memory; a new one can be built from the store.
        if (serving === thread) serving = null;
        onError(error);
        void renew();
        return null;
      }
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await Promise.all([serving?.end(), building?.end()]);
    },
  };
}

/** A dead thread counts as outdated. */
const isOutdated = (thread: SearchThread): Promise<boolean> => thread.isOutdated().catch(() => true);

/** Calls during a run share one more run after it, since the current run may have started too early to see the change. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  const start = (): Promise<void> => {
    following = null;
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return start();
    following ??= running.then(start);
    return following;
  };
}
