import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { type Hideable, setHidden } from '../../jobs/hide.ts';
import type { PostIdentity } from '../../store/index.ts';
import { type CliContext, helpExamples, OperatorError } from '../context/cli-context.ts';
import { announceWait, withPipeline } from '../context/with-store.ts';

const PROVIDER = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export function parseProvider(text: string): string {
  if (PROVIDER.test(text)) return text;
  throw new InvalidArgumentError('It must be the lower-case name of a provider such as github.');
}

/** The id may hold colons itself. */
export function parsePostIdentity(text: string): PostIdentity {
  const colon = text.indexOf(':');
  const provider = text.slice(0, Math.max(colon, 0));
  const externalId = text.slice(colon + 1);
  if (PROVIDER.test(provider) && externalId !== '') return { provider, externalId };
  throw new InvalidArgumentError('It must be a provider and the id there, such as github:acme/widget#17.');
}

interface Options {
  undo?: true;
}

const UNDO = ['--undo', 'show it again'] as const;

export function hideCommand(context: CliContext): Command {
  const hide = new Command('hide')
    .description('put a signal or a post out of sight; nothing is deleted')
    .addHelpText(
      'after',
      helpExamples('hide signal 6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'hide post github:acme/widget#17'),
    );
  hide
    .command('signal')
    .description('in no list, search, dashboard or brief, and 404 by its id')
    .argument('<id>', 'its id', parseSignalId)
    .option(...UNDO)
    .addHelpText(
      'after',
      helpExamples(
        'hide signal 6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
        'hide signal 6f9619ff-8b86-4d01-b42d-00cf4fc964ff --undo',
      ),
    )
    .action((id: string, options: Options) => hideOne(context, { signalId: id }, `the signal ${id}`, options));
  hide
    .command('post')
    .description('counted and quoted nowhere')
    .argument('<provider:id>', 'such as github:acme/widget#17', parsePostIdentity)
    .option(...UNDO)
    .addHelpText('after', helpExamples('hide post github:acme/widget#17'))
    .action((post: PostIdentity, options: Options) =>
      hideOne(context, { post }, `the post ${post.provider}:${post.externalId}`, options),
    );
  return hide;
}

async function hideOne(context: CliContext, what: Hideable, name: string, { undo }: Options): Promise<void> {
  const hide = undo !== true;
  const outcome = await withPipeline(context, (deps) => setHidden(deps, what, hide, announceWait(context)));
  if (outcome === 'unknown') throw new OperatorError(`There is nothing like ${name}. See them with: assignments`);
  const state = hide ? 'hidden' : 'shown';
  await context.print(outcome === 'done' ? `Now ${name} is ${state}.` : `As before, ${name} is ${state}.`);
}

function parseSignalId(text: string): string {
  if (z.guid().safeParse(text).success) return text.toLowerCase();
  throw new InvalidArgumentError('It must be the id of a signal, as assignments shows it.');
}
