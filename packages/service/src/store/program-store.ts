import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

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
