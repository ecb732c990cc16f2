import {
  MacroArea,
  PainSignalDetail,
  type PainType,
  parseJson,
  ScoreParts,
  SourceDistribution,
} from '@pain-signals/contract';
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { foldText } from '../../model/keyword-search.ts';
import { LISTED_STATES, PUBLIC_STATES, type SearchableSignal } from '../../model/signal.ts';
import { createRowCheck, type OnDamaged, StoredInstant } from '../database/damaged-rows.ts';
import { contains, countRows } from '../database/sql.ts';
import type { SignalTable, Tables } from '../database/tables.ts';
import { searchableSignals } from './embeddings.ts';

type StoredSignal = Selectable<SignalTable>;

/** Columns that readers don't need or get in another form. */
type Internal =
  | 'changed'
  | 'mergedInto'
  | 'hidden'
  | 'searchText'
  | 'topOwnerFolded'
  | 'describedVolume'
  | 'topicVolume'
  | 'trending'
  | 'emerging'
  | 'scorePartsJson'
  | 'scorePartsWeekBeforeJson'
  | 'sourcesJson';

/** A signal as of the last snapshot: list, detail and stats all read this row, so they agree. Times are epoch ms. */
export interface SignalRow extends Omit<StoredSignal, Internal | 'sample'> {
  /** Some of its posts are from the sample stream. */
  sample: boolean;
  scoreParts: ScoreParts;
  scorePartsWeekBefore: ScoreParts | null;
  sourceDistribution: SourceDistribution[];
}

/** What readers get must fit their schemas, or one row would fail a whole list. */
const StoredShape = PainSignalDetail.extend({
  macroArea: MacroArea.nullable(),
  firstSeenAt: StoredInstant,
  lastSeenAt: StoredInstant,
  createdAt: StoredInstant,
  updatedAt: StoredInstant,
  trackingStartedAt: StoredInstant.nullable(),
  scoreParts: ScoreParts,
  scorePartsWeekBefore: ScoreParts.nullable(),
  sourceDistribution: z.array(SourceDistribution),
});

/** Reads rows; a damaged one is left out until the next snapshot writes it again. */
function createRowReader(onDamaged: OnDamaged) {
  const isWhole = createRowCheck('signals', StoredShape, onDamaged);
  return (stored: StoredSignal): SignalRow[] => {
    const { scorePartsJson, scorePartsWeekBeforeJson, sourcesJson, ...columns } = stored;
    const row = {
      ...columns,
      sample: stored.sample === 1,
      scoreParts: parseJson(scorePartsJson) as ScoreParts,
      scorePartsWeekBefore: (parseJson(scorePartsWeekBeforeJson ?? 'null') ?? null) as ScoreParts | null,
      sourceDistribution: parseJson(sourcesJson) as SourceDistribution[],
    };
    return isWhole(row.id, row) ? [row] : [];
  };
}

interface SignalFilter {
  /** All must be contained in the search text; see model/keyword-search. */
  keywords?: readonly string[] | undefined;
  minScore?: number | undefined;
  minDocumentDiversity?: number | undefined;
  macroArea?: MacroArea | undefined;
  painType?: PainType | undefined;
  /** Substring of the top owner, case-insensitive. */
  owner?: string | undefined;
}
export interface SignalListing extends SignalFilter {
  sortBy: 'score' | 'growth' | 'volume' | 'lastSeenAt';
  direction: 'asc' | 'desc';
  /** 0-based. */
  page: number;
  size: number;
}

type SignalQuery = SelectQueryBuilder<Tables, 'signals', StoredSignal>;

