import { z } from 'zod';

/** A row that holds what this program never writes. It is left out of answers. */
export interface DamagedRow {
  table: 'signals' | 'signal_history' | 'briefs';
  /** Of the signal. */
  id: string;
  /** Which column is wrong, and how. Holds no values. */
  fault: string;
}

export type OnDamaged = (row: DamagedRow) => void;

/** An instant, epoch ms, of a year that ISO 8601 writes with four digits. */
export const StoredInstant = z.int().min(Date.parse('0001-01-01')).max(Date.parse('9999-12-31'));

/** Whether a row has the stored shape; calls `onDamaged` when it hasn't. */
export const createRowCheck =
  (table: DamagedRow['table'], shape: z.ZodType, onDamaged: OnDamaged) =>
  (id: string, row: unknown): boolean => {
    const { error } = shape.safeParse(row);
    const [issue] = error?.issues ?? [];
    if (issue !== undefined) onDamaged({ table, id, fault: `${issue.path.join('.')}: ${issue.message}` });
    return issue === undefined;
  };
