import type { SignalSearch } from '../deps.ts';
import { type SearchThread, type SearchThreadOptions, startSearchThread } from './search-thread.ts';

export interface LiveSearch extends SignalSearch {
  /**
   * Builds the index anew if there is anything new to be found, beside the one that answers until then. Resolves when the store as
   * it is now can be searched, or failed.
   */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_MS = 5_000;

export interface LiveSearchDeps extends SearchThreadOptions {
  /** Whether the store lists any signal by now. */
  hasSignals: () => Promise<boolean>;
  /** Hears of each new index how many signals it holds. */
  onLoaded: (signals: number) => void;
  /** Hears why an index could not be built, which is then tried again. */
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
      // Built of an empty store, it would deny for a while what the lists show already.
      if ((await thread.loaded) === 0 && (await hasSignals())) return null;
      try {
        return await thread.search(question, limit);
      } catch (error) {
        // The thread died, most likely for want of memory. The store is whole, so another one can be built.
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

/** A thread that has died answers nothing any more: it wants another in its place. */
const isOutdated = (thread: SearchThread): Promise<boolean> => thread.isOutdated().catch(() => true);

/** Who calls while the work is being done shares one more turn after it, since this one may have begun too early to see the change. */
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
