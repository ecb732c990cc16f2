import type { Kysely } from 'kysely';
import type { BackupValue } from './backup-file.ts';

/** Tables of which only the names are known. */
export type AnyTables = Record<string, Record<string, BackupValue>>;

export interface TableShape {
  name: string;
  columns: string[];
}

/** The program's own tables by name. `schema` counts on PostgreSQL, where several programs may share a database. */
export async function tableShapes(kysely: Kysely<AnyTables>, schema: string): Promise<TableShape[]> {
  const tables = await kysely.introspection.getTables();
  return tables
    .filter((table) => !table.isView && (table.schema === undefined || table.schema === schema))
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
