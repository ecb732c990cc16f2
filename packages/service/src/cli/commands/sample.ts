import { Command } from 'commander';
import { removeSample } from '../../jobs/sample.ts';
import { countOf } from '../../model/pluralize.ts';
import { type CliContext, confirmRemoval, helpExamples } from '../context/cli-context.ts';
import { withPipeline } from '../context/with-store.ts';

export function sampleCommand(context: CliContext): Command {
  const sample = new Command('sample')
    .description('manage the sample data')
    .addHelpText('after', helpExamples('sample remove'));
  sample
    .command('remove')
    .description('delete the sample posts and their signals for good. Asks first; without a terminal it takes --yes')
    .option('--yes', 'do not ask')
    .addHelpText('after', helpExamples('sample remove', 'sample remove --yes'))
    .action(({ yes }: { yes?: true }) =>
      withPipeline(context, async (deps) => {
        await confirmRemoval(context, 'This deletes all sample posts and their signals for good.', yes === true);
        const removed = await removeSample(deps);
        await context.print(
          removed === 0
            ? 'There is no sample data.'
            : `${countOf(removed, 'sample post')} deleted. Only restoring an older backup brings them back.`,
        );
      }),
    );
  return sample;
}
