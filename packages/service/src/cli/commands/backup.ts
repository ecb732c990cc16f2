import { access, stat } from 'node:fs/promises';
import { OperatorError } from '@pain-signals/storage';
import { Command } from 'commander';
import { restoreBackup } from '../../jobs/restore.ts';
import { countOf, formatCount } from '../../model/pluralize.ts';
import { describeFileError } from '../../model/system-errors.ts';
import type { Store } from '../../store/index.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { createProgress } from '../context/progress.ts';
import { withPipeline, withStore } from '../context/with-store.ts';

const ROWS_BETWEEN_LINES = 100_000;
const ROWS_BETWEEN_STEPS = 500;

function createRowProgress(context: CliContext, action: string) {
  const { update, end } = createProgress(context);
  const format = `${action} {bar} {percentage}% | {value} of {total} rows | {eta_formatted} left`;
  return {
    onProgress(done: number, total: number) {
      if (done % ROWS_BETWEEN_STEPS !== 0 && done !== total) return;
      const tick = Math.floor(done / ROWS_BETWEEN_LINES);
      update({ format, done, total, tick, text: `${action}: ${formatCount(done)} of ${countOf(total, 'row')}` });
    },
    end,
  };
}

export function backupCommand(context: CliContext): Command {
  return new Command('backup')
    .description(
      'back up the service and the Slack app to a new file, a consistent copy of each; both can keep running',
    )
    .argument('<file>', 'a file that does not exist yet')
    .addHelpText('after', helpExamples('backup monday.backup'))
    .action((path: string) => makeBackup(context, path));
}

async function makeBackup(context: CliContext, path: string): Promise<void> {
  const progress = createRowProgress(context, 'backing up');
  const rows = await withStore(context, (store) => store.backUp(path, progress)).finally(progress.end);
  const { size } = await stat(path);
  await context.print(
    `${path}: ${countOf(rows, 'row')}, ${(size / 1e6).toFixed(1)} MB. Restore it with: npm run -s cli -- restore ${path}`,
  );
  context.notify('It contains password and key hashes, so only you can read it.');
}

export function restoreCommand(context: CliContext): Command {
  return new Command('restore')
    .description(
      'replace everything that the service and the Slack app store with a backup; both can keep running. Asks first unless ' +
        'the database is empty',
    )
    .argument('<file>', 'a backup made by this version or an earlier one, from SQLite or PostgreSQL')
    .option('--yes', 'do not ask')
    .addHelpText('after', helpExamples('restore monday.backup', 'restore --yes monday.backup'))
    .action((path: string, { yes }: { yes?: true }) => restoreFile(context, path, yes === true));
}

async function restoreFile(context: CliContext, path: string, isConfirmed: boolean): Promise<void> {
  await access(path).catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read: ${describeFileError(error)}.`);
  });
  const { onProgress, end } = createRowProgress(context, 'restoring');
  const restored = await withPipeline(context, async (deps) => {
    // Nobody should lose data for a file that turns out to be damaged, or no backup.
    await deps.store.checkBackup(path);
    if (!isConfirmed && !(await confirmReplace(context, deps.store, path))) return null;
    return restoreBackup(deps, path, onProgress);
  }).finally(end);
  if (restored === null) throw new OperatorError('Nothing was restored.');
  const { rows, forgotten } = restored;
  const skipped = forgotten === 0 ? '' : ` Skipped ${formatCount(forgotten)} that you had deleted with: forget.`;
  await context.print(`${countOf(rows, 'row')} restored.${skipped}`);
  context.notify(
    'Accounts, passwords, keys and what is hidden are as they were in the backup. Revoke and hide again what you revoked and hid since.',
  );
}

/** Asks before existing data is replaced. */
async function confirmReplace(context: CliContext, store: Store, path: string): Promise<boolean> {
  const { imported, sample } = await store.posts.kinds();
  if (!imported && !sample && !(await store.accounts.any())) return true;
  const warning = `This replaces all posts, signals, accounts and keys in the database with those in ${path}.`;
  if (context.confirm !== null) return context.confirm(`${warning} Continue?`);
  throw new OperatorError(
    `${warning} Nothing was changed. To go ahead: npm run -s cli -- restore --yes ${path} (to keep the current data, run first: npm run -s cli -- backup FILE)`,
  );
}
