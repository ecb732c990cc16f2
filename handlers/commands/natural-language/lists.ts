import type { PainType } from '@pain-signals/contract';
import {
  EmergingQuery,
  MAX_OWNER_LENGTH,
  type Query,
  SearchQuery,
  TopQuery,
  TrendingQuery,
} from '@pain-signals/domain';
import { parseAreaName } from '../option-values.ts';

/** A parsed phrase, and the text without it. */
type Taken<Value> = { value: Value; rest: string } | null;

function take<Value>(text: string, pattern: RegExp, parse: (found: RegExpExecArray) => Value | null): Taken<Value> {
  const found = pattern.exec(text);
  const value = found && parse(found);
  if (found === null || value === null) return null;
  // "Top-level await" is a topic.
  if (text[found.index - 1] === '-' || text[found.index + found[0].length] === '-') return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  return { value, rest: rest.replace(/ +/g, ' ').trim() };
}

/** "Bugs", "the worst bug in auth"; a bug bounty is a topic. */
function ofType(noun: string): RegExp {
  return new RegExp(
    `\\b${noun}(?:s|(?! [\\w-])|(?= (?:about|with|in|on|for|of|from|around|is|are|was|by)\\b))(?!\\w)`,
    'i',
  );
}

const TYPES: readonly (readonly [PainType, RegExp])[] = [
  [
    'feature_request',
    /\b(?:feature[- ]requests?|missing features?|wanted features?|features|feature(?= (?:do|does|is|are|people|would|should|most)\b))\b/i,
  ],
  ['bug', ofType('bug(?: report)?')],
  ['complaint', ofType('complaint')],
  ['question', ofType('question')],
];

export function takeType(text: string): Taken<PainType> {
  for (const [type, pattern] of TYPES) {
    const taken = take(text, pattern, () => type);
    if (taken) return taken;
  }
  return null;
}

const OWNER =
  /\b(?:(?:(?:from|by|of) (?:the )?owner|owned by|owner:?|(?:in|of|from) (?:the )?repos(?:itories)? (?:of|by)) |(?:owner|org): ?)([\w.-]+)/i;
/** "With vercel as the main owner" */
const OWNER_BEFORE =
  /\b(?:with|where|has|have) (?:the )?([\w.-]+) (?:as|is) (?:the |an? )?(?:main |top |biggest )?owner\b/i;

/** "Only from acme"; an area is no organization. */
const ONLY_FROM = /\b(?:only|just) (?:from|by) ([\w.-]+)(?=\W*(?:please|pls|thanks)?\W*$)/i;

export const takeOwner = (text: string): Taken<string> =>
  takeShort(text, OWNER_BEFORE) ?? takeShort(text, OWNER) ?? takeShort(text, ONLY_FROM);

const takeShort = (text: string, pattern: RegExp): Taken<string> =>
  take(text, pattern, ([, owner = '']) =>
    owner.length <= MAX_OWNER_LENGTH && parseAreaName(owner) === null ? owner : null,
  );

export type ListOrder = 'trending' | 'emerging' | 'fading' | 'recent' | 'volume' | 'growth' | 'top';

export const SORT: Record<ListOrder, SearchQuery['sort']> = {
  emerging: 'rising',
  trending: 'rising',
  fading: 'fading',
  growth: 'growth',
  volume: 'volume',
  recent: 'lastSeenAt',
  top: 'score',
};

interface ListWish extends Partial<Pick<SearchQuery, 'type' | 'minScore' | 'owner' | 'area' | 'words' | 'except'>> {
  order?: ListOrder | undefined;
  limit?: number | undefined;
}

/** The list of an order, or a search where there are filters. Null without either. */
export function listQuery({ order, limit, ...filters }: ListWish): Query | null {
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  if (!isFiltered) return order === undefined ? null : plainList(order, limit);
  const isPlain = order === undefined || (order === 'top' && filters.words === undefined);
  const sort = isPlain ? 'relevance' : SORT[order];
  return SearchQuery.safeParse({ show: 'search', ...filters, sort, limit }).data ?? null;
}

function plainList(order: ListOrder, count: number | undefined): Query {
  const limit = count === undefined ? {} : { limit: count };
  switch (order) {
    case 'trending':
      return TrendingQuery.parse({ show: 'trending', ...limit });
    case 'emerging':
    case 'recent':
      return EmergingQuery.parse({ show: 'emerging', ...limit });
    case 'volume':
      return TopQuery.parse({ show: 'top', metric: 'volume', ...limit });
    case 'growth':
      return TopQuery.parse({ show: 'top', metric: 'growth', ...limit });
    case 'fading':
      return SearchQuery.parse({ show: 'search', sort: SORT[order], ...limit });
    case 'top':
      return TopQuery.parse({ show: 'top', ...limit });
  }
}
