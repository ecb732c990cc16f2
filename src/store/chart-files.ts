import { DAY_MS } from '@pain-signals/domain';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Charts change every night, so an older one is hardly ever needed again. */
const KEPT_MS = 30 * DAY_MS;

/** Which file in a workspace shows which chart. */
export function chartFileStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    async find(workspaceId: string, contentHash: string): Promise<string | null> {
      const row = await kysely
        .selectFrom('chart_files')
        .select('file_id')
        .where('workspace_id', '=', workspaceId)
        .where('content_hash', '=', contentHash)
        .executeTakeFirst();
      return row?.file_id ?? null;
    },
    async set(workspaceId: string, contentHash: string, fileId: string): Promise<void> {
      const file = { file_id: fileId, uploaded_at: now() };
      await kysely
        .insertInto('chart_files')
        .values({ workspace_id: workspaceId, content_hash: contentHash, ...file })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'content_hash']).doUpdateSet(file))
        .execute();
      await kysely
        .deleteFrom('chart_files')
        .where('uploaded_at', '<=', now() - KEPT_MS)
        .execute();
    },
    async remove(workspaceId: string, contentHash: string): Promise<void> {
      await kysely
        .deleteFrom('chart_files')
        .where('workspace_id', '=', workspaceId)
        .where('content_hash', '=', contentHash)
        .execute();
    },
  };
}

export type ChartFileStore = ReturnType<typeof chartFileStore>;
