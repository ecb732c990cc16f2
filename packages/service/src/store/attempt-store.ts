import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export interface AttemptLimit {
  tries: number;
  /** At most a day. */
  windowMs: number;
}

const LONGEST_WINDOW_MS = 24 * 3_600_000;

/** Tries of something that is rationed, by subject: seen by every process, and not forgotten over a restart. */
export function attemptStore(kysely: Kysely<Tables>, { now, newId }: { now: () => number; newId: () => string }) {
  return {
    /** Notes a try unless there were too many. It is noted before they are counted, so that many at once gain nothing. */
    async take(subject: string, { tries, windowMs }: AttemptLimit): Promise<boolean> {
      const id = newId();
      await kysely
        .deleteFrom('attempts')
        .where('at', '<=', now() - LONGEST_WINDOW_MS)
        .execute();
      await kysely.insertInto('attempts').values({ id, subject, at: now() }).execute();
      const { count } = await kysely
        .selectFrom('attempts')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('subject', '=', subject)
        .where('at', '>', now() - windowMs)
        .executeTakeFirstOrThrow();
      if (count <= tries) return true;
      // What is refused does not prolong the wait.
      await kysely.deleteFrom('attempts').where('id', '=', id).execute();
      return false;
    },
    async forget(subject: string): Promise<void> {
      await kysely.deleteFrom('attempts').where('subject', '=', subject).execute();
    },
  };
}
export type AttemptStore = ReturnType<typeof attemptStore>;
