import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type WorkspaceTable = {
  [Name in keyof Tables]: 'workspace_id' extends keyof Tables[Name] ? Name : never;
}[keyof Tables];

/** Every table with rows of a workspace, or this does not compile; that of the installations apart, which may be a new one. */
const WORKSPACE_TABLES: Readonly<Record<Exclude<WorkspaceTable, 'installations'>, true>> = {
  api_keys: true,
  settings: true,
  settings_changes: true,
  shares: true,
  chart_files: true,
  digest_subscriptions: true,
  digest_deliveries: true,
  digest_votes: true,
  hidden_quotes: true,
  watches: true,
  watch_alerts: true,
  watch_books: true,
};

/** Deletes all that is kept of a workspace beside its installation. */
export async function forgetWorkspace(kysely: Kysely<Tables>, workspaceId: string): Promise<void> {
  for (const table of Object.keys(WORKSPACE_TABLES) as (keyof typeof WORKSPACE_TABLES)[]) {
    await kysely.deleteFrom(table).where('workspace_id', '=', workspaceId).execute();
  }
}
