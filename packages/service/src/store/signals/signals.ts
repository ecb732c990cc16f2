import type { MacroArea, PainType, ScoreParts, SourceDistribution } from '@pain-signals/contract';
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { LISTED_STATES, type SignalState } from '../../model/signal.ts';
import { likePattern } from '../database/sql.ts';
import type { SignalTable, Tables } from '../database/tables.ts';
import { type SearchableRow, searchableMark, searchableSignals } from './searchable-signals.ts';

/** A signal as of the last snapshot: list, detail and stats are all views of this row, so they agree. Times are epoch ms. */
export interface SignalRow {
  id: string;
  state: SignalState;
  /** Some of its posts are of the sample stream. */
  sample: boolean;
  topic: string;
  summary: string;
  painType: PainType | null;
  macroArea: MacroArea | null;
  macroAreaConfidence: number | null;
  score: number;
  scoreParts: ScoreParts;
  scorePartsWeekBefore: ScoreParts | null;
  growth: number;
  /** One-sided p-value of the rise. */
  riseP: number;
  volume: number;
  chunkCount: number;
  authorCount: number;
  /** Distinct repositories, the specification's document diversity; provider and site stand in for a missing one. */
  repositoryCount: number;
  firstSeenAt: number;
  lastSeenAt: number;
  createdAt: number;
  updatedAt: number;
  /** Null until the first snapshot that shows it. */
  trackingStartedAt: number | null;
  mentionsLastWindow: number;
  mentionsPrevWindow: number;
  uniqueOwnerCount: number;
  topOwnerName: string | null;
  topOwnerDominancePct: number;
  sourceDistribution: SourceDistribution[];
}

const toSignalRow = (row: Selectable<SignalTable>): SignalRow => ({
  id: row.id,
  state: row.state,
  sample: row.sample === 1,
  topic: row.topic,
  summary: row.summary,
  painType: row.pain_type,
  macroArea: row.macro_area,
  macroAreaConfidence: row.macro_area_confidence,
  score: row.score,
  scoreParts: JSON.parse(row.score_parts_json),
  scorePartsWeekBefore: JSON.parse(row.score_parts_week_before_json ?? 'null'),
  growth: row.growth,
  riseP: row.rise_p,
  volume: row.volume,
  chunkCount: row.chunk_count,
  authorCount: row.author_count,
  repositoryCount: row.repository_count,
  firstSeenAt: row.first_seen_at,
  lastSeenAt: row.last_seen_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  trackingStartedAt: row.tracking_started_at,
  mentionsLastWindow: row.mentions_last_window,
  mentionsPrevWindow: row.mentions_prev_window,
  uniqueOwnerCount: row.unique_owner_count,
  topOwnerName: row.top_owner_name,
  topOwnerDominancePct: row.top_owner_dominance_pct,
  sourceDistribution: JSON.parse(row.sources_json),
});

interface SignalFilter {
  /** All must be part of the search text; see model/keyword-search. */
  keywords?: readonly string[] | undefined;
  minScore?: number | undefined;
  minDocumentDiversity?: number | undefined;
  macroArea?: MacroArea | undefined;
  painType?: PainType | undefined;
  /** Substring of the top owner, whatever the case. */
  owner?: string | undefined;
}
export interface SignalListing extends SignalFilter {
  sortBy: 'score' | 'growth' | 'volume' | 'lastSeenAt';
  direction: 'asc' | 'desc';
  /** 0-based. */
  page: number;
  size: number;
}

const SORT_COLUMNS = { score: 'score', growth: 'growth', volume: 'volume', lastSeenAt: 'last_seen_at' } as const;
/** Each step is a merge of a survivor into an older signal, which are few; the limit only guards against a broken table. */
const MAX_MERGE_STEPS = 50;

type SignalQuery = SelectQueryBuilder<Tables, 'signals', Selectable<SignalTable>>;

