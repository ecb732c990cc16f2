import { Command } from 'commander';
import { type RebuildResult, rebuild } from '../../jobs/rebuild.ts';
import { countOf, formatCount } from '../../model/pluralize.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { createProgress } from '../context/progress.ts';
import { withPipeline } from '../context/with-store.ts';
import { describeStates } from './snapshot.ts';

const CLUSTERING = '{bar} {percentage}% | {value} of {total} posts | clustering';
const REFRESHING = '{bar} {percentage}% | {value} of {total} posts | finding signals';
const POSTS_BETWEEN_LINES = 10_000;

export function rebuildCommand(context: CliContext): Command {
  return new Command('rebuild')
    .description(
      'rebuild clusters and signals from the stored posts; a signal keeps its id where most of its posts are',
    )
    .addHelpText('after', helpExamples('rebuild'))
    .action(() =>
      withPipeline(context, async (deps) => {
        const { update, end } = createProgress(context);
        let posts = 0;
        const result = await rebuild(deps, {
          onProgress(done, total) {
            posts = total;
            const tick = Math.floor(done / POSTS_BETWEEN_LINES);
            update({
              format: CLUSTERING,
              done,
              total,
              tick,
              text: `${formatCount(done)} of ${countOf(total, 'post')} clustered`,
            });
          },
          onRefresh: () => update({ format: REFRESHING, done: posts, total: posts }),
        }).finally(end);
        await context.print(summaryOf(result));
      }),
    );
}

function summaryOf({ posts, active, dormant, kept, merged, lost }: RebuildResult): string {
  const parts = [`${posts} posts clustered again: ${describeStates({ active, dormant })}`];
  parts.push(kept === 1 ? '1 signal kept its id' : `${kept} signals kept their ids`);
  if (merged > 0) parts.push(`${merged} merged into others`);
  if (lost > 0) parts.push(`${lost} gone`);
  return `${parts.join(', ')}.`;
}
