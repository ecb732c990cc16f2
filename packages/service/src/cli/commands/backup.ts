import { access, stat } from 'node:fs/promises';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { restoreBackup } from '../../jobs/restore.ts';
import { describeFileError } from '../../model/file-error.ts';
import type { Store } from '../../store/index.ts';
import { type CliContext, helpExamples, OperatorError } from '../context/cli-context.ts';
import { announceWait, withPipeline, withStore } from '../context/with-store.ts';

/** What a person sees while many rows are written: a bar on a terminal, now and then a line elsewhere. */
export interface RowProgress {
  onProgress(done: number, all: number): void;
  end(): void;
}

const ROWS_BETWEEN_LINES = 100_000;
const ROWS_BETWEEN_STEPS = 500;

export function createRowProgress(context: CliContext, doing: string): RowProgress {
  if (!context.isTerminal) return createLineProgress(context, doing);
  const format = `${doing} {bar} {percentage} % | {value} of {total} rows | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true, hideCursor: true });
  let isShown = false;
  return {
    onProgress(done, all) {
      if (!isShown) bar.start(all, done);
      isShown = true;
      if (done % ROWS_BETWEEN_STEPS === 0 || done === all) bar.update(done);
    },
    end: () => bar.stop(),
  };
}

function createLineProgress({ notify: tell }: CliContext, doing: string): RowProgress {
  return {
    onProgress(done, all) {
      if (done % ROWS_BETWEEN_LINES === 0) tell(`${doing}: ${done} of ${all} rows`);
    },
    end: () => {},
  };
}

export function backupCommand(context: CliContext): Command {
  return new Command('backup')
    .description(
      'write everything the service keeps, as it is at one moment, to a new file; others go on reading and writing',
    )
    .argument('<file>', 'a file that is not there yet')
    .addHelpText('after', helpExamples('backup monday.backup'))
    .action((path: string) => makeBackup(context, path));
}

async function makeBackup(context: CliContext, path: string): Promise<void> {
  const progress = createRowProgress(context, 'backing up');
  const rows = await withStore(context, (store) => store.backUp(path, progress)).finally(progress.end);
  const { size } = await stat(path);
  await context.print(`${path}: ${rows} rows, ${(size / 1e6).toFixed(1)} MB. Restore it with: restore ${path}`);
  context.notify(
    'It holds hashes of keys and passwords, so only you may read it. What the Slack app keeps is not in it: README says how to save that.',
  );
}

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
