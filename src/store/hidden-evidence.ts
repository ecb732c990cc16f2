import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** All of them are read for every answer that quotes. */
const MAX_POSTS = 1_000;

/** Which posts a workspace does not want to be quoted: by ids alone, so that a post that is forgotten is nowhere kept. */
export function hiddenEvidenceStore(kysely: Kysely<Tables>, now: () => number) {
  const rowsOf = (workspaceId: string) => kysely.selectFrom('hidden_quotes').where('workspace_id', '=', workspaceId);
  const postsBy = (workspaceId: string, quoteId: string) =>
    rowsOf(workspaceId).where('quote_id', '=', quoteId).select('hidden_as');

  return {
    async list(workspaceId: string): Promise<Set<string>> {
      const rows = await rowsOf(workspaceId).select('quote_id').execute();
      return new Set(rows.map(({ quote_id: quoteId }) => quoteId));
    },
    /** A post by all that it may be met as; the first of its ids is the surest. */
    async add(workspaceId: string, ids: readonly [string, ...string[]]): Promise<'added' | 'as before' | 'full'> {
      const [surest] = ids;
      if ((await postsBy(workspaceId, surest).executeTakeFirst()) !== undefined) return 'as before';
      const { posts } = await rowsOf(workspaceId)
        .select((select) => select.fn.count<number>('hidden_as').distinct().as('posts'))
        .executeTakeFirstOrThrow();
      if (Number(posts) >= MAX_POSTS) return 'full';
      const row = { workspace_id: workspaceId, hidden_as: surest, hidden_at: now() };
      const { numInsertedOrUpdatedRows: inserted } = await kysely
        .insertInto('hidden_quotes')
        .values([...new Set(ids)].map((quoteId) => ({ ...row, quote_id: quoteId })))
        .onConflict((conflict) => conflict.columns(['workspace_id', 'quote_id', 'hidden_as']).doNothing())
        .executeTakeFirstOrThrow();
      // None when another press was there in the same moment.
      return inserted ? 'added' : 'as before';
    },
    /** Every post that is met as this. False when none was hidden. */
    async remove(workspaceId: string, quoteId: string): Promise<boolean> {
      const { numDeletedRows: removed } = await kysely
        .deleteFrom('hidden_quotes')
        .where('workspace_id', '=', workspaceId)
        .where('hidden_as', 'in', postsBy(workspaceId, quoteId))
        .executeTakeFirst();
      return Number(removed) > 0;
    },
  };
}

export type HiddenEvidenceStore = ReturnType<typeof hiddenEvidenceStore>;
