import type { Kysely } from 'kysely';
import { DAY_MS } from '../../model/day.ts';
import type { StoreContext, Tables } from '../database/tables.ts';

interface IngestAnswer {
  keyHash: string;
  bodyHash: string;
  answerJson: string;
}

/** Of a key whose lines are being stored, or whose process died meanwhile: sent again, they are stored. */
const NONE_YET = '';

/** Answers to pushed batches by their idempotency key, for a day. */
export function ingestAnswerStore(kysely: Kysely<Tables>, now: StoreContext['now']) {
  return {
    /** Takes the key for these lines, unless other lines have it. Returns who has it, with the answer once there is one. */
    async take({ keyHash, bodyHash }: Pick<IngestAnswer, 'keyHash' | 'bodyHash'>): Promise<IngestAnswer> {
      const taken = { keyHash, bodyHash, answerJson: NONE_YET };
      await kysely
        .deleteFrom('ingestAnswers')
        .where('at', '<=', now() - DAY_MS)
        .execute();
      await kysely
        .insertInto('ingestAnswers')
        .values({ ...taken, at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const query = kysely.selectFrom('ingestAnswers').selectAll().where('keyHash', '=', keyHash);
      return (await query.executeTakeFirst()) ?? taken;
    },
    /** The first answer of a key stays. Returns whether this is the first, of calls at the same time too. */
    async keep(keyHash: string, answerJson: string): Promise<boolean> {
      const update = kysely.updateTable('ingestAnswers').set({ answerJson, at: now() });
      const result = await update.where('keyHash', '=', keyHash).where('answerJson', '=', NONE_YET).executeTakeFirst();
      return result.numUpdatedRows > 0;
    },
    /** Other lines may have the key. */
    async giveBack(keyHash: string): Promise<void> {
      const removal = kysely.deleteFrom('ingestAnswers').where('keyHash', '=', keyHash);
      await removal.where('answerJson', '=', NONE_YET).execute();
    },
  };
}
