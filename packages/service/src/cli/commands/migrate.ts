import { Command } from 'commander';
import { openConfiguredStore } from '../../jobs/pipeline/open-pipeline.ts';
import { countOf } from '../../model/pluralize.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';

export function migrateCommand(context: CliContext): Command {
  return new Command('migrate')
    .description(
      'bring the tables of the service and the Slack app up to date; needed at an upgrade where AUTO_MIGRATE is false',
    )
    .addHelpText('after', helpExamples('migrate'))
    .action(() => migrateTables(context));
}

async function migrateTables(context: CliContext): Promise<void> {
  const store = await openConfiguredStore(await context.config(), { mayMigrate: true });
  const { migrated } = store;
  await store.close();
  await context.print(migrated === 0 ? 'The tables are up to date.' : `Applied ${countOf(migrated, 'migration')}.`);
}
