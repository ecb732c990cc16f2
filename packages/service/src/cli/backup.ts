import { stat } from 'node:fs/promises';
import { Command } from 'commander';
import type { CliContext } from './context.ts';
import { helpExamples } from './examples.ts';
import { createRowProgress } from './row-progress.ts';
import { withStore } from './with-store.ts';

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
