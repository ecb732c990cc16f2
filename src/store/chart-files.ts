import { DAY_MS } from '@pain-signals/domain';
import type { Kysely } from 'kysely';
import type { Write } from './batched-writes.ts';
import type { Tables } from './tables.ts';

/** Charts change every night, so an older one is hardly ever needed again. */
const KEPT_MS = 30 * DAY_MS;

/** Which file in a workspace shows which chart. */
export function chartFileStore(kysely: Kysely<Tables>, now: () => number, write: Write<Tables>) {
  return {
    async find(workspaceId: string, contentHash: string): Promise<string | null> {
      const row = await kysely
        .selectFrom('chartFiles')
        .select('fileId')
        .where('workspaceId', '=', workspaceId)
        .where('contentHash', '=', contentHash)
        .executeTakeFirst();
      return row?.fileId ?? null;
    },
    async set(workspaceId: string, contentHash: string, fileId: string): Promise<void> {
      const file = { fileId, uploadedAt: now() };
      await write((handle) =>
        handle
          .insertInto('chartFiles')
          .values({ workspaceId, contentHash, ...file })
          .onConflict((conflict) => conflict.columns(['workspaceId', 'contentHash']).doUpdateSet(file))
          .execute(),
      );
    },
    /** Of all workspaces. */
    async forgetOld(): Promise<void> {
      await kysely
        .deleteFrom('chartFiles')
        .where('uploadedAt', '<=', now() - KEPT_MS)
        .execute();
    },
    async remove(workspaceId: string, contentHash: string): Promise<void> {
      await write((handle) =>
        handle
          .deleteFrom('chartFiles')
          .where('workspaceId', '=', workspaceId)
          .where('contentHash', '=', contentHash)
          .execute(),
      );
    },
  };
}

export type ChartFileStore = ReturnType<typeof chartFileStore>;
