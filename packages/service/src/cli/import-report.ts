import { MultiBar } from 'cli-progress';
import type { ImportProgress } from '../pipeline/run-import.ts';
import type { ImportFile } from '../sources/import/index.ts';
import type { CliContext } from './context.ts';

/** What a person sees of a running import: a bar on a terminal, now and then a line elsewhere, each bad line at once. */
export interface ImportReport {
  progress(progress: ImportProgress): void;
  /** The file is stored; what its posts mean is being found out. */
  refreshing(): void;
  fault(line: number, reason: string): void;
  faults(): number;
  end(): void;
}

const POSTS_BETWEEN_LINES = 10_000;
const BAR = '{bar} {percentage} % | {posts} posts, {stored} new | {phase}';

export function createImportReport(context: CliContext, file: ImportFile): ImportReport {
  const show = context.isTerminal ? onTerminal(file) : inLines(context);
  let faults = 0;
  return {
    progress: show.progress,
    refreshing: show.refreshing,
    fault(line, reason) {
      faults += 1;
      show.line(`line ${line}: ${reason}`);
    },
    faults: () => faults,
    end: show.end,
  };
}

interface Display {
  progress(progress: ImportProgress): void;
  refreshing(): void;
  line(text: string): void;
  end(): void;
}

function onTerminal(file: ImportFile): Display {
  const bars = new MultiBar({ format: BAR, stream: process.stderr, clearOnComplete: true, hideCursor: true });
  const bar = bars.create(file.size, 0, { posts: 0, stored: 0, phase: 'storing' });
  return {
    progress: ({ read, stored }) => bar.update(file.position, { posts: read, stored }),
    refreshing: () => bar.update(file.size, { phase: 'finding signals' }),
    line: (text) => bars.log(`${text}\n`),
    end: () => bars.stop(),
  };
}

function inLines(context: CliContext): Display {
  let told = 0;
  return {
    progress({ read, stored }) {
      if (read - told < POSTS_BETWEEN_LINES) return;
      told = read;
      context.tell(`${read} posts read, ${stored} new`);
    },
    refreshing: () => {},
    line: context.tell,
    end: () => {},
  };
}
