import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Which quotes a workspace does not want to be shown: by their ids alone, so that a post that is forgotten is nowhere kept. */
export function hiddenQuoteStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    async list(workspaceId: string): Promise<Set<string>> {
      const rows = await kysely
        .selectFrom('hidden_quotes')
        .select('quote_id')
        .where('workspace_id', '=', workspaceId)
        .execute();
      return new Set(rows.map(({ quote_id: quoteId }) => quoteId));
    },
    /** False when it was hidden already. */
    async add(workspaceId: string, quoteId: string): Promise<boolean> {
      const { numInsertedOrUpdatedRows: added } = await kysely
        .insertInto('hidden_quotes')
        .values({ workspace_id: workspaceId, quote_id: quoteId, hidden_at: now() })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'quote_id']).doNothing())
        .executeTakeFirst();
      return Number(added) > 0;
    },
    /** False when it was not hidden. */
    async remove(workspaceId: string, quoteId: string): Promise<boolean> {
      const { numDeletedRows: removed } = await kysely
        .deleteFrom('hidden_quotes')
        .where('workspace_id', '=', workspaceId)
        .where('quote_id', '=', quoteId)
        .executeTakeFirst();
      return Number(removed) > 0;
    },
  };
}

export type HiddenQuoteStore = ReturnType<typeof hiddenQuoteStore>;