export function signalStore(kysely: Kysely<Tables>) {
  const rows = (): SignalQuery => kysely.selectFrom('signals').selectAll().where('hidden', '=', 0);
  const active = (): SignalQuery => rows().where('state', '=', 'active');
  const read = async (query: SignalQuery): Promise<SignalRow[]> => (await query.execute()).map(toSignalRow);

  return {
    async list(listing: SignalListing): Promise<{ rows: SignalRow[]; total: number }> {
      const { sortBy, direction, page, size } = listing;
      const matching = narrow(rows().where('state', 'in', LISTED_STATES), listing);
      const { total } = await matching
        .clearSelect()
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const found = matching
        .orderBy(SORT_COLUMNS[sortBy], direction)
        .orderBy('id')
        .limit(size)
        .offset(page * size);
      return { rows: await read(found), total };
    },

    /** Whether there is a listed signal. */
    any: async (): Promise<boolean> => (await read(rows().where('state', 'in', LISTED_STATES).limit(1))).length > 0,

    /** The signal, or the one it was merged into; null for unknown ids, candidates and what is hidden. */
    async find(id: string): Promise<SignalRow | null> {
      let wanted = id;
      for (let step = 0; step < MAX_MERGE_STEPS; step += 1) {
        const row = await kysely.selectFrom('signals').selectAll().where('id', '=', wanted).executeTakeFirst();
        if (row === undefined || row.state === 'candidate') return null;
        if (row.state !== 'merged' || row.merged_into === null) return row.hidden === 1 ? null : toSignalRow(row);
        wanted = row.merged_into;
      }
      return null;
    },

    /** In the order asked for; ids that are not listed are left out. */
    async byIds(ids: readonly string[]): Promise<SignalRow[]> {
      if (ids.length === 0) return [];
      const found = await read(rows().where('id', 'in', ids).where('state', 'in', LISTED_STATES));
      const byId = new Map(found.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    trending: (limit: number): Promise<SignalRow[]> =>
      read(active().where('trending', '=', 1).orderBy('growth', 'desc').orderBy('rise_p').orderBy('id').limit(limit)),

    emerging: (wanted: { maxVolume: number; minGrowth: number; limit: number }): Promise<SignalRow[]> =>
      read(
        active()
          .where('emerging', '=', 1)
          .where('volume', '<=', wanted.maxVolume)
          .where('growth', '>=', wanted.minGrowth)
          .orderBy('growth', 'desc')
          .orderBy('rise_p')
          .orderBy('id')
          .limit(wanted.limit),
      ),

    top: ({ metric, limit }: { metric: 'score' | 'growth' | 'volume'; limit: number }): Promise<SignalRow[]> =>
      read(active().orderBy(metric, 'desc').orderBy('id').limit(limit)),

    searchable: (): AsyncIterable<SearchableRow> => searchableSignals(kysely),
    searchableMark: (): Promise<string> => searchableMark(kysely),
  };
}
export type SignalStore = ReturnType<typeof signalStore>;

function narrow(query: SignalQuery, filter: SignalFilter): SignalQuery {
  const { minScore, minDocumentDiversity, macroArea, painType, owner } = filter;
  let narrowed = query;
  for (const keyword of filter.keywords ?? [])
    narrowed = narrowed.where(sql<boolean>`search_text like ${likePattern(keyword)} escape '\\'`);
  if (minScore !== undefined) narrowed = narrowed.where('score', '>=', minScore);
  if (minDocumentDiversity !== undefined) narrowed = narrowed.where('repository_count', '>=', minDocumentDiversity);
  if (macroArea !== undefined) narrowed = narrowed.where('macro_area', '=', macroArea);
  if (painType !== undefined) narrowed = narrowed.where('pain_type', '=', painType);
  if (owner !== undefined && owner !== '')
    narrowed = narrowed.where(sql<boolean>`top_owner_folded like ${likePattern(owner)} escape '\\'`);
  return narrowed;
}
