import { Command, InvalidArgumentError } from 'commander';
import { backfillHistory } from '../../jobs/backfill.ts';
import { type RefreshResult, refreshSignals } from '../../jobs/refresh/refresh.ts';
import { isoInstant } from '../../model/day.ts';
import { countOf, formatCount } from '../../model/pluralize.ts';
import { DORMANT_AFTER_DAYS } from '../../model/signal.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { withPipeline } from '../context/with-store.ts';

const MAX_DAYS = 3_650;

export function snapshotCommand(context: CliContext): Command {
  return new Command('snapshot')
    .description('update signals, scores and briefs, and take a snapshot')
    .option('--backfill <days>', 'also compute the history of this many past days from the posts', parseDays)
    .addHelpText('after', helpExamples('snapshot', 'snapshot --backfill 90'))
    .action((options: { backfill?: number }) => takeSnapshot(context, options.backfill));
}

function takeSnapshot(context: CliContext, days: number | undefined): Promise<void> {
  return withPipeline(context, async (deps) => {
    const { at, active, dormant } = await refreshSignals(deps);
    await context.print(`Snapshot of ${isoInstant(at)}: ${describeStates({ active, dormant })}.`);
    if (days === undefined) return;
    const added = await backfillHistory(deps, days);
    await context.print(`Added ${countOf(added, 'history point')} for the previous ${days} days.`);
  });
}

/** @returns "56 active signals and 7 without a post in 30 days" */
export const describeStates = ({ active, dormant }: Pick<RefreshResult, 'active' | 'dormant'>): string =>
  `${countOf(active, 'active signal')} and ${formatCount(dormant)} without a post in ${DORMANT_AFTER_DAYS} days`;

function parseDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return days;
  throw new InvalidArgumentError(`Use a whole number of days from 1 to ${MAX_DAYS}.`);
}
