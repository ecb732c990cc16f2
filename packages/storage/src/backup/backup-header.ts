import { z } from 'zod';

/** A backup cannot be written or read. The message says why. */
export class BackupFileError extends Error {
  override name = 'BackupFileError';
}

const FORMAT = 'pain-signals backup';
const VERSION = 1;

const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()).nonempty(),
  rows: z.int().nonnegative(),
});
export type BackupTable = z.output<typeof Table>;

/** The first line of a program's part. */
const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** The program that owns the tables. */
  program: z.string(),
  madeAt: z.string(),
  /** The migrations applied when the backup was made. */
  migrations: z.array(z.string()).nonempty(),
  tables: z.array(Table).refine((tables) => new Set(tables.map(({ name }) => name)).size === tables.length),
});
export type BackupHeader = z.output<typeof Header>;

export const headerOf = (others: Omit<BackupHeader, 'format' | 'version'>): BackupHeader => ({
  format: FORMAT,
  version: VERSION,
  ...others,
});

const AnyHeader = z.object({ format: z.literal(FORMAT), version: z.number() });

/** Throws {@link BackupFileError}. */
export function parseHeader(path: string, value: unknown): BackupHeader {
  const any = AnyHeader.safeParse(value).data;
  if (any === undefined) throw new BackupFileError(`${path} is not a Pain Signals backup.`);
  if (any.version !== VERSION)
    throw new BackupFileError(`${path} was written by a newer version of this program. Restore it with that version.`);
  const { data } = Header.safeParse(value);
  if (data === undefined)
    throw new BackupFileError(`${path} is damaged: it has tables or columns that no version of these programs had.`);
  return data;
}
