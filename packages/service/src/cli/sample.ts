import { Command } from 'commander';
import { removeSample } from '../pipeline/run-sample.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { tellToWait, withPipeline } from './with-store.ts';

export function sampleCommand(context: CliContext): Command {
  const sample = new Command('sample')
    .description('the invented posts that a first start shows')
    .addHelpText('after', examples('sample remove'));
  sample
    .command('remove')
    .description('remove the sample posts and their signals for good')
    .addHelpText('after', examples('sample remove'))
    .action(() =>
      withPipeline(context, async (deps) => {
        const removed = await removeSample(deps, tellToWait(context));
        await context.print(`${removed} sample posts removed. They will not come back.`);
      }),
    );
  return sample;
}
