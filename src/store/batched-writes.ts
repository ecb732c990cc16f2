import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';

/** Writes, possibly in one transaction with others. Resolves once the write is durable. */
export type Write<Tables> = <Result>(work: (kysely: Kysely<Tables>) => Promise<Result>) => Promise<Result>;

interface PendingWrite<Tables> {
  work: (kysely: Kysely<Tables>) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Concurrent writes share a transaction. SQLite blocks the event loop at every commit, so thousands of small ones would delay
 * everything else. When one write fails, all of them reject.
 */
export function batchWrites<Tables>(kysely: Kysely<Tables>, gatherMs: number): Write<Tables> {
  let waiting: PendingWrite<Tables>[] = [];

  const commit = async () => {
    await sleep(gatherMs);
    const together = waiting;
    waiting = [];
    try {
      const results = await kysely.transaction().execute(async (handle) => {
        const made: unknown[] = [];
        for (const { work } of together) made.push(await work(handle));
        return made;
      });
      for (const [at, { resolve }] of together.entries()) resolve(results[at]);
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  };

  return <Result>(work: (handle: Kysely<Tables>) => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      if (waiting.length === 0) void commit();
      waiting.push({ work, resolve: (result) => resolve(result as Result), reject });
    });
}
