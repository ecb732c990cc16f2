import type { PainType } from '@pain-signals/contract';
import {
  EmergingQuery,
  MAX_OWNER_LENGTH,
  MAX_WORDS_LENGTH,
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

const SCORE =
  /\b(?:(?:with|that have) )?(?:an? )?(?:pain )?scor(?:e|es|ed|ing)(?: of)? (?:above|over|at least|more than|from|higher than|>=?) ?(\d{1,3})\b/i;

export const takeMinScore = (text: string): Taken<number> =>
  take(text, SCORE, ([, digits]) => (Number(digits) <= 100 ? Number(digits) : null));

const OWNER =
  /\b(?:(?:from|by|of) (?:the )?owner|owned by|owner:?|(?:in|of|from) (?:the )?repos(?:itories)? (?:of|by)) ([\w.-]+)/i;

export const takeOwner = (text: string): Taken<string> =>
  take(text, OWNER, ([, owner = '']) => (owner.length <= MAX_OWNER_LENGTH ? owner : null));

export type ListOrder = 'trending' | 'emerging' | 'fading' | 'recent' | 'volume' | 'growth' | 'top';

/** Order matters: "new and rising" before "rising". */
const ORDERS: readonly (readonly [ListOrder, RegExp])[] = [
  ['trending', /\b(?:(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?) by growth|(?:big(?:gest)?|top) movers|movers)\b/i],
  [
    'emerging',
    /\b(?:(?:new (?:and |that(?:'s| is) )?)?(?:emerging|bubbling(?: up)?|(?:popping|cropping|showing) up|surfacing)|newcomers?|early (?:signals?|signs?)|under the radar|new and (?:rising|growing)|(?:new )?coming up|upcoming|start(?:s|ing)? to (?:grow|rise|hurt)|small but (?:growing|rising))\b/i,
  ],
  [
    'trending',
    /\b(?:trending|rising(?: fast(?:est)?)?|rose|risen|(?:fastest |quickly )?growing(?: fast(?:est)?)?|grows? (?:the )?fast(?:est)?|hot(?:test)?|heating up|on the rise|g(?:etting|ot|otten) (?:worse|bigger)|gaining(?: traction| ground)?|spiking|surging|climbing|accelerating|increasing|taking off|blowing up|exploding|soaring|skyrocketing|going up|on fire|picking up(?: steam| speed| pace)?|moved|moving|(?<=^what(?:'s| has)? )changed)\b/i,
  ],
  [
    'volume',
    /\b(?:most (?:mentioned|common|discussed|frequent|talked about|mentions|requested|wanted|asked for|reported|popular|complained about)|loudest|(?<=^what(?:'s| is| are) )(?:every(?:one|body)|people|developers|devs) (?:angry|upset|mad|complaining|talking|ranting) about$|(?:mentioned|discussed|requested|reported|talk(?:ed|ing)? about|complain(?:ed|ing)? about) (?:the )?most)\b/i,
  ],
  ['recent', /\b(?:latest|newest|(?:most )?recent|freshest|new)\b/i],
  [
    'top',
    /\b(?:top|worst|biggest|largest|heaviest|highest|main|(?:most|very) (?:painful|important|severe|serious|annoy(?:ing|ed)|frustrat(?:ing|ed)|hated|angry|upset)|hurts?(?: \w+)?(?: the)? most|(?<=^what (?:was|is|were) )(?:big|bad|huge|important|serious))\b/i,
  ],
];

export function takeOrder(text: string): Taken<ListOrder> {
  for (const [order, pattern] of ORDERS) {
    const taken = take(text, pattern, () => order);
    if (taken) return taken;
  }
  return null;
}

export const SORT: Record<ListOrder, SearchQuery['sort']> = {
  emerging: 'rising',
  trending: 'rising',
  fading: 'growth',
  growth: 'growth',
  volume: 'volume',
  recent: 'lastSeenAt',
  top: 'score',
};

const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ');

const takeNumber = (text: string, digits: string): Taken<number> =>
  take(text, new RegExp(`(?<!\\S)(${digits}${NUMBERS.join('|')})(?!\\S)`, 'i'), ([, word = '']) => {
    const count = NUMBERS.indexOf(word.toLowerCase()) + 1 || Number(word);
    return count >= 1 && count <= 10 ? count : null;
  });
const takeCount = (text: string) => takeNumber(text, '\\d{1,2}|');
/** A digit can be part of the topic: "2 factor bugs". */
const takeCountInWords = (text: string) => takeNumber(text, '');

/** Questions that want an explanation go to semantic search. */
const NO_LIST =
  /^(?:why|how|when|where|who|does|do|did|(?:is|are)(?! (?:there|any))|has|have|should|i|my|we|our|it|people|someone|everyone|any(?:one|body))\b/i;
const SEARCH = /^(?:search|find|look)(?: (?:for|up))?\s+/i;
/** Filler words around a topic. */
const FRAME =
  /\b(?:what(?:'s|'re|s)?|which|is|are|was|were|been|being|do|does|did|have|has|had|get|gets|the|an?|any(?:thing)?|some(?:thing)?|all|every(?:thing)?|there|that|people|developers|devs|users|teams?|everybody|pains?|pain points?|problems?|signals?|issues?|troubles?|headaches?|gripes?|frustrations?|annoyances?|hassles?|nightmares?|topics?|things?|stuff|ones?|complain(?:ing)?|struggl(?:e|ing)|hurt(?:s|ing)?|broken|happening|going|asking|ask|report(?:s|ed|ing)?|wrong|small|see|up|most|top|repos(?:itories)?)\b/gi;
const LINKS = /^(?:(?:about|re:?|on|around|with|in|for|of|regarding|from|to|within|when using|by|at)(?: |$))+/i;
const TRAILING_LINK = /(?:^| )(?:about|on|with|in|for|of|by|and|the)$/i;
const WITHIN = / (?:about|on|with|in|for|of|at|is|are|was|out|and then|because|when|but) /i;
const LINKED_TOPIC = 6;
/** Without "about" or the like in front, more words are probably a sentence. */
const BARE_TOPIC = 3;

/** "Hot reload", "worst case", "falling back": they begin a topic unless the text has more of a request. */
const OFTEN_NAMED =
  /^(?:hot|new|worst|best|main|big(?:gest)?|large(?:st)?|falling|recent|latest|growing|rising|moving|climbing) /i;
const FRAMED =
  /\b(?:bugs?|complaints?|questions?|features?|requests?|pains?|problems?|issues?|signals?|topics?|things?|stuff|ones?|in|on|about|for|with|around|that|what|which)\b/i;

/** A filtered, sorted list: "top bugs about oauth", "what is growing in databases". Null when a part is not a filter, order or topic. */
export function parseListPhrase(text: string): Query | null {
  const isSearch = SEARCH.test(text);
  if (!isSearch && NO_LIST.test(text)) return null;
  const found = takeAll(text.replace(SEARCH, ''));
  if (OFTEN_NAMED.test(text) && found.rest !== '' && !FRAMED.test(text)) return null;
  const topic = parseTopic(found.rest);
  if (topic === null) return null;
  const { rest: _rest, ...said } = found;
  const filters = { ...said, ...topic };
  // Words alone are better found by semantic search.
  const isWordsAlone = Object.values(filters).filter((each) => each !== undefined).length === 1;
  return isWordsAlone && topic.words !== undefined && !isSearch ? null : listQuery(filters);
}

interface ListWish extends Pick<SearchQuery, 'type' | 'minScore' | 'owner' | 'area' | 'words'> {
  order?: ListOrder | undefined;
  limit?: number | undefined;
}

/** The list of an order, or a search where there are filters. Null without either. */
export function listQuery({ order, limit, ...filters }: ListWish): Query | null {
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  if (!isFiltered) return order === undefined ? null : plainList(order, limit);
  const isPlain = order === undefined || (order === 'top' && filters.words === undefined);
  const sort = isPlain ? 'relevance' : SORT[order];
  const direction = order === 'fading' ? 'asc' : 'desc';
  return SearchQuery.safeParse({ show: 'search', ...filters, sort, direction, limit }).data ?? null;
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
  const limit = order !== undefined ? take(takeCount) : type !== undefined ? take(takeCountInWords) : undefined;
  return { minScore, owner, order, type, limit, rest };
}

/** Nothing, an area, or words. Null when it is more than a topic. */
function parseTopic(rest: string): { area?: string; words?: string } | null {
  const framed = rest
    .replace(FRAME, ' ')
    .replace(/[\s,]+/g, ' ')
    .trim();
  const linked = framed.replace(LINKS, '').trim();
  const topic = linked.replace(TRAILING_LINK, '').replace(/^[\s,;:]+|[\s,;:]+$/g, '');
  if (topic === '') return {};
  const area = parseAreaName(topic);
  if (area !== null) return { area };
  const most = linked === framed ? BARE_TOPIC : LINKED_TOPIC;
  const isTopic = topic.split(' ').length <= most && !(linked === framed && WITHIN.test(topic));
  return isTopic && topic.length <= MAX_WORDS_LENGTH && !/^\d+$/.test(topic) ? { words: topic } : null;
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
      return SearchQuery.parse({ show: 'search', sort: SORT[order], direction: 'asc' });
    case 'top':
      return TopQuery.parse({ show: 'top', ...limit });
  }
}
