import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * clusters, terms: ordinals given out; posts: the highest number that a post had when posts were last removed; documents: posts behind the document frequencies; revision: grows with every change that readers must see; refreshDue: posts were
 * stored that no snapshot has seen; removals: how often texts were removed or hidden, or others put in their place; sampleRemoved: the sample stream must not come back; nightAt: last night's work, epoch ms;
 * chatDay, chatQuestions: the UTC day (days since the epoch) a model was last asked on, and how often on that day.
 */
export type CounterName =
  | 'clusters'
  | 'terms'
  | 'posts'
  | 'documents'
  | 'revision'
  | 'refreshDue'
  | 'removals'
  | 'sampleRemoved'
  | 'nightAt'
  | 'chatDay'
  | 'chatQuestions';

export function counterStore(kysely: Kysely<Tables>) {
  return {
    async get(name: CounterName): Promise<number> {
      const row = await kysely.selectFrom('counters').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value ?? 0;
    },
    async set(name: CounterName, value: number): Promise<void> {
      await kysely
        .insertInto('counters')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
    /** Gives out `amount` numbers and answers the first. */
    async reserve(name: CounterName, amount: number): Promise<number> {
      const { value } = await kysely
        .insertInto('counters')
        .values({ name, value: amount })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', amount) })),
        )
        .returning('value')
        .executeTakeFirstOrThrow();
      return value - amount;
    },
    async add(name: CounterName, amount: number): Promise<void> {
      await kysely
        .insertInto('counters')
        .values({ name, value: amount })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', amount) })),
        )
        .execute();
    },
  };
}
export type CounterStore = ReturnType<typeof counterStore>;
