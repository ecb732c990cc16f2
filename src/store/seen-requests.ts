import { HOUR_MS } from '@pain-signals/domain';
import type { Kysely } from 'kysely';
import type { Write } from './batched-writes.ts';
import type { Tables } from './tables.ts';

/** Longer than Slack sends a request again, and longer than its signature is valid. */
export const SEEN_MS = HOUR_MS;

/** Requests that some process has taken. */
export function seenRequestStore(kysely: Kysely<Tables>, now: () => number, write: Write<Tables>) {
  return {
    /** True for the first caller within the hour, in all processes. */
    async claim(key: string): Promise<boolean> {
      const at = now();
      const row = { request_key: key, expires_at: at + SEEN_MS };
      const claimed = await write((handle) =>
        handle
          .insertInto('seen_requests')
          .values(row)
          .onConflict((conflict) =>
            conflict.column('request_key').doUpdateSet(row).where('seen_requests.expires_at', '<=', at),
          )
          .returning('request_key')
          .executeTakeFirst(),
      );
      return claimed !== undefined;
    },
    async forgetOld(): Promise<void> {
      await kysely.deleteFrom('seen_requests').where('expires_at', '<=', now()).execute();
    },
  };
}

export type SeenRequestStore = ReturnType<typeof seenRequestStore>;
