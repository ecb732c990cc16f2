import type { Encryption } from '@pain-signals/storage';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export interface ApiKeyRecord {
  prefix: string;
  connectedBy: string;
  connectedAt: number;
}

/** Each workspace's own key of the pain signal service. */
export function apiKeyStore(kysely: Kysely<Tables>, encryption: Encryption, now: () => number) {
  return {
    async find(workspaceId: string): Promise<string | null> {
      const row = await kysely
        .selectFrom('api_keys')
        .select('key_sealed')
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      return row === undefined ? null : encryption.open(row.key_sealed, cellOf(workspaceId));
    },
    /** All about it but the key. */
    async describe(workspaceId: string): Promise<ApiKeyRecord | null> {
      const row = await kysely
        .selectFrom('api_keys')
        .select(['prefix', 'connected_by', 'connected_at'])
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      if (row === undefined) return null;
      return { prefix: row.prefix, connectedBy: row.connected_by, connectedAt: row.connected_at };
    },
    async set(workspaceId: string, key: string, connectedBy: string): Promise<void> {
      const row = {
        key_sealed: encryption.seal(key, cellOf(workspaceId)),
        prefix: prefixOf(key),
        connected_by: connectedBy,
        connected_at: now(),
      };
      await kysely
        .insertInto('api_keys')
        .values({ workspace_id: workspaceId, ...row })
        .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
        .execute();
    },
    async remove(workspaceId: string): Promise<void> {
      await kysely.deleteFrom('api_keys').where('workspace_id', '=', workspaceId).execute();
    },
  };
}

const cellOf = (workspaceId: string) => ['api_keys', 'key_sealed', workspaceId] as const;

/** `pain_<prefix>_<secret>`; of a key that looks otherwise nothing is public. */
const prefixOf = (key: string): string => /^([^_]{1,20}_[^_]{1,20})_/.exec(key)?.[1] ?? '';

export type ApiKeyStore = ReturnType<typeof apiKeyStore>;
