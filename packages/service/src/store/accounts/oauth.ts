import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** A code, token, grant, client or other record of the OAuth server; ids are hashes where they are secrets. */
export interface OAuthRecord {
  model: string;
  idHash: string;
  grantHash: string | null;
  clientId: string | null;
  accountId: string | null;
  payload: Record<string, unknown>;
  /** Null: for ever. */
  lifetimeMs: number | null;
}
export interface FoundOAuthRecord {
  payload: Record<string, unknown>;
  consumedAt: number | null;
}

export function oauthStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    async put(record: OAuthRecord): Promise<void> {
      const row = {
        grant_hash: record.grantHash,
        client_id: record.clientId,
        account_id: record.accountId,
        payload_json: JSON.stringify(record.payload),
        expires_at: record.lifetimeMs === null ? null : now() + record.lifetimeMs,
      };
      await kysely
        .insertInto('oauth_records')
        .values({ model: record.model, id_hash: record.idHash, created_at: now(), consumed_at: null, ...row })
        .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(row))
        .execute();
    },
    async find(model: string, idHash: string): Promise<FoundOAuthRecord | null> {
      const row = await kysely
        .selectFrom('oauth_records')
        .select(['payload_json as json', 'consumed_at as consumedAt'])
        .where('model', '=', model)
        .where('id_hash', '=', idHash)
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now())]))
        .executeTakeFirst();
      return row === undefined ? null : { payload: JSON.parse(row.json), consumedAt: row.consumedAt };
    },
    /** False when it was consumed before: of two that consume it at the same time one gets false. */
    async consume(model: string, idHash: string): Promise<boolean> {
      const row = await kysely
        .updateTable('oauth_records')
        .set({ consumed_at: now() })
        .where('model', '=', model)
        .where('id_hash', '=', idHash)
        .where('consumed_at', 'is', null)
        .returning('id_hash')
        .executeTakeFirst();
      return row !== undefined;
    },
    async remove(model: string, idHash: string): Promise<void> {
      await kysely.deleteFrom('oauth_records').where('model', '=', model).where('id_hash', '=', idHash).execute();
    },
    /** Codes and tokens of a grant, and the grant itself. */
    async removeGrant(grantHash: string): Promise<void> {
      await kysely.deleteFrom('oauth_records').where('grant_hash', '=', grantHash).execute();
    },
    async removeOfAccount(accountId: string): Promise<void> {
      await kysely.deleteFrom('oauth_records').where('account_id', '=', accountId).execute();
    },
    /** Drops what has expired, and clients that hold nothing any more: those registered more than `unusedMs` ago, or before `most` others. */
    async sweep(unusedMs: number, most: number): Promise<void> {
      await kysely.deleteFrom('oauth_records').where('expires_at', '<=', now()).execute();
      const oldestKept = await kysely
        .selectFrom('oauth_records')
        .select('created_at as at')
        .where('model', '=', 'Client')
        .orderBy('created_at', 'desc')
        .offset(most)
        .limit(1)
        .executeTakeFirst();
      await kysely
        .deleteFrom('oauth_records')
        .where('model', '=', 'Client')
        .where('created_at', '<=', Math.max(now() - unusedMs, oldestKept?.at ?? 0))
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('oauth_records as held')
                .select('held.id_hash')
                .whereRef('held.client_id', '=', 'oauth_records.client_id')
                .where('held.model', '!=', 'Client'),
            ),
          ),
        )
        .execute();
    },
  };
}
export type OAuthStore = ReturnType<typeof oauthStore>;

/** A program that holds tokens of an account. */
export interface ProgramRecord {
  clientId: string;
  /** As the program gave it; null when it gave none. */
  name: string | null;
  /** When it was let in, and when it last got a token: about once an hour while it is in use. */
  since: number;
  renewedAt: number;
}

/** The OAuth server's records as people see them: which programs they let in. */
export function programStore(kysely: Kysely<Tables>, now: () => number) {
  const ofAccount = (accountId: string) =>
    kysely
      .selectFrom('oauth_records')
      .where('account_id', '=', accountId)
      .where('client_id', 'is not', null)
      .where('expires_at', '>', now())
      .select('client_id')
      .groupBy('client_id');

  const nameOf = async (clientId: string): Promise<string | null> => {
    const row = await kysely
      .selectFrom('oauth_records')
      .select('payload_json as json')
      .where('model', '=', 'Client')
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    const name: unknown = row === undefined ? null : JSON.parse(row.json).client_name;
    return typeof name === 'string' ? name : null;
  };

  return {
    /** Last let in first. */
    async list(accountId: string): Promise<ProgramRecord[]> {
      const rows = await kysely
        .with('tokens', () =>
          ofAccount(accountId)
            .where('model', 'in', ['AccessToken', 'RefreshToken'])
            .where('consumed_at', 'is', null)
            .select(sql<number>`max(created_at)`.as('renewed_at')),
        )
        .with('grants', () =>
          ofAccount(accountId).where('model', '=', 'Grant').select(sql<number>`max(created_at)`.as('since')),
        )
        .selectFrom('tokens')
        .innerJoin('grants', 'grants.client_id', 'tokens.client_id')
        .select([sql<string>`tokens.client_id`.as('clientId'), 'grants.since', 'tokens.renewed_at as renewedAt'])
        .orderBy('grants.since', 'desc')
        .execute();
      return Promise.all(rows.map(async (row) => ({ ...row, name: await nameOf(row.clientId) })));
    },
    /** Takes away everything that the program holds of the account. */
    async remove(accountId: string, clientId: string): Promise<void> {
      await kysely
        .deleteFrom('oauth_records')
        .where('account_id', '=', accountId)
        .where('client_id', '=', clientId)
        .execute();
    },
  };
}
export type ProgramStore = ReturnType<typeof programStore>;
