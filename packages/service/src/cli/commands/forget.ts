import { OperatorError } from '@pain-signals/storage';
import { Command } from 'commander';
import { findForgettable, forget, type RemovalTally } from '../../jobs/removals.ts';
import { countOf, formatCount } from '../../model/pluralize.ts';
import type { Removal } from '../../model/removal.ts';
import type { Store } from '../../store/index.ts';
import { sharedNameOf } from '../../text/scrub.ts';
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
    .option(
      '--author <name>',
      'all posts by this author (case-insensitive), by the real name or a pseudonym such as someone-1f0c9e2a77',
    )
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
  const { forgotten, notes } = await withPipeline(context, async (deps) => {
    const { length } = options.yes ? [] : await findForgettable(deps.store, removal);
    if (length > 0) await confirmRemoval(context, confirmationText(length, removal), false);
    const result = await forget(deps, removal, { alsoInFuture, onProgress });
    return { forgotten: result, notes: await sharedNameNotes(deps.store, removal) };
  }).finally(end);
  if (forgotten.posts === 0 && !forgotten.keptOut)
    throw new OperatorError(
      [
        `There are no posts ${describeRemoval(removal)}, so nothing was deleted and later ones will not be skipped.`,
        'Check the spelling, or add --also-in-future to skip later ones.',
        ...notes,
      ].join(' '),
    );
  const none = `No posts deleted: there are none ${describeRemoval(removal)}. Later ones will be skipped.`;
  for (const line of [forgotten.posts > 0 ? summaryOf(forgotten) : none, ...notes]) await context.print(line);
}

const SHARED_NAME = 'Earlier versions stored different repositories under this name.';

function confirmationText(posts: number, removal: Removal): string {
  const what = `${countOf(posts, 'post')} ${describeRemoval(removal)}, and everything that quotes ${posts === 1 ? 'it' : 'them'}`;
  return `This deletes ${what}, for good.${isSharedName(removal) ? ` ${SHARED_NAME}` : ''}`;
}

const isSharedName = ({ kind, name }: Removal): boolean => kind === 'repository' && sharedNameOf(name) === name;

/** What `forget` can't do where earlier versions stored several repositories under one name. */
async function sharedNameNotes({ removals }: Store, removal: Removal): Promise<string[]> {
  if (isSharedName(removal))
    return [`${SHARED_NAME} To skip later posts from one of them, forget it by its own name, with --also-in-future.`];
  const name = removal.kind === 'repository' ? sharedNameOf(removal.name) : null;
  const { length } = name === null ? [] : await removals.find({ ...removal, name });
  if (length === 0) return [];
  const where = `${countOf(length, 'post')} that earlier versions stored as “${name}”`;
  return [`${where} may be from it too. To delete all of these: npm run -s cli -- forget --repository '${name}'`];
}

function describeRemoval({ kind, name, provider }: Removal): string {
  const at = provider === null ? '' : ` at ${provider}`;
  if (kind === 'author') return `by “${name}”${at}`;
  return kind === 'repository' ? `from “${name}”${at}` : `with the id ${provider}:${name}`;
}

function summaryOf({ posts, endedSignals }: RemovalTally): string {
  const signals = endedSignals === 0 ? '' : `, and ${countOf(endedSignals, 'signal')} that had no other post`;
  return `${countOf(posts, 'post')} deleted for good, with everything that quoted ${posts === 1 ? 'it' : 'them'}${signals}.`;
}
