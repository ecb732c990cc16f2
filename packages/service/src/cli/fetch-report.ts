import { SingleBar } from 'cli-progress';
import type { FeedProgress, FeedReport } from '../pipeline/run-fetch.ts';
import type { CliContext } from './context.ts';

/** What a person sees while sources are read: a bar for each feed on a terminal, and every failure as it happens. */
export interface FetchReport {
  onProgress(progress: FeedProgress): void;
  onReport(report: FeedReport): void;
  end(): void;
}

const BAR = '{feed} {bar} {percentage} % | {stored} new | {eta_formatted} left';
const BAR_STEPS = 1_000;

export function createFetchReport(context: CliContext): FetchReport {
  let bar: SingleBar | null = null;
  const end = () => {
    bar?.stop();
    bar = null;
  };
  return {
    onProgress({ key, fraction, stored }) {
      if (!context.isTerminal) return;
      if (bar === null) {
        bar = new SingleBar({ format: BAR, stream: process.stderr, clearOnComplete: true, hideCursor: true });
        bar.start(BAR_STEPS, 0, { feed: key, stored });
      }
      bar.update(Math.floor(fraction * BAR_STEPS), { feed: key, stored });
    },
    onReport({ key, error }) {
      end();
      if (error !== null) context.notify(`${key}: ${error.message}`);
    },
    end,
  };
}
