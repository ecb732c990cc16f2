import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
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

/** A row is in many answers, and a whole table may be damaged. */
const ROWS_REMEMBERED = 1_000;

/** Counts each time that a damaged row is left out of an answer, and logs each row once. */
export function createDamageReport(register: Registry, log: Pick<Logger, 'error'>): OnDamaged {
  const omissions = new Counter({
    name: 'painsignals_damaged_rows_total',
    help: 'How often a damaged row was left out of an answer, by table; the log has its id',
    labelNames: ['table'],
    registers: [register],
  });
  const logged = new LRUCache<string, true>({ max: ROWS_REMEMBERED });
  return ({ table, id, fault }) => {
    omissions.inc({ table });
    const row = `${table} ${id}`;
    if (logged.has(row)) return;
    logged.set(row, true);
    log.error({ table, id, fault }, 'damaged row left out');
  };
}
