import { Command } from 'commander';
import { forget, type RemovalTally } from '../../jobs/forget.ts';
import type { Removal } from '../../model/removal.ts';
import { type CliContext, confirmRemoval, helpExamples, OperatorError, UsageError } from '../context/cli-context.ts';
import { announceWait, withPipeline } from '../context/with-store.ts';
import { parsePostIdentity, parseProvider } from './hide.ts';

interface Options {
  author?: string;
  repository?: string;
  post?: { provider: string; externalId: string };
  provider?: string;
  alsoInFuture?: true;
  yes?: true;
}

const POSTS_BETWEEN_LINES = 2_000;

export function forgetCommand(context: CliContext): Command {
  return new Command('forget')
    .description(
      'remove posts for good, with everything that quotes them; importing them again brings nothing back, and later ones by ' +
        'the same name are left out; at a terminal, it asks first',
    )
    .option('--author <name>', 'all that this person wrote, whatever the capitals of the name')
    .option('--post <provider:id>', 'one post', parsePostIdentity)
    .option('--repository <name>', 'all that was written in this repository')
    .option('--provider <name>', 'only at this provider; with --author or --repository', parseProvider)
    .option('--also-in-future', 'leave out later posts by this name even if none is stored now')
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
  const asked: Removal[] = [];
  if (author !== undefined) asked.push({ kind: 'author', name: author, provider: provider ?? null });
  if (repository !== undefined) asked.push({ kind: 'repository', name: repository, provider: provider ?? null });
  if (post !== undefined) asked.push({ kind: 'post', name: post.externalId, provider: post.provider });
  const [removal, ...others] = asked;
  if (removal === undefined || others.length > 0 || removal.name.trim() === '')
    throw new UsageError('Say what to forget by one of --author, --post and --repository, with a name.');
  if (removal.kind === 'post' && provider !== undefined)
    throw new UsageError('--post names its provider already: leave --provider out.');
  return removal;
}

async function forgetPosts(context: CliContext, removal: Removal, options: Options): Promise<void> {
  const alsoInFuture = options.alsoInFuture === true;
  let told = 0;
  const onProgress = (removed: number, all: number) => {
    if (removed - told < POSTS_BETWEEN_LINES) return;
    told = removed;
    context.notify(`${removed} of ${all} posts removed`);
  };
  const forgotten = await withPipeline(context, async (deps) => {
    const { length } = context.confirm === null ? [] : await deps.store.removals.find(removal);
    if (length > 0) await confirmRemoval(context, confirmationText(length, removal), options.yes === true);
    return forget(deps, removal, { alsoInFuture, onProgress, onWait: announceWait(context) });
  });
  if (forgotten.posts > 0) return context.print(summaryOf(forgotten));
  if (forgotten.keptOut)
    return context.print(`0 posts removed: none is stored ${describeRemoval(removal)}. Later ones are left out.`);
  throw new OperatorError(
    `No post is stored ${describeRemoval(removal)}: nothing was removed, and nothing will be left out. Check the spelling, or add ` +
      '--also-in-future to leave out later ones.',
  );
}

const confirmationText = (posts: number, removal: Removal): string =>
  `${posts === 1 ? '1 post' : `${posts} posts`} ${describeRemoval(removal)}, and what quotes ${posts === 1 ? 'it' : 'them'}, go for good.`;

function describeRemoval({ kind, name, provider }: Removal): string {
  const at = provider === null ? '' : ` at ${provider}`;
  if (kind === 'author') return `by “${name}”${at}`;
  return kind === 'repository' ? `from “${name}”${at}` : `as ${provider}:${name}`;
}

function summaryOf({ posts, endedSignals }: RemovalTally): string {
  const gone = `${posts} ${posts === 1 ? 'post' : 'posts'} removed for good`;
  if (endedSignals === 0) return `${gone}, with what quoted them.`;
  return `${gone}, with what quoted them and ${endedSignals} ${endedSignals === 1 ? 'signal' : 'signals'} that nobody else told of.`;
}
