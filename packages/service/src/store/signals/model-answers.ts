import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../model/day.ts';
import type { Tables } from '../database/tables.ts';

/** Posts of older answers have changed since. */
const KEPT_DAYS = 90;

const COUNTER = 'chatToday';
/** The counter holds the day and its questions in one number, so that one statement counts for all processes. */
const A_DAY = 1_000_000;

/** Answers of a language model, and how many questions it was asked today. */
export function modelAnswerStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    /** Undefined where it was never asked; null where no answer was accepted. */
    async find(hash: string): Promise<string | null | undefined> {
      const row = await kysely.selectFrom('modelAnswers').select('answer').where('hash', '=', hash).executeTakeFirst();
      return row?.answer;
    },
    async put(hash: string, answer: string | null): Promise<void> {
      const askedAt = now();
      await kysely
        .deleteFrom('modelAnswers')
        .where('askedAt', '<', askedAt - KEPT_DAYS * DAY_MS)
        .execute();
      await kysely
        .insertInto('modelAnswers')
        .values({ hash, answer, askedAt })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ answer, askedAt }))
        .execute();
    },
    /** Counts a question of the UTC day; false once `limit` were asked, by all processes together. */
    async takeQuestion(limit: number): Promise<boolean> {
      const before = Math.floor(now() / DAY_MS) * A_DAY;
      // Later than tomorrow: of a clock that ran ahead. Tomorrow's is of a process that is past midnight already.
      const isOther = sql`counters.value < ${before} or counters.value >= ${before + 2 * A_DAY}`;
      const { value } = await kysely
        .insertInto('counters')
        .values({ name: COUNTER, value: before + 1 })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({
            value: sql<number>`case when ${isOther} then ${before} else counters.value end + 1`,
          }),
        )
        .returning('value')
        .executeTakeFirstOrThrow();
      return value - before <= limit;
    },
  };
}
