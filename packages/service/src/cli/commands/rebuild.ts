import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { type RebuildResult, rebuild } from '../../jobs/rebuild.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { announceWait, withPipeline } from '../context/with-store.ts';

const BAR = '{bar} {percentage} % | {value} of {total} posts | {phase}';
const POSTS_BETWEEN_LINES = 10_000;

export function rebuildCommand(context: CliContext): Command {
  return new Command('rebuild')
    .description(
      'make clusters and signals again from the stored posts; a signal keeps its id where most of its posts are',
    )
    .addHelpText('after', helpExamples('rebuild'))
    .action(() =>
      withPipeline(context, async (deps) => {
        const report = context.isTerminal ? createTerminalReport() : createLineReport(context);
        const result = await rebuild(deps, { ...report, onWait: announceWait(context) }).finally(report.end);
        await context.print(summaryOf(result));
      }),
    );
}

interface RebuildReport {
  onProgress(done: number, all: number): void;
  onRefresh(): void;
  end(): void;
}

function createTerminalReport(): RebuildReport {
  const bar = new SingleBar({ format: BAR, stream: process.stderr, clearOnComplete: true, hideCursor: true });
  bar.start(0, 0, { phase: 'clustering' });
  return {
    onProgress(done, all) {
      bar.setTotal(all);
      bar.update(done);
    },
    onRefresh: () => bar.update({ phase: 'finding signals' }),
    end: () => bar.stop(),
  };
}

function createLineReport(context: CliContext): RebuildReport {
  let told = 0;
  return {
    onProgress(done, all) {
      if (done - told < POSTS_BETWEEN_LINES) return;
      told = done;
      context.notify(`${done} of ${all} posts clustered`);
    },
    onRefresh: () => {},
    end: () => {},
  };
}

function summaryOf({ posts, active, dormant, kept, merged, lost }: RebuildResult): string {
  const parts = [`${posts} posts clustered again: ${active} active and ${dormant} dormant signals`];
  parts.push(kept === 1 ? '1 signal kept its id' : `${kept} signals kept their id`);
  if (merged > 0) parts.push(`${merged} answer with another now`);
  if (lost > 0) parts.push(`${lost} are no more`);
  return `${parts.join(', ')}.`;
}
