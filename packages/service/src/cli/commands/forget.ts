import { OperatorError } from '@pain-signals/storage';
import { Command } from 'commander';
import { forget, type RemovalTally } from '../../jobs/removals.ts';
import { countOf, formatCount } from '../../model/pluralize.ts';
import type { Removal } from '../../model/removal.ts';
import { type CliContext, confirmRemoval, helpExamples, UsageError } from '../context/cli-context.ts';
import { createProgress } from '../context/progress.ts';
import { withPipeline } from '../context/with-store.ts';
import { parsePostIdentity, parseProvider } from './hide.ts';

interface Options {
  author?: string;
  repository?: string;
  post?: { provider: string; externalId: string };
  provider?: string;
  alsoInFuture?: true;
  yes?: true;
}

const FORMAT = '{bar} {percentage}% | {value} of {total} posts deleted';
const POSTS_BETWEEN_LINES = 2_000;

export function forgetCommand(context: CliContext): Command {
  return new Command('forget')
    .description(
      'delete posts for good, with everything that quotes them. Importing them again does not bring them back, and later posts ' +
        'by the same name are skipped. Asks first; without a terminal it takes --yes',
    )
    .option('--author <name>', 'all posts by this author (case-insensitive)')
    .option('--post <provider:id>', 'one post', parsePostIdentity)
    .option('--repository <name>', 'all posts in this repository')
    .option('--provider <name>', 'only this provider; with --author or --repository', parseProvider)
    .option('--also-in-future', 'skip later posts by this name even if none is stored now')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      helpExamples(
        'forget --author ada',
        'forget --post github:acme/widget#17',
        'forget --repository acme/widget --provider github',
      ),
    )
    .action((options: Options) => forgetPosts(context, parseRemoval(options), options));
}

function parseRemoval({ author, repository, post, provider }: Options): Removal {
  const removals: Removal[] = [];
  if (author !== undefined) removals.push({ kind: 'author', name: author, provider: provider ?? null });
  if (repository !== undefined) removals.push({ kind: 'repository', name: repository, provider: provider ?? null });
  if (post !== undefined) removals.push({ kind: 'post', name: post.externalId, provider: post.provider });
  const [removal, ...others] = removals;
  if (others.length > 0) throw new UsageError('Use only one of --author, --post and --repository.');
  if (removal === undefined || removal.name.trim() === '')
    throw new UsageError('Choose what to forget with one of --author, --post or --repository.');
  if (removal.kind === 'post' && provider !== undefined)
    throw new UsageError('--post already includes the provider: remove --provider.');
  return removal;
}

async function forgetPosts(context: CliContext, removal: Removal, options: Options): Promise<void> {
  const alsoInFuture = options.alsoInFuture === true;
  const { update, end } = createProgress(context);
  const onProgress = (done: number, total: number) => {
    const tick = Math.floor(done / POSTS_BETWEEN_LINES);
    update({ format: FORMAT, done, total, tick, text: `${formatCount(done)} of ${countOf(total, 'post')} deleted` });
  };
  const forgotten = await withPipeline(context, async (deps) => {
    const { length } = options.yes ? [] : await deps.store.removals.find(removal);
    if (length > 0) await confirmRemoval(context, confirmationText(length, removal), false);
    return forget(deps, removal, { alsoInFuture, onProgress });
  }).finally(end);
  if (forgotten.posts > 0) return context.print(summaryOf(forgotten));
  if (forgotten.keptOut)
    return context.print(`No posts deleted: there are none ${describeRemoval(removal)}. Later ones will be skipped.`);
  throw new OperatorError(
    `There are no posts ${describeRemoval(removal)}, so nothing was deleted and later ones will not be skipped. Check the ` +
      'spelling, or add --also-in-future to skip later ones.',
  );
}

const confirmationText = (posts: number, removal: Removal): string =>
  `This deletes ${countOf(posts, 'post')} ${describeRemoval(removal)}, and everything that quotes ${posts === 1 ? 'it' : 'them'}, for good.`;

function describeRemoval({ kind, name, provider }: Removal): string {
  const at = provider === null ? '' : ` at ${provider}`;
  if (kind === 'author') return `by “${name}”${at}`;
  return kind === 'repository' ? `from “${name}”${at}` : `with the id ${provider}:${name}`;
}

function summaryOf({ posts, endedSignals }: RemovalTally): string {
  const signals = endedSignals === 0 ? '' : `, and ${countOf(endedSignals, 'signal')} that had no other post`;
  return `${countOf(posts, 'post')} deleted for good, with everything that quoted ${posts === 1 ? 'it' : 'them'}${signals}.`;
}
