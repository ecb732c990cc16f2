import type { Kysely } from 'kysely';
import { DAY_MS } from '../../model/day.ts';
import type { StoreContext, Tables } from '../database/tables.ts';

interface IngestAnswer {
  keyHash: string;
  bodyHash: string;
  answerJson: string;
}

/** Answers to pushed batches by their idempotency key, for a day. */
export function ingestAnswerStore(kysely: Kysely<Tables>, now: StoreContext['now']) {
  return {
    async find(keyHash: string): Promise<IngestAnswer | null> {
      const query = kysely.selectFrom('ingestAnswers').selectAll().where('keyHash', '=', keyHash);
      return (await query.where('at', '>', now() - DAY_MS).executeTakeFirst()) ?? null;
    },
    /** The first answer of a key stays. */
    async keep(answer: IngestAnswer): Promise<void> {
      await kysely
        .deleteFrom('ingestAnswers')
        .where('at', '<=', now() - DAY_MS)
        .execute();
      await kysely
        .insertInto('ingestAnswers')
        .values({ ...answer, at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}
