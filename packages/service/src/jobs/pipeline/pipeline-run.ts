import { setImmediate } from 'node:timers/promises';
import type { WriterLock } from '@pain-signals/storage';
import type { Chat } from '../../language-model/index.ts';
import type { Store, Stores } from '../../store/index.ts';
import type { Background } from '../../text/term-vector.ts';

/** What a run of the pipeline needs from outside. */
export interface PipelineDeps {
  store: Store;
  /** The pipeline's now, epoch ms. */
  now: () => number;
  newId: () => string;
  /** A language model for one run, where one is set. */
  openChat?: (() => Chat | undefined) | undefined;
}
/** Inside a run: no other process writes until it ends. */
export interface PipelineRun extends PipelineDeps {
  lock: WriterLock;
}

/** Runs `work` as the only writer; `onWait` is called once if another one has to end first. */
export async function withPipelineLock<Result>(
  deps: PipelineDeps,
  work: (run: PipelineRun) => Promise<Result>,
  onWait?: () => void,
): Promise<Result> {
  const lock = await deps.store.lockPipeline(onWait);
  try {
    return await work({ ...deps, lock });
  } finally {
    await lock.release();
  }
}

/** Lets requests, signals and timers through: the stages and SQLite itself hold the event loop while they work. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

/** How common each term is, read when it is first asked for and then kept: several steps of a refresh want it, and it is large. */
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
