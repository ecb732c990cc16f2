import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Work during which a thread ended unexpectedly, until the work was finished or failed by itself; and files that can't be moved. */
export interface ThreadFailure {
  work: string;
  /** In a row. */
  failures: number;
  /** The last time, epoch ms. */
  failedAt: number;
  reason: string;
}

export function threadFailureStore(kysely: Kysely<Tables>) {
  return {
    all: (): Promise<ThreadFailure[]> => kysely.selectFrom('threadFailures').selectAll().orderBy('work').execute(),

    async add(work: string, { failedAt, reason }: Pick<ThreadFailure, 'failedAt' | 'reason'>): Promise<void> {
      await kysely
        .insertInto('threadFailures')
        .values({ work, failures: 1, failedAt, reason })
        .onConflict((conflict) =>
          conflict
            .column('work')
            .doUpdateSet((row) => ({ failures: row('threadFailures.failures', '+', 1), failedAt, reason })),
        )
        .execute();
    },

    async clear(...work: string[]): Promise<void> {
      if (work.length === 0) return;
      await kysely.deleteFrom('threadFailures').where('work', 'in', work).execute();
    },
  };
}
