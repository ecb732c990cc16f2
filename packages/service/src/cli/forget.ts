import { Command } from 'commander';
import type { Removal } from '../model/removal.ts';
import { forget } from '../pipeline/run-forget.ts';
import type { RemovalTally } from '../pipeline/run-remove.ts';
import { type CliContext, tellToWait, UsageError, withPipeline } from './context.ts';
import { readPostIdentity, readProvider } from './post-identity.ts';

interface Options {
  author?: string;
  repository?: string;
  post?: { provider: string; externalId: string };
  provider?: string;
}

const POSTS_BETWEEN_LINES = 2_000;

export function forgetCommand(context: CliContext): Command {
  return new Command('forget')
    .description('remove posts for good, with everything that quotes them; importing them again brings nothing back')
    .option('--author <name>', 'all that this person wrote, whatever the capitals of the name')
    .option('--post <provider:id>', 'one post', readPostIdentity)
    .option('--repository <name>', 'all that was written in this repository')
    .option('--provider <name>', 'only at this provider; with --author or --repository', readProvider)
    .action((options: Options) => forgetPosts(context, removalOf(options)));
}

function removalOf({ author, repository, post, provider }: Options): Removal {
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

async function forgetPosts(context: CliContext, removal: Removal): Promise<void> {
  let told = 0;
  const onProgress = (removed: number, all: number) => {
    if (removed - told < POSTS_BETWEEN_LINES) return;
    told = removed;
    context.tell(`${removed} of ${all} posts removed`);
  };
  const tally = await withPipeline(context, (deps) =>
    forget(deps, removal, { onProgress, onWait: tellToWait(context) }),
  );
  await context.print(summaryOf(tally));
}

function summaryOf({ posts, endedSignals }: RemovalTally): string {
  if (posts === 0) return 'No stored post is meant. Those that come later will be left out.';
  const gone = `${posts} ${posts === 1 ? 'post' : 'posts'} removed for good`;
  if (endedSignals === 0) return `${gone}, with what quoted them.`;
  return `${gone}, with what quoted them and ${endedSignals} ${endedSignals === 1 ? 'signal' : 'signals'} that nobody else told of.`;
}
