import { SingleBar } from 'cli-progress';
import type { CliContext } from './context.ts';

/** What a person sees while many rows are written: a bar on a terminal, now and then a line elsewhere. */
export interface RowProgress {
  onProgress(done: number, all: number): void;
  end(): void;
}

const ROWS_BETWEEN_LINES = 100_000;
const ROWS_BETWEEN_STEPS = 500;

export function createRowProgress(context: CliContext, doing: string): RowProgress {
  if (!context.isTerminal) return createLineProgress(context, doing);
  const format = `${doing} {bar} {percentage} % | {value} of {total} rows | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true, hideCursor: true });
  let isShown = false;
  return {
    onProgress(done, all) {
      if (!isShown) bar.start(all, done);
      isShown = true;
      if (done % ROWS_BETWEEN_STEPS === 0 || done === all) bar.update(done);
    },
    end: () => bar.stop(),
  };
}

function createLineProgress({ notify: tell }: CliContext, doing: string): RowProgress {
  return {
    onProgress(done, all) {
      if (done % ROWS_BETWEEN_LINES === 0) tell(`${doing}: ${done} of ${all} rows`);
    },
    end: () => {},
  };
}