export function signalStore(kysely: Kysely<Tables>, onDamaged: OnDamaged) {
  const toSignalRow = createRowReader(onDamaged);
  const rows = (): SignalQuery => kysely.selectFrom('signals').selectAll().where('hidden', '=', 0);
  const active = (): SignalQuery => rows().where('state', '=', 'active');
  const read = async (query: SignalQuery): Promise<SignalRow[]> => (await query.execute()).flatMap(toSignalRow);

  return {
    async list(listing: SignalListing): Promise<{ rows: SignalRow[]; total: number }> {
      const { sortBy, direction, page, size } = listing;
      const matching = narrow(rows().where('state', 'in', LISTED_STATES), listing);
      const sorted = (query: SignalQuery) => query.orderBy(sortBy, direction).orderBy('id');
      const ids = sorted(matching)
        .clearSelect()
        .select('id')
        .limit(size)
        .offset(page * size);
      // Sorting whole rows would take five times as long on a late page.
      const found = await sorted(rows().where('id', 'in', ids)).execute();
      const isLast = found.length < size && (found.length > 0 || page === 0);
      return {
        rows: found.flatMap(toSignalRow),
        total: isLast ? page * size + found.length : await countRows(matching),
      };
    },

    /** Whether there is a listed signal. */
    any: async (): Promise<boolean> => (await read(rows().where('state', 'in', LISTED_STATES).limit(1))).length > 0,

    /** The signal, or its survivor after merges; null for unknown ids, candidates and hidden signals. */
    async find(id: string): Promise<SignalRow | null> {
      const signal = await findSurvivor(kysely, id);
      return signal === null || signal.hidden === 1 ? null : (toSignalRow(signal)[0] ?? null);
    },

    /** The id of the signal that this one was merged into, or its own, hidden signals and candidates included; null when unknown. */
    survivorOf: async (id: string): Promise<string | null> =>
      (await findSurvivor(kysely, id, { candidates: true }))?.id ?? null,

    /** In the order asked for; ids that are not public are left out. */
    async byIds(ids: readonly string[]): Promise<SignalRow[]> {
      if (ids.length === 0) return [];
      const found = await read(rows().where('id', 'in', ids).where('state', 'in', PUBLIC_STATES));
      const byId = new Map(found.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    trending: (limit: number): Promise<SignalRow[]> =>
      read(active().where('trending', '=', 1).orderBy('growth', 'desc').orderBy('riseP').orderBy('id').limit(limit)),

    emerging({
      maxVolume,
      minGrowth,
      limit,
    }: Record<'maxVolume' | 'minGrowth' | 'limit', number>): Promise<SignalRow[]> {
      const emerging = active().where('emerging', '=', 1).where('volume', '<=', maxVolume);
      const sorted = emerging.where('growth', '>=', minGrowth).orderBy('growth', 'desc').orderBy('riseP').orderBy('id');
      return read(sorted.limit(limit));
    },

    top: ({ metric, limit }: { metric: 'score' | 'growth' | 'volume'; limit: number }): Promise<SignalRow[]> =>
      read(active().orderBy(metric, 'desc').orderBy('id').limit(limit)),

    /** The listed signals with the highest scores. */
    searchable: (limit: number): AsyncIterable<SearchableSignal> => searchableSignals(kysely, limit),
  };
}

/** The signal, or the one it was merged into, hidden or not; null for unknown ids and, unless asked for, candidates. */
export async function findSurvivor(
  kysely: Kysely<Tables>,
  id: string,
  { candidates = false } = {},
): Promise<StoredSignal | null> {
  const seen = new Set<string>();
  for (let wanted = id; !seen.has(wanted); ) {
    seen.add(wanted);
    const row = await kysely.selectFrom('signals').selectAll().where('id', '=', wanted).executeTakeFirst();
    if (row === undefined || (row.state === 'candidate' && !candidates)) return null;
    if (row.mergedInto === null) return row;
    wanted = row.mergedInto;
  }
  return null;
}

function narrow(query: SignalQuery, filter: SignalFilter): SignalQuery {
  const { keywords = [], minScore, minDocumentDiversity, macroArea, painType, owner } = filter;
  let narrowed = query;
  for (const keyword of keywords) narrowed = narrowed.where(contains('searchText', keyword));
  if (minScore !== undefined) narrowed = narrowed.where('score', '>=', minScore);
  if (minDocumentDiversity !== undefined) narrowed = narrowed.where('repositoryCount', '>=', minDocumentDiversity);
  if (macroArea !== undefined) narrowed = narrowed.where('macroArea', '=', macroArea);
  if (painType !== undefined) narrowed = narrowed.where('painType', '=', painType);
  if (owner !== undefined && owner !== '') narrowed = narrowed.where(contains('topOwnerFolded', foldText(owner)));
  return narrowed;
}
