import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  'alter table signals add column changed integer not null default 0',
  'create index signals_by_change on signals (changed) where changed = 1',
  'alter table clusters add column coherence real',
  // Which signals an interrupted import had changed isn't known, so the next refresh looks at all.
  "update counters set value = 2 where name = 'refreshDue' and value > 0",
];

/** Marks the signals that the next refresh computes again, and keeps how well each cluster fits its signal. */
export async function markChangedSignals(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}
