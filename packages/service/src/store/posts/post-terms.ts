import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { SearchTerms } from '../../model/post.ts';
import { PUBLIC_STATES, type SignalState } from '../../model/signal.ts';
import { inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

/** Words of the corpus that are compared with a misspelled one. */
const WORDS_COMPARED = 5_000;

/** A post in a signal that search may show. */
export interface SearchedPost extends SearchTerms {
  postId: number;
  signalId: string;
  repository: string | null;
  state: SignalState;
  /** Posts of its signal, also of those not found. */
  volume: number;
}

/** A post that was looked for. */
type Asked = SearchTerms & { postId: number };

const PAGES_A_STEP = 250;

/** What a text may say, each as the terms that it needs. */
type Wordings = readonly (readonly string[])[];

/** A text must say all of any of these. */
type Tier = readonly (readonly Wordings[])[];

/** States of signals that search finds; a candidate is shown as not yet confirmed. */
const SEARCHED_STATES = sql.join([...PUBLIC_STATES, 'candidate'].map((state) => sql.lit(state)));

/** What posts are found by, with the databases' full-text indexes: FTS5 on SQLite, tsvector on PostgreSQL. */
export function postTermStore(kysely: Kysely<Tables>) {
  const isPostgres = kysely.getExecutor().adapter instanceof PostgresAdapter;

  // PostgreSQL compares text by its locale, in which a range of terms isn't one of beginnings.
  const beginsWith = (start: string) =>
    isPostgres
      ? sql<boolean>`starts_with(term, ${start})`
      : sql<boolean>`term >= ${start} and term < ${`${start}\uffff`}`;

  /** As one parameter: to plan a query of hundreds takes longer than to run it. */
  const isOneOf = (column: string, values: readonly (number | string)[]) =>
    isPostgres
      ? sql<boolean>`${sql.ref(column)} = any(${values})`
      : sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;

  /** Those of the posts that are in a signal which search may show. Volumes are added up once a signal: it may have thousands of clusters. */
  const shown = async (asked: RawBuilder<unknown>): Promise<SearchedPost[]> => {
    const query = sql<SearchedPost>`with found as materialized (
        select asked.post_id, posts.repository, title_terms, body_terms, clusters.signal_id, signals.state
        from (${asked}) as asked join posts on posts.id = asked.post_id
        join clusters on clusters.id = posts.cluster_id join signals on signals.id = clusters.signal_id
        where signals.hidden = 0 and signals.state in (${SEARCHED_STATES})),
      volumes as (select signal_id, sum(documents) as volume from clusters
        where signal_id in (select signal_id from found) group by signal_id)
      select found.*, volume from found join volumes on volumes.signal_id = found.signal_id`;
    return (await query.execute(kysely)).rows;
  };

  return {
    async put(rows: readonly Asked[]): Promise<void> {
      for (const batch of inBatches(rows)) await kysely.insertInto('postTerms').values(batch).execute();
    },

    /**
     * Merges what was added bit by bit to SQLite's index, in steps so that others can write in between: a term is looked for in each part,
     * and finding the posts of a question takes twice as long in nine of them.
     */
    async mergeIndex(afterStep: () => Promise<void>): Promise<void> {
      if (isPostgres) return;
      const changes = async () =>
        (await sql<{ made: number }>`select total_changes() as made`.execute(kysely)).rows[0]?.made ?? 0;
      // Below 0 all parts are made ready to be merged, above 0 the merging goes on.
      for (let pages = -PAGES_A_STEP; ; pages = PAGES_A_STEP) {
        const before = await changes();
        await sql`insert into post_search (post_search, rank) values ('merge', ${sql.lit(pages)})`.execute(kysely);
        if ((await changes()) - before < 2) return;
        await afterStep();
      }
    },

    /** Posts behind `after` that were stored before their terms were, in the order of storing. */
    missing(after: number, limit: number): Promise<{ id: number; title: string | null; text: string }[]> {
      return kysely
        .selectFrom('posts')
        .innerJoin('postTexts', 'postTexts.postId', 'posts.id')
        .leftJoin('postTerms', 'postTerms.postId', 'posts.id')
        .select(['posts.id', 'posts.title', 'postTexts.text'])
        .where('postTerms.postId', 'is', null)
        .where('posts.id', '>', after)
        .orderBy('posts.id')
        .limit(limit)
        .execute();
    },

    /** For each group of wordings the newest posts with all terms of any of them, at most `limit`; in one round trip. */
    async matching(groups: readonly Wordings[], limit: number): Promise<number[][]> {
      if (groups.length === 0) return [];
      const one = (wordings: Wordings, at: number) =>
        isPostgres
          ? sql`select ${sql.lit(at)} as place, string_agg(post_id::text, ',') as ids from (
              select post_id from post_terms where searched @@ ${TSQUERY.any(wordings)}::tsquery
              order by post_id desc limit ${limit}) as found`
          : sql`select ${sql.lit(at)} as place, group_concat(id, ',') as ids from (
              select rowid as id from post_search where post_search match ${FTS5.any(wordings)}
              order by rowid desc limit ${limit})`;
      const query = sql<{ place: number; ids: string | null }>`${sql.join(groups.map(one), sql` union all `)}`;
      const found = new Map((await query.execute(kysely)).rows.map(({ place, ids }) => [place, ids]));
      return groups.map((_, at) => found.get(at)?.split(',').map(Number) ?? []);
    },

    /** Those of the posts that are in a signal which search may show, with their terms. */
    ofSignals: async (postIds: readonly number[]): Promise<SearchedPost[]> =>
      postIds.length === 0
        ? []
        : shown(sql`select post_id, title_terms, body_terms from post_terms where ${isOneOf('post_id', postIds)}`),

    /**
     * The same of at most `limit` posts of the tiers, those of the first before those of the next, of each the newest. A tier is read only
     * as far as the ones before it leave room; each must ask for less than the one before.
     */
    async ofTiers(tiers: readonly Tier[], limit: number): Promise<SearchedPost[]> {
      if (tiers.length === 0) return [];
      const newest = (tier: string) =>
        isPostgres
          ? sql`select * from (select post_id, title_terms, body_terms from post_terms
              where searched @@ ${tier}::tsquery order by post_id desc limit ${limit}) as tier`
          : sql`select * from (select rowid as id from post_search
              where post_search match ${tier} order by rowid desc limit ${limit})`;
      const each = (isPostgres ? TSQUERY : FTS5).tiers(tiers).map(newest);
      const found = sql`${sql.join(each, sql` union all `)} limit ${limit}`;
      // SQLite has only ids in its index, and reads the terms faster at the end.
      return shown(isPostgres ? found : sql`select post_terms.* from (${found}) join post_terms on post_id = id`);
    },

    /** How many posts contain each of the terms; terms that none contains are left out. And how many there are. */
    async counts(terms: readonly string[]): Promise<{ counts: Map<string, number>; documents: number }> {
      const all = kysely
        .selectFrom('counters')
        .select([sql<string | null>`null`.as('term'), 'value as documents'])
        .where('name', '=', 'documents');
      const rows = await kysely
        .selectFrom('documentFrequencies')
        .select([sql<string | null>`term`.as('term'), 'documents'])
        .where(isOneOf('term', terms))
        .where('documents', '>', 0)
        .unionAll(all)
        .execute();
      const counts = new Map(
        rows.flatMap(({ term, documents }) => (term === null ? [] : [[term, documents] as const])),
      );
      return { counts, documents: rows.find(({ term }) => term === null)?.documents ?? 0 };
    },

    /** Terms that begin so, the most common first. */
    async beginningWith(start: string, limit: number): Promise<string[]> {
      const rows = await kysely
        .selectFrom('documentFrequencies')
        .select('term')
        .where(beginsWith(start))
        .orderBy('documents', 'desc')
        .orderBy('term')
        .limit(limit)
        .execute();
      return rows.map(({ term }) => term);
    },

    /** Terms with the same first letter and about the same length, the most common first. */
    async resembling(word: string): Promise<string[]> {
      const rows = await kysely
        .selectFrom('documentFrequencies')
        .select('term')
        .where(beginsWith(word.charAt(0)))
        .where(sql<number>`length(term)`, '>=', word.length - 1)
        .where(sql<number>`length(term)`, '<=', word.length + 1)
        .orderBy('documents', 'desc')
        .orderBy('term')
        .limit(WORDS_COMPARED)
        .execute();
      return rows.map(({ term }) => term);
    },
  };
}

export type PostTermStore = ReturnType<typeof postTermStore>;

interface Operators {
  quote: string;
  and: string;
  or: string;
  not: string;
}

/** Full-text expressions; a term is quoted, because it may contain any sign. */
function expressions({ quote, and, or, not }: Operators) {
  const quoted = (term: string) =>
    quote + term.replaceAll('\\', quote === "'" ? '\\\\' : '\\').replaceAll(quote, quote + quote) + quote;
  // Each once: PostgreSQL adds up how many posts it expects for all of them, and would look for too many post by post.
  const join = (parts: readonly string[], operator: string) =>
    [...new Set(parts)].map((part) => `(${part})`).join(operator);
  const anyOf = (wordings: Wordings) =>
    join(
      wordings.map((terms) => terms.map(quoted).join(and)),
      or,
    );
  const anyOfTier = (tier: Tier) =>
    join(
      tier.map((said) => join(said.map(anyOf), and)),
      or,
    );
  return {
    any: anyOf,
    /** Of each what is in it, but not in the one before. */
    tiers(tiers: readonly Tier[]): string[] {
      const found = tiers.map(anyOfTier);
      return found.map((tier, at) => (at === 0 ? tier : `(${tier})${not}(${found[at - 1]})`));
    },
  };
}

const TSQUERY = expressions({ quote: "'", and: ' & ', or: ' | ', not: ' & !' });
const FTS5 = expressions({ quote: '"', and: ' AND ', or: ' OR ', not: ' NOT ' });
