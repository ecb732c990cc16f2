import {
  EmergingQuery,
  MAX_WORDS_LENGTH,
  type Query,
  SearchQuery,
  TopQuery,
  TrendingQuery,
} from '@pain-signals/domain';
import { parseAreaName } from '../option-values.ts';
import {
  type Order,
  SORT,
  type Taken,
  takeCount,
  takeMinScore,
  takeOrder,
  takeOwner,
  takeType,
} from './filter-phrases.ts';

/** Questions that want an explanation go to semantic search. */
const NO_LIST =
  /^(?:why|how|when|where|who|does|do|did|(?:is|are)(?! (?:there|any))|has|have|should|i|my|we|our|it|people|someone|everyone|any(?:one|body))\b/i;
const SEARCH = /^(?:search|find|look)(?: (?:for|up))?\s+/i;
/** Filler words around a topic. */
const FRAME =
  /\b(?:what(?:'s|'re|s)?|which|is|are|was|been|do|does|have|has|get|gets|the|an?|any(?:thing)?|some(?:thing)?|all|every(?:thing)?|there|that|people|developers|devs|users|teams?|everybody|pains?|pain points?|problems?|signals?|issues?|troubles?|headaches?|gripes?|frustrations?|annoyances?|hassles?|nightmares?|topics?|things?|stuff|ones?|complain(?:ing)?|struggl(?:e|ing)|hurt(?:s|ing)?|broken|happening|going|asking|ask|report(?:s|ed|ing)?|wrong|small|see|up|most|top|repos(?:itories)?)\b/gi;
const LINKS = /^(?:(?:about|re:?|on|around|with|in|for|of|regarding|from|to|within|when using|by|at)(?: |$))+/i;
const TRAILING_LINK = /(?:^| )(?:about|on|with|in|for|of|by|and|the)$/i;
const WITHIN = / (?:about|on|with|in|for|of|at|is|are|was|out|and then|because|when|but) /i;
const LINKED_TOPIC = 6;
/** Without "about" or the like in front, more words are probably a sentence. */
const BARE_TOPIC = 3;

/** A filtered, sorted list: "top bugs about oauth", "what is growing in databases". Null when a part is not a filter, order or topic. */
export function parseListPhrase(text: string): Query | null {
  const isSearch = SEARCH.test(text);
  if (!isSearch && NO_LIST.test(text)) return null;
  const found = takeAll(text.replace(SEARCH, ''));
  const topic = parseTopic(found.rest);
  if (topic === null) return null;
  const { order } = found;
  const direction = order === 'fading' ? 'asc' : 'desc';
  const { type, minScore, owner } = found;
  const filters = { type, minScore, owner, ...topic };
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  if (!isFiltered) return order === undefined ? null : plainList(order, found.limit);
  // Words alone are better found by semantic search.
  const isWordsAlone = order === undefined && Object.values(filters).filter((each) => each !== undefined).length === 1;
  if (isWordsAlone && topic.words !== undefined && !isSearch) return null;
  const isPlain = order === undefined || (order === 'top' && topic.words === undefined);
  const sort = isPlain ? 'relevance' : SORT[order];
  const parsed = SearchQuery.safeParse({ show: 'search', ...filters, sort, direction });
  return parsed.success ? parsed.data : null;
}

function takeAll(text: string) {
  let rest = text;
  const take = <Value>(parse: (text: string) => Taken<Value>): Value | undefined => {
    const taken = parse(rest);
    rest = taken?.rest ?? rest;
    return taken?.value;
  };
  const minScore = take(takeMinScore);
  const owner = take(takeOwner);
  const order = take(takeOrder);
  const type = take(takeType);
  const limit = order === undefined ? undefined : take(takeCount);
  return { minScore, owner, order, type, limit, rest };
}

/** Nothing, an area, or words. Null when it is more than a topic. */
function parseTopic(rest: string): { area?: string; words?: string } | null {
  const framed = rest
    .replace(FRAME, ' ')
    .replace(/[\s,]+/g, ' ')
    .trim();
  const linked = framed.replace(LINKS, '').trim();
  const topic = linked.replace(TRAILING_LINK, '').trim();
  if (topic === '') return {};
  const area = parseAreaName(topic);
  if (area !== null) return { area };
  const most = linked === framed ? BARE_TOPIC : LINKED_TOPIC;
  const isTopic = topic.split(' ').length <= most && !(linked === framed && WITHIN.test(topic));
  return isTopic && topic.length <= MAX_WORDS_LENGTH && !/^\d+$/.test(topic) ? { words: topic } : null;
}

function plainList(order: Order, count: number | undefined): Query {
  const limit = count === undefined ? {} : { limit: count };
  switch (order) {
    case 'trending':
      return TrendingQuery.parse({ show: 'trending', ...limit });
    case 'emerging':
    case 'recent':
      return EmergingQuery.parse({ show: 'emerging', ...limit });
    case 'volume':
      return TopQuery.parse({ show: 'top', metric: 'volume', ...limit });
    case 'fading':
      return SearchQuery.parse({ show: 'search', sort: SORT[order], direction: 'asc' });
    case 'top':
      return TopQuery.parse({ show: 'top', ...limit });
  }
}
