import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

/** Writes, possibly in one transaction with others. Resolves once the write is durable. An urgent one doesn't wait for others. */
export type Write<Tables> = <Result>(
  work: (kysely: Kysely<Tables>) => Promise<Result>,
  options?: { isUrgent?: boolean },
) => Promise<Result>;

/** Writes that share a transaction are in one. */
export const inTransaction = <Tables, Result>(
  kysely: Kysely<Tables>,
  work: (handle: Kysely<Tables>) => Promise<Result>,
): Promise<Result> => (kysely.isTransaction ? work(kysely) : kysely.transaction().execute(work));

interface PendingWrite<Tables> {
  work: (kysely: Kysely<Tables>) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

interface BatchOptions {
  /** How long writes wait for others to share a transaction with. */
  gatherMs: number;
  /** Waits for the disk. Without it the last moments may be lost when the machine stops, but not when the process does. */
  sync?: () => Promise<void>;
}

/**
 * Concurrent writes share a transaction, and a thread waits for the disk: SQLite itself would block the event loop at every durable
 * commit. When one write fails, all of them reject.
 */
export function batchWrites<Tables>(kysely: Kysely<Tables>, { gatherMs, sync }: BatchOptions): Write<Tables> {
  let waiting: PendingWrite<Tables>[] = [];
  let stopGathering = () => {};

  const commit = async () => {
    const hurried = new Promise<void>((resolve) => {
      stopGathering = resolve;
    });
    await Promise.race([sleep(gatherMs), hurried]);
    const together = waiting;
    waiting = [];
    try {
      const results = await commitTogether(kysely, together);
      await sync?.();
      for (const [at, { resolve }] of together.entries()) {
        // What follows one write is computed before the next one resolves: all at once would hold up the event loop.
        if (at > 0) await yieldToEventLoop();
        resolve(results[at]);
      }
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  };

  return <Result>(work: (handle: Kysely<Tables>) => Promise<Result>, { isUrgent = false } = {}) =>
    new Promise<Result>((resolve, reject) => {
      if (waiting.length === 0) void commit();
      waiting.push({ work, resolve: (result) => resolve(result as Result), reject });
      if (isUrgent) stopGathering();
    });
}

/** With `normal` SQLite does not wait for the disk at a commit. */
const commitTogether = <Tables>(kysely: Kysely<Tables>, writes: readonly PendingWrite<Tables>[]): Promise<unknown[]> =>
  kysely.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await connection.transaction().execute(async (handle) => {
        const made: unknown[] = [];
        for (const { work } of writes) made.push(await work(handle));
        return made;
      });
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
