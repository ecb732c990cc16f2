import { MultiBar, type SingleBar } from 'cli-progress';
import { type CliContext, withoutControls } from './cli-context.ts';

export interface ProgressStep {
  /** The bar's format, as cli-progress takes it. */
  format: string;
  done: number;
  total: number;
  /** What the format mentions besides. */
  values?: Record<string, string | number>;
  /** Without a terminal, `text` is printed each time this grows. */
  tick?: number;
  text?: string;
}

/** Progress of a long command: a bar on a terminal, a line now and then elsewhere. */
export interface Progress {
  update(step: ProgressStep): void;
  /** Prints a line, above the bar where there is one. */
  log(line: string): void;
  /** Removes the bar; a later update starts a new one. */
  end(): void;
}

export const createProgress = (context: CliContext): Progress =>
  context.isTerminal ? createBarProgress() : createLineProgress(context);

function createBarProgress(): Progress {
  let shown: { bars: MultiBar; bar: SingleBar; format: string } | null = null;
  const end = () => {
    // Removing the bar prints the lines that wait to be logged; stopping alone would drop them.
    shown?.bars.remove(shown.bar);
    shown?.bars.stop();
    shown = null;
  };
  return {
    update({ format, done, total, values = {} }) {
      if (shown?.format !== format) end();
      if (shown === null) {
        const bars = new MultiBar({ format, stream: process.stderr, clearOnComplete: true, hideCursor: true });
        shown = { bars, bar: bars.create(total, done, values), format };
      }
      shown.bar.setTotal(total);
      shown.bar.update(done, values);
    },
    log(line) {
      const plain = withoutControls(line);
      if (shown === null) process.stderr.write(`${plain}\n`);
      else shown.bars.log(`${plain}\n`);
    },
    end,
  };
}

function createLineProgress({ notify }: CliContext): Progress {
  let last = 0;
  return {
    update({ tick = 0, text = '' }) {
      if (tick <= last) return;
      last = tick;
      notify(text);
    },
    log: notify,
    end: () => {},
  };
}
