import { decodeJson } from '@pain-signals/contract';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { hasRow } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

const Payload = z.record(z.string(), z.unknown());

/** A code, token, grant, client or other record of the OAuth server; secret ids are hashed. */
export interface OAuthRecord {
  model: string;
  idHash: string;
  grantHash: string | null;
  clientId: string | null;
  accountId: string | null;
  payload: Record<string, unknown>;
  /** Null: doesn't expire. */
  lifetimeMs: number | null;
}
export interface FoundOAuthRecord {
  payload: Record<string, unknown>;
  consumedAt: number | null;
  /** How long ago it was consumed; null while it is not. */
  consumedMs: number | null;
}

export function oauthStore(kysely: Kysely<Tables>, now: () => number) {
  const dropExpired = () => kysely.deleteFrom('oauthRecords').where('expiresAt', '<=', now()).execute();

  return {
    async put(record: OAuthRecord): Promise<void> {
      const { model, idHash, payload, lifetimeMs, ...ids } = record;
      const expiresAt = lifetimeMs === null ? null : now() + lifetimeMs;
      const row = { ...ids, payloadJson: JSON.stringify(payload), expiresAt };
      await dropExpired();
      await kysely
        .insertInto('oauthRecords')
        .values({ model, idHash, createdAt: now(), consumedAt: null, ...row })
        .onConflict((conflict) => conflict.columns(['model', 'idHash']).doUpdateSet(row))
        .execute();
    },
    async find(model: string, idHash: string): Promise<FoundOAuthRecord | null> {
      const row = await kysely
        .selectFrom('oauthRecords')
        .select(['payloadJson as json', 'consumedAt'])
        .where('model', '=', model)
        .where('idHash', '=', idHash)
        .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', now())]))
        .executeTakeFirst();
      if (row === undefined) return null;
      const { json, consumedAt } = row;
      const payload = decodeJson(Payload, json);
      // Who can't be read has no access.
      return payload && { payload, consumedAt, consumedMs: consumedAt === null ? null : now() - consumedAt };
    },
    /** False when it was already consumed: of two concurrent calls one gets false. */
    consume(model: string, idHash: string): Promise<boolean> {
      const update = kysely.updateTable('oauthRecords').set({ consumedAt: now() }).where('consumedAt', 'is', null);
      return hasRow(update.where('model', '=', model).where('idHash', '=', idHash).returning('idHash'));
    },
    async remove(model: string, idHash: string): Promise<void> {
      await kysely.deleteFrom('oauthRecords').where('model', '=', model).where('idHash', '=', idHash).execute();
    },
    /** Deletes a grant with its codes and tokens. */
    async removeGrant(grantHash: string): Promise<void> {
      await kysely.deleteFrom('oauthRecords').where('grantHash', '=', grantHash).execute();
    },
    /** Whether somebody has connected this program, and not disconnected it. */
    hasGrant(clientId: string): Promise<boolean> {
      const held = kysely.selectFrom('oauthRecords').where('clientId', '=', clientId);
      return hasRow(held.where('model', '=', 'Grant').where('expiresAt', '>', now()).select('idHash').limit(1));
    },
    async removeOfAccount(accountId: string): Promise<void> {
      await kysely.deleteFrom('oauthRecords').where('accountId', '=', accountId).execute();
    },
    /** Deletes expired records, and unused clients registered more than `unusedMs` ago or before the `most` newest. */
    async sweep(unusedMs: number, most: number): Promise<void> {
      await dropExpired();
      const oldestKept = await kysely
        .selectFrom('oauthRecords')
        .select('createdAt as at')
        .where('model', '=', 'Client')
        .orderBy('createdAt', 'desc')
        .offset(most)
        .limit(1)
        .executeTakeFirst();
      await kysely
        .deleteFrom('oauthRecords')
        .where('model', '=', 'Client')
        .where('createdAt', '<=', Math.max(now() - unusedMs, oldestKept?.at ?? 0))
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('oauthRecords as held')
                .select('held.idHash')
                .whereRef('held.clientId', '=', 'oauthRecords.clientId')
                .where('held.model', '!=', 'Client'),
            ),
          ),
        )
        .execute();
    },
  };
}
export type OAuthStore = ReturnType<typeof oauthStore>;

/** A program with access to an account. */
export interface ProgramRecord {
  clientId: string;
  /** As registered by the program; null when it has none. */
  name: string | null;
  /** When it was authorized, and when it last got a token (about once an hour while in use). */
  since: number;
  renewedAt: number;
}

/** The programs people have authorized. */
export function programStore(kysely: Kysely<Tables>, now: () => number) {
  const ofAccount = (accountId: string) =>
    kysely
      .selectFrom('oauthRecords')
      .where('accountId', '=', accountId)
      .where('clientId', 'is not', null)
      .where('expiresAt', '>', now())
      .select('clientId')
      .groupBy('clientId');

  const nameOf = async (clientId: string): Promise<string | null> => {
    const row = await kysely
      .selectFrom('oauthRecords')
      .select('payloadJson as json')
      .where('model', '=', 'Client')
      .where('clientId', '=', clientId)
      .executeTakeFirst();
    const name = decodeJson(Payload, row?.json)?.client_name;
    return typeof name === 'string' ? name : null;
  };

  return {
    /** Last authorized first. */
    async list(accountId: string): Promise<ProgramRecord[]> {
      const rows = await kysely
        .with('tokens', () =>
          ofAccount(accountId)
            .where('model', 'in', ['AccessToken', 'RefreshToken'])
            .where('consumedAt', 'is', null)
            .select(sql<number>`max(created_at)`.as('renewedAt')),
        )
        .with('grants', () =>
          ofAccount(accountId).where('model', '=', 'Grant').select(sql<number>`max(created_at)`.as('since')),
        )
        .selectFrom('tokens')
        .innerJoin('grants', 'grants.clientId', 'tokens.clientId')
        .select([sql<string>`tokens.client_id`.as('clientId'), 'grants.since', 'tokens.renewedAt'])
        .orderBy('grants.since', 'desc')
        .execute();
      return Promise.all(rows.map(async (row) => ({ ...row, name: await nameOf(row.clientId) })));
    },
    /** Revokes the program's access to the account. */
    async remove(accountId: string, clientId: string): Promise<void> {
      const records = kysely.deleteFrom('oauthRecords').where('accountId', '=', accountId);
      await records.where('clientId', '=', clientId).execute();
    },
  };
}
