import { DAY_MS, HOUR_MS } from '@pain-signals/domain';
import { type Encryption, prepare } from '@pain-signals/storage';
import { type Kysely, sql } from 'kysely';
import { settingsStore } from './settings.ts';
import type { Tables } from './tables.ts';

export interface ApiKeyRecord {
  prefix: string;
  /** Null: the service gave it to the workspace, and the app asked for it last at `connectedAt`. */
  connectedBy: string | null;
  connectedAt: number;
}

/** Each workspace's own key of the pain signal service. */
export function apiKeyStore(kysely: Kysely<Tables>, encryption: Encryption, now: () => number) {
  const inTransaction = (
    workspaceId: string,
    userId: string,
    work: (keys: ApiKeyStore) => Promise<void>,
  ): Promise<void> =>
    kysely.transaction().execute(async (handle) => {
      const keys = apiKeyStore(handle, encryption, now);
      const from = (await keys.describe(workspaceId))?.prefix ?? null;
      await work(keys);
      const to = (await keys.describe(workspaceId))?.prefix ?? null;
      if (from === null && to === null) return;
      await settingsStore(handle, now).logChanges(workspaceId, userId, [{ setting: 'key', from, to }]);
    });

  const rowOf = (workspaceId: string, key: string, connectedBy: string) => ({
    keySealed: encryption.seal(key, cellOf(workspaceId)),
    prefix: prefixOf(key),
    connectedBy,
    connectedAt: now(),
  });

  const findKey = prepare<{ workspaceId: string }, { keySealed: string }>(kysely, (value) =>
    kysely.selectFrom('apiKeys').select('keySealed').where('workspaceId', '=', value('workspaceId')),
  );

  return {
    /** The same as `set` and `remove`, with an entry in the log of changes. */
    connect: (workspaceId: string, userId: string, key: string): Promise<void> =>
      inTransaction(workspaceId, userId, (keys) => keys.set(workspaceId, key, userId)),
    disconnect: (workspaceId: string, userId: string): Promise<void> =>
      inTransaction(workspaceId, userId, (keys) => keys.remove(workspaceId)),
    async find(workspaceId: string): Promise<string | null> {
      const [row] = await findKey({ workspaceId });
      return row === undefined ? null : encryption.open(row.keySealed, cellOf(workspaceId));
    },
    /** Everything but the key. */
    async describe(workspaceId: string): Promise<ApiKeyRecord | null> {
      const row = await kysely
        .selectFrom('apiKeys')
        .select(['prefix', 'connectedBy', 'connectedAt'])
        .where('workspaceId', '=', workspaceId)
        .executeTakeFirst();
      return row === undefined ? null : { ...row, connectedBy: row.connectedBy || null };
    },
    async set(workspaceId: string, key: string, connectedBy: string): Promise<void> {
      const row = rowOf(workspaceId, key, connectedBy);
      await kysely
        .insertInto('apiKeys')
        .values({ workspaceId, ...row })
        .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet(row))
        .execute();
    },
    /** Keeps the key that the service gave, unless somebody connected another one or the app is not installed any more. */
    async provide(workspaceId: string, key: string): Promise<void> {
      const row = rowOf(workspaceId, key, '');
      await sql`
        insert into api_keys (workspace_id, key_sealed, prefix, connected_by, connected_at)
        select workspace_id, ${row.keySealed}, ${row.prefix}, ${row.connectedBy}, ${sql.lit(row.connectedAt)}
        from installations where workspace_id = ${workspaceId}
        on conflict (workspace_id) do update set key_sealed = excluded.key_sealed, prefix = excluded.prefix,
          connected_at = excluded.connected_at
        where api_keys.connected_by = ''`.execute(kysely);
    },
    async remove(workspaceId: string): Promise<void> {
      await kysely.deleteFrom('apiKeys').where('workspaceId', '=', workspaceId).execute();
    },
  };
}

type ApiKeyStore = ReturnType<typeof apiKeyStore>;

const cellOf = (workspaceId: string) => ['api_keys', 'key_sealed', workspaceId] as const;

/** `pain_<prefix>_<secret>`; a key of another form has no public part. */
const prefixOf = (key: string): string => /^([^_]{1,20}_[^_]{1,20})_/.exec(key)?.[1] ?? '';

/** Longer than fair use counts. */
const KEPT_MS = 2 * DAY_MS;

/** Which signals the service has listed for each API key, by its fingerprint: all processes count them together. */
export function listedSignalStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    async nthLatest(keyHash: string, n: number, since: number): Promise<number | null> {
      const row = await kysely
        .selectFrom('listedSignals')
        .select('listedAt')
        .where('keyHash', '=', keyHash)
        .where('listedAt', '>', since)
        .orderBy('listedAt', 'desc')
        .offset(n - 1)
        .limit(1)
        .executeTakeFirst();
      return row?.listedAt ?? null;
    },
    async note(keyHash: string, ids: readonly string[], at: number): Promise<void> {
      await kysely
        .insertInto('listedSignals')
        // In one order, so that two processes never wait for each other.
        .values(ids.toSorted().map((signalId) => ({ keyHash, signalId, listedAt: at })))
        .onConflict((conflict) =>
          conflict.columns(['keyHash', 'signalId']).doUpdateSet((row) => ({ listedAt: row.ref('excluded.listedAt') })),
        )
        .execute();
    },
    /** What a clock that ran ahead noted would count until then. */
    async pullBack(at: number): Promise<void> {
      await kysely
        .deleteFrom('listedSignals')
        .where('listedAt', '>', at + HOUR_MS)
        .execute();
    },
    async forgetOld(): Promise<void> {
      await kysely
        .deleteFrom('listedSignals')
        .where('listedAt', '<=', now() - KEPT_MS)
        .execute();
    },
  };
}
