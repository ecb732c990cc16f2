import { setImmediate } from 'node:timers/promises';
import type { WriterLock } from '@pain-signals/storage';
import type { Chat } from '../../language-model/chat.ts';
import type { Store, Stores } from '../../store/index.ts';
import type { Background } from '../../text/background.ts';
import type { PreparePosts } from './prepare-post.ts';

export interface PipelineDeps {
  store: Store;
  /** The pipeline's now, epoch ms. */
  now: () => number;
  newId: () => string;
  /** A language model, if configured: for one run, or for a question of an account, which has a share of the day's questions. */
  openChat?: ((accountId?: string) => Chat | undefined) | undefined;
  /** Called when another process must finish first. */
  onWait?: (() => void) | undefined;
  /** Prepares posts elsewhere, such as in a thread; by default here. */
  prepare?: PreparePosts | undefined;
}
/** A run that holds the pipeline lock: no other process writes until it ends. */
export interface PipelineRun extends PipelineDeps {
  lock: WriterLock;
  /** Numbers the runs of all processes. */
  turn: number;
  /** The nightly job, which has time for signals that did not change. */
  isNight?: boolean;
}

/** The newest run of each store in this process: its own runs need not poll for the lock. */
const lastRuns = new WeakMap<Store, Promise<unknown>>();

/** Runs `work` as the only writer. */
export function withPipelineLock<Result>(
  deps: PipelineDeps,
  work: (run: PipelineRun) => Promise<Result>,
): Promise<Result> {
  const run = async (): Promise<Result> => {
    const lock = await deps.store.lockPipeline(deps.onWait);
    try {
      return await work({ ...deps, lock, turn: await deps.store.counters.add('turns', 1) });
    } finally {
      await lock.release();
    }
  };
  const result = (lastRuns.get(deps.store) ?? Promise.resolve()).then(run, run);
  lastRuns.set(deps.store, result);
  return result;
}

/** Lets requests, signals and timers run: the stages and SQLite block the event loop. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

/** Loads the document frequencies on first use and caches them: several steps of a refresh need them, and they are large. */
export type LoadBackground = () => Promise<Background>;

export function createBackgroundLoader({ clusters, counters }: Stores): LoadBackground {
  let loaded: Promise<Background> | null = null;
  const load = async (): Promise<Background> => ({
    documentFrequencies: new Map(await clusters.documentFrequencies()),
    documents: await counters.get('documents'),
  });
  return () => {
    loaded ??= load();
    return loaded;
  };
}

/** Works on all items in order, `most` of them at the same time. A failure ends it. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = Iterator.from(items);
  const workers = Array.from({ length: most }, async () => {
    for (const item of queue) await work(item);
  });
  await Promise.all(workers);
}
