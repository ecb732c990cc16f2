import { MultiBar } from 'cli-progress';
import type { ImportProgress } from '../../jobs/import.ts';
import type { ImportFile, InvalidRecord } from '../../sources/import/import-file.ts';
import type { CliContext } from '../context/cli-context.ts';

/** What a person sees of a running import: a bar on a terminal, now and then a line elsewhere, and which lines are bad. */
export interface ImportReport {
  progress(progress: ImportProgress): void;
  /** The file is stored; what its posts mean is being found out. */
  refreshing(): void;
  fault(fault: InvalidRecord): void;
  /** Bad lines. */
  faults(): number;
  end(): void;
}

const POSTS_BETWEEN_LINES = 10_000;
/** Of very long posts ten thousand take a quarter of an hour. */
const BYTES_BETWEEN_LINES = 100_000_000;
const STORING = '{bar} {percentage} % | {posts} posts, {stored} new | {eta_formatted} left';
const REFRESHING = '{bar} {percentage} % | {posts} posts, {stored} new | finding signals';

export function createImportReport(context: CliContext, file: ImportFile): ImportReport {
  const show = context.isTerminal ? createTerminalDisplay(file) : createLineDisplay(context, file);
  let faults = 0;
  let untold: InvalidRecord | null = null;
  const tell = () => {
    if (untold !== null) show.line(`${formatLineRange(untold)}: ${untold.fault}`);
    untold = null;
  };
  return {
    progress(progress) {
      tell();
      show.progress(progress);
    },
    refreshing: show.refreshing,
    fault(fault) {
      faults += fault.lastLine - fault.line + 1;
      // What is wrong with one line is often wrong with the next ones too: that is one sentence.
      if (untold?.fault === fault.fault && untold.lastLine + 1 === fault.line) {
        untold = { ...untold, lastLine: fault.lastLine };
        return;
      }
      tell();
      untold = fault;
    },
    faults: () => faults,
    end() {
      tell();
      show.end();
    },
  };
}

const formatLineRange = ({ line, lastLine }: InvalidRecord): string =>
  line === lastLine ? `line ${line}` : `lines ${line} to ${lastLine}`;

interface Display {
  progress(progress: ImportProgress): void;
  refreshing(): void;
  line(text: string): void;
  end(): void;
}

function createTerminalDisplay(file: ImportFile): Display {
  const bars = new MultiBar({ format: STORING, stream: process.stderr, clearOnComplete: true, hideCursor: true });
  let counts = { posts: 0, stored: 0 };
  const bar = bars.create(file.size, 0, counts);
  return {
    progress({ read, stored }) {
      counts = { posts: read, stored };
      bar.update(file.position, counts);
    },
    refreshing() {
      bars.remove(bar);
      bars.create(file.size, file.size, counts, { format: REFRESHING });
    },
    line: (text) => bars.log(`${text}\n`),
    end: () => bars.stop(),
  };
}

function createLineDisplay(context: CliContext, file: ImportFile): Display {
  let told = 0;
  const linesDue = (read: number) =>
    Math.floor(read / POSTS_BETWEEN_LINES) + Math.floor(file.position / BYTES_BETWEEN_LINES);
  return {
    progress({ read, stored }) {
      if (linesDue(read) <= told) return;
      told = linesDue(read);
      context.notify(`${read} posts read, ${stored} new`);
    },
    refreshing: () => {},
    line: context.notify,
    end: () => {},
  };
}
