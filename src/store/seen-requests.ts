import { HOUR_MS } from '@pain-signals/domain';
import { prepare } from '@pain-signals/storage';
import type { Kysely } from 'kysely';
import type { Write } from './batched-writes.ts';
import type { Tables } from './tables.ts';

/** Longer than Slack sends a request again, and longer than its signature is valid. */
export const SEEN_MS = HOUR_MS;

/** Requests that some process has taken. */
export function seenRequestStore(kysely: Kysely<Tables>, now: () => number, write: Write<Tables>) {
  const insert = prepare<{ key: string; at: number; expiresAt: number }, { request_key: string }>(kysely, (value) => {
    const row = { request_key: value('key'), expires_at: value('expiresAt') };
    return kysely
      .insertInto('seen_requests')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('request_key').doUpdateSet(row).where('seen_requests.expires_at', '<=', value('at')),
      )
      .returning('request_key');
  });
  return {
    /** True for the first caller within the hour, in all processes. */
    async claim(key: string): Promise<boolean> {
      const at = now();
      const claimed = await write((handle) => insert({ key, at, expiresAt: at + SEEN_MS }, handle));
      return claimed.length > 0;
    },
    async forgetOld(): Promise<void> {
      await kysely.deleteFrom('seen_requests').where('expires_at', '<=', now()).execute();
    },
  };
}

export type SeenRequestStore = ReturnType<typeof seenRequestStore>;
