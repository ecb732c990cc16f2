import { OperatorError } from '@pain-signals/storage';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { type Hideable, setHidden } from '../../jobs/removals.ts';
import type { PostIdentity } from '../../store/index.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { withPipeline } from '../context/with-store.ts';

const PROVIDER = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export function parseProvider(text: string): string {
  if (PROVIDER.test(text)) return text;
  throw new InvalidArgumentError('Use the lowercase name of a provider, such as github.');
}

/** Splits at the first colon: the id may contain colons too. */
export function parsePostIdentity(text: string): PostIdentity {
  const colon = text.indexOf(':');
  const provider = text.slice(0, Math.max(colon, 0));
  const externalId = text.slice(colon + 1);
  if (PROVIDER.test(provider) && externalId !== '') return { provider, externalId };
  throw new InvalidArgumentError('Use PROVIDER:ID, such as github:acme/widget#17.');
}

interface Options {
  undo?: true;
}

const UNDO = ['--undo', 'restore it'] as const;

export function hideCommand(context: CliContext): Command {
  const hide = new Command('hide')
    .description('exclude a signal or post everywhere; --undo restores it. Nothing is deleted')
    .addHelpText(
      'after',
      helpExamples('hide signal 6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'hide post github:acme/widget#17'),
    );
  hide
    .command('signal')
    .description('exclude a signal from lists, search, dashboards and briefs; its id returns 404')
    .argument('<id>', 'the id of the signal', parseSignalId)
    .option(...UNDO)
    .addHelpText(
      'after',
      helpExamples(
        'hide signal 6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
        'hide signal 6f9619ff-8b86-4d01-b42d-00cf4fc964ff --undo',
      ),
    )
    .action((id: string, options: Options) => hideOne(context, { signalId: id }, `signal ${id}`, options));
  hide
    .command('post')
    .description('exclude a post from all counts, evidence and briefs')
    .argument('<provider:id>', 'such as github:acme/widget#17', parsePostIdentity)
    .option(...UNDO)
    .addHelpText('after', helpExamples('hide post github:acme/widget#17'))
    .action((post: PostIdentity, options: Options) =>
      hideOne(context, { post }, `post ${post.provider}:${post.externalId}`, options),
    );
  return hide;
}

async function hideOne(context: CliContext, target: Hideable, name: string, { undo }: Options): Promise<void> {
  const hide = undo !== true;
  const outcome = await withPipeline(context, (deps) => setHidden(deps, target, hide));
  if (outcome === 'unknown')
    throw new OperatorError(`There is no ${name}. List posts and signals with: npm run -s cli -- assignments`);
  const state = hide ? 'hidden' : 'shown';
  const text = `${name} is ${outcome === 'done' ? 'now' : 'already'} ${state}.`;
  await context.print(text.charAt(0).toUpperCase() + text.slice(1));
}

function parseSignalId(text: string): string {
  if (z.guid().safeParse(text).success) return text.toLowerCase();
  throw new InvalidArgumentError('Use the id of a signal, as listed by: npm run -s cli -- assignments');
}
