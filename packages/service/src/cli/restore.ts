import { Command } from 'commander';
import { restoreBackup } from '../pipeline/run-restore.ts';
import { type CliContext, tellToWait, withPipeline } from './context.ts';
import { createRowProgress } from './row-progress.ts';

export function restoreCommand(context: CliContext): Command {
  return new Command('restore')
    .description('put a backup in the place of everything the service keeps, all at once; nothing has to be stopped')
    .argument('<file>', 'as backup made it, of this version or an earlier one, from either kind of database')
    .action((path: string) => restoreFile(context, path));
}

async function restoreFile(context: CliContext, path: string): Promise<void> {
  const { onProgress, end } = createRowProgress(context, 'restoring');
  const { rows, forgotten } = await withPipeline(context, (deps) =>
    restoreBackup(deps, path, { onProgress, onWait: tellToWait(context) }),
  ).finally(end);
  const left = forgotten === 0 ? '' : ` Left out, since they were forgotten: ${forgotten}.`;
  await context.print(`${rows} rows restored.${left}`);
  context.tell('Accounts, passwords and keys are as they were then: revoke again what was revoked since.');
}
