import { Command, InvalidArgumentError } from 'commander';
import { backfillHistory } from '../../jobs/backfill.ts';
import { refreshSignals } from '../../jobs/refresh/refresh.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { announceWait, withPipeline } from '../context/with-store.ts';

const MAX_DAYS = 3_650;

export function snapshotCommand(context: CliContext): Command {
  return new Command('snapshot')
    .description('bring signals, scores and briefs up to now and take a snapshot')
    .option('--backfill <days>', 'also reckon the history of this many past days from the posts', parseDays)
    .addHelpText('after', helpExamples('snapshot', 'snapshot --backfill 90'))
    .action((options: { backfill?: number }) => takeSnapshot(context, options.backfill));
}

function takeSnapshot(context: CliContext, days: number | undefined): Promise<void> {
  return withPipeline(context, async (deps) => {
    const { at, active, dormant } = await refreshSignals(deps, announceWait(context));
    await context.print(`Snapshot of ${new Date(at).toISOString()}: ${active} active and ${dormant} dormant signals.`);
    if (days === undefined) return;
    const added = await backfillHistory(deps, days, announceWait(context));
    await context.print(`${added} points of history added for the ${days} days before.`);
  });
}

function parseDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return days;
  throw new InvalidArgumentError(`It must be a whole number of days, 1 to ${MAX_DAYS}.`);
}
