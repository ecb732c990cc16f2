import { setImmediate } from 'node:timers/promises';
import type { WriterLock } from '@pain-signals/storage';
import type { Chat } from '../chat/index.ts';
import type { Store } from '../store/index.ts';

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
