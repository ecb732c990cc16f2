import { decodeJson } from '@pain-signals/contract';
import { DAY_MS, MINUTE_MS } from '@pain-signals/domain';
import { type Encryption, prepare, type Value } from '@pain-signals/storage';
import { type Kysely, type QueryCreator, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { UnansweredRequest } from '#handlers/reply/unanswered.ts';
import type { Write } from './batched-writes.ts';
import type { Tables } from './tables.ts';

/** Longer than it takes to notice that a process is busy. Longer work renews its claim. */
const LEASE_MS = MINUTE_MS;
/** As long as Slack may be away: its address to answer at dies earlier, and other ways remain. */
export const MOST_LATE_MS = DAY_MS;
/** They are told within a lease, also while Slack is slow. */
const MOST_AT_ONCE = 8;

export interface KeptRequest {
  workspaceId: string;
  request: UnansweredRequest;
}

interface TakenRequest {
  key: string;
  workspaceId: string;
  attempts: number;
  askedAt: number;
  /** Null when it can't be read. */
  request: UnansweredRequest | null;
}

const Content = z.object({
  responseUrl: z.string().nullable(),
  channelId: z.string().nullable(),
  userId: z.string().nullable(),
  threadTs: z.string().nullable(),
  query: z.string().nullable(),
});

/** Requests that were acknowledged and are not answered yet, so that some process says so when theirs has died. */
export function unansweredRequestStore(
  kysely: Kysely<Tables>,
  encryption: Encryption,
  now: () => number,
  write: Write<Tables>,
) {
  const insert = prepare<UnansweredRow, never>(kysely, (value) =>
    kysely.insertInto('unansweredRequests').values({
      requestKey: value('requestKey'),
      workspaceId: value('workspaceId'),
      requestSealed: value('requestSealed'),
      attempts: 0,
      askedAt: value('askedAt'),
      freeAt: value('freeAt'),
    }),
  );
  const rowOf = (requestKey: string, { workspaceId, request }: KeptRequest): UnansweredRow => {
    const at = now();
    const requestSealed = encryption.seal(JSON.stringify(request), cellOf(requestKey));
    return { requestKey, workspaceId, requestSealed, askedAt: at, freeAt: at + LEASE_MS };
  };
  const remove = prepare<{ requestKey: string }, never>(kysely, (value) =>
    kysely.deleteFrom('unansweredRequests').where('requestKey', '=', value('requestKey')),
  );
  const free = (key: string, freeAt: number) =>
    write((handle) => handle.updateTable('unansweredRequests').set({ freeAt }).where('requestKey', '=', key).execute());
  const open = ({ requestKey, requestSealed }: Row): UnansweredRequest | null => {
    try {
      return decodeJson(Content, encryption.open(requestSealed, cellOf(requestKey)));
    } catch {
      return null;
    }
  };
  return {
    /** For the transaction that takes the request. */
    async add(handle: Kysely<Tables>, requestKey: string, request: KeptRequest): Promise<void> {
      await insert(rowOf(requestKey, request), handle);
    },
    /** One that could not be kept in time, or was removed: so that the person is told, now or unless it is answered (`claimed`). */
    async put(requestKey: string, request: KeptRequest, state: 'free' | 'claimed' = 'free'): Promise<void> {
      const claimed = { ...rowOf(requestKey, request), attempts: 0 };
      const row = state === 'claimed' ? claimed : { ...claimed, freeAt: now() };
      await kysely
        .insertInto('unansweredRequests')
        .values(row)
        .onConflict((conflict) => conflict.column('requestKey').doUpdateSet({ freeAt: row.freeAt }))
        .execute();
    },
    rowOf,
    /** For the statement that takes the request: adds its row where `claimed` has one. */
    addClaimed: <Values extends UnansweredRow>(
      handle: QueryCreator<Tables & { claimed: { requestKey: string } }>,
      value: Value<Values>,
    ) =>
      handle
        .insertInto('unansweredRequests')
        .columns(['requestKey', 'workspaceId', 'requestSealed', 'attempts', 'askedAt', 'freeAt'])
        .expression(
          handle
            .selectFrom('claimed')
            .select([
              'claimed.requestKey',
              sql<string>`cast(${value('workspaceId')} as text)`.as('workspaceId'),
              sql<string>`cast(${value('requestSealed')} as text)`.as('requestSealed'),
              sql<number>`0`.as('attempts'),
              sql<number>`cast(${value('askedAt')} as bigint)`.as('askedAt'),
              sql<number>`cast(${value('freeAt')} as bigint)`.as('freeAt'),
            ]),
        ),
    /** It was answered, or never can be. */
    async remove(key: string): Promise<void> {
      await write((handle) => remove({ requestKey: key }, handle));
    },
    /** Some process may take it from then on. */
    async free(key: string, freeAt: number): Promise<void> {
      await free(key, freeAt);
    },
    /** Keeps the claim on what is being answered. */
    async renew(keys: readonly string[]): Promise<void> {
      for (const key of keys) await free(key, now() + LEASE_MS);
    },
    /** Claims those whose process died, and those that could not be told. */
    async take(): Promise<TakenRequest[]> {
      const waiting = await kysely
        .selectFrom('unansweredRequests')
        .selectAll()
        .where('freeAt', '<=', now())
        .orderBy('freeAt')
        .limit(MOST_AT_ONCE)
        .execute();
      const taken: TakenRequest[] = [];
      for (const row of waiting) {
        const { requestKey: key, workspaceId, attempts, askedAt, freeAt } = row;
        const { numUpdatedRows } = await kysely
          .updateTable('unansweredRequests')
          .set({ freeAt: now() + LEASE_MS, attempts: attempts + 1 })
          .where('requestKey', '=', key)
          .where('freeAt', '=', freeAt)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) taken.push({ key, workspaceId, attempts, askedAt, request: open(row) });
      }
      return taken;
    },
    /** Also of workspaces that the app has left, and of a clock that ran ahead. */
    async forgetOld(): Promise<void> {
      await kysely
        .deleteFrom('unansweredRequests')
        .where((row) =>
          row.or([row('askedAt', '<=', now() - 2 * MOST_LATE_MS), row('askedAt', '>', now() + MOST_LATE_MS)]),
        )
        .execute();
    },
  };
}

type Row = Selectable<Tables['unansweredRequests']>;
export type UnansweredRow = Omit<Row, 'attempts'>;

const cellOf = (key: string) => ['unanswered_requests', 'request_sealed', key] as const;

export type UnansweredRequestStore = ReturnType<typeof unansweredRequestStore>;
