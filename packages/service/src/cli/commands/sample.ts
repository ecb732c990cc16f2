import { Command } from 'commander';
import { removeSample } from '../../jobs/sample.ts';
import { type CliContext, confirmRemoval, helpExamples } from '../context/cli-context.ts';
import { announceWait, withPipeline } from '../context/with-store.ts';

export function sampleCommand(context: CliContext): Command {
  const sample = new Command('sample')
    .description('the invented posts that a first start shows')
    .addHelpText('after', helpExamples('sample remove'));
  sample
    .command('remove')
    .description('remove the sample posts and their signals for good; at a terminal, it asks first')
    .option('--yes', 'do not ask')
    .addHelpText('after', helpExamples('sample remove', 'sample remove --yes'))
    .action(({ yes }: { yes?: true }) =>
      withPipeline(context, async (deps) => {
        await confirmRemoval(
          context,
          'All invented posts, and the signals that only they tell of, go for good.',
          yes === true,
        );
        const removed = await removeSample(deps, announceWait(context));
        await context.print(
          `${removed} sample posts removed. They will not come back, unless an older backup is restored.`,
        );
      }),
    );
  return sample;
}
