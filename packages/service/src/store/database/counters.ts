import { prepare } from '@pain-signals/storage';
import { type Kysely, sql } from 'kysely';
import type { WithheldReason } from '../../model/signal.ts';
import type { Tables } from './tables.ts';

/**
 * - clusters, terms: ordinals handed out
 * - posts: the highest post id when posts were last removed
 * - documents: posts counted in the document frequencies
 * - revision: grows with every change that readers must see
 * - refreshDue: what the next refresh must compute, see RefreshScope
 * - placed: posts placed since the last refresh of all signals
 * - consolidated: ordinal after that of the newest cluster that a consolidation has seen
 * - removals: how often texts were removed, hidden or replaced
 * - sampleRemoved: 1 when the sample stream must not come back
 * - sampleDue: 1 from the first start until the sample stream is scored
 * - samplePosts: how many posts the sample stream had at the first start
 * - nightAt: when the nightly job last succeeded, epoch ms
 * - chatToday: the UTC day (days since the epoch) and how many questions a language model was asked in it, as day * 1,000,000 + questions
 * - postTermsFilled: 1 when search knows all posts that an earlier version stored
 * - signatureKeysFilled: 1 when the keys of all stored signatures are known
 * - turns: how often a run took the pipeline lock
 * - withheld.…: posts that the last refresh kept from being public, by reason
 */
export type CounterName =
  | 'clusters'
  | 'terms'
  | 'posts'
  | 'documents'
  | 'revision'
  | 'refreshDue'
  | 'placed'
  | 'consolidated'
  | 'removals'
  | 'sampleRemoved'
  | 'sampleDue'
  | 'samplePosts'
  | 'nightAt'
  | 'chatToday'
  | 'postTermsFilled'
  | 'signatureKeysFilled'
  | 'turns'
  | `withheld.${WithheldReason}`;

/** What a refresh computes: only signals whose posts changed, or all. */
export type RefreshScope = 'changed' | 'all';

const DUE = { changed: 1, all: 2 } as const satisfies Record<RefreshScope, number>;

export function counterStore(kysely: Kysely<Tables>) {
  const add = async (name: CounterName, amount: number): Promise<number> => {
    const { value } = await kysely
      .insertInto('counters')
      .values({ name, value: amount })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', amount) })),
      )
      .returning('value')
      .executeTakeFirstOrThrow();
    return value;
  };

  // Every request reads it. Without parameters PostgreSQL takes one message instead of five.
  const readRevision = prepare(kysely, () =>
    kysely.selectFrom('counters').select('value').where(sql<boolean>`name = 'revision'`),
  );

  return {
    /** Grows with every change that readers must see. */
    revision: async (): Promise<number> => (await readRevision({}))[0]?.value ?? 0,
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
    /** Returns the new value. */
    add,
    /** Reserves `amount` numbers and returns the first. */
    reserve: async (name: CounterName, amount: number): Promise<number> => (await add(name, amount)) - amount,
    async requestRefresh(scope: RefreshScope): Promise<void> {
      await this.set('refreshDue', Math.max(await this.get('refreshDue'), DUE[scope]));
    },
    /** What the next refresh must compute; null when nothing changed. */
    async refreshDue(): Promise<RefreshScope | null> {
      const due = await this.get('refreshDue');
      return due === 0 ? null : due === DUE.changed ? 'changed' : 'all';
    },
    /** Signals changed: readers must see it, and a refresh is due. */
    async markChanged(scope: RefreshScope): Promise<void> {
      await add('revision', 1);
      await this.requestRefresh(scope);
    },
    /** The same after texts were removed or hidden: search must read them again. The signals that held them are marked. */
    async markTextsChanged(): Promise<void> {
      await this.markChanged('changed');
      await add('removals', 1);
    },
    /** How often texts were removed. Until the transaction ends that asks, no other can remove texts. */
    holdRemovals: (): Promise<number> => add('removals', 0),
  };
}
export type CounterStore = ReturnType<typeof counterStore>;
