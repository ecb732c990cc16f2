import { access } from 'node:fs/promises';
import { Command } from 'commander';
import { describeFileError } from '../model/file-fault.ts';
import { restoreBackup } from '../pipeline/run-restore.ts';
import type { Store } from '../store/index.ts';
import { type CliContext, OperatorError } from './context.ts';
import { helpExamples } from './examples.ts';
import { createRowProgress } from './row-progress.ts';
import { announceWait, withPipeline } from './with-store.ts';

interface RestoreOptions {
  yes?: true;
}

export function restoreCommand(context: CliContext): Command {
  return new Command('restore')
    .description(
      'put a backup in the place of everything the service keeps, all at once; nothing has to be stopped. Where there is ' +
        'something already, it asks first',
    )
    .argument('<file>', 'as backup made it, of this version or an earlier one, from either kind of database')
    .option('--yes', 'do not ask')
    .addHelpText('after', helpExamples('restore monday.backup', 'restore --yes monday.backup'))
    .action((path: string, options: RestoreOptions) => restoreFile(context, path, options.yes === true));
}

async function restoreFile(context: CliContext, path: string, isAgreed: boolean): Promise<void> {
  await access(path).catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read: ${describeFileError(error)}.`);
  });
  const { onProgress, end } = createRowProgress(context, 'restoring');
  const restored = await withPipeline(context, async (deps) => {
    if (!isAgreed && !(await confirmReplace(context, deps.store, path))) return null;
    return restoreBackup(deps, path, { onProgress, onWait: announceWait(context) });
  }).finally(end);
  if (restored === null) throw new OperatorError('Nothing was restored: everything is as it was.');
  const { rows, forgotten } = restored;
  const left = forgotten === 0 ? '' : ` Left out, since they were forgotten: ${forgotten}.`;
  await context.print(`${rows} rows restored.${left}`);
  context.notify('Accounts, passwords and keys are as they were then: revoke again what was revoked since.');
}

/** What is there is gone afterwards, so whoever has something is asked. */
async function confirmReplace(context: CliContext, store: Store, path: string): Promise<boolean> {
  const { imported, sample } = await store.posts.kinds();
  if (!imported && !sample && !(await store.accounts.any())) return true;
  // Nobody should agree to lose what there is for a file that holds nothing to put in its place.
  await store.checkBackup(path);
  const replaced = `All posts, signals, accounts and keys in this database would be replaced by those of ${path}.`;
  if (context.confirm !== null) return context.confirm(`${replaced} Go on?`);
  throw new OperatorError(
    `${replaced} Nothing was changed: add --yes to replace them. To keep them first: backup FILE. Then: restore --yes ${path}`,
  );
}
