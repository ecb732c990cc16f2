import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** States of the OAuth flow that came back: a second time they count no more. Issuing one writes nothing. */
export function oauthStateStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    /** False when it was spent before. */
    async spend(state: string, expiresAt: number): Promise<boolean> {
      await kysely.deleteFrom('oauth_states').where('expires_at', '<=', now()).execute();
      const { numInsertedOrUpdatedRows: inserted } = await kysely
        .insertInto('oauth_states')
        .values({ state_hash: createHash('sha256').update(state).digest('hex'), expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return inserted === 1n;
    },
  };
}

export type OAuthStateStore = ReturnType<typeof oauthStateStore>;
