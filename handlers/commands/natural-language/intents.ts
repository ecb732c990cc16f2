import { PAIN_TYPES } from '@pain-signals/contract';
import {
  areaKeyword,
  EmergingQuery,
  FindQuery,
  MAX_NAMED,
  MAX_WORDS_LENGTH,
  type Query,
  queryForSignals,
  RefineQuery,
  type SignalReference,
  WatchQuery,
} from '@pain-signals/domain';
import { parseReferenceOrTopic } from '../signal-names.ts';
import type { Sentence } from './describe-sentence.ts';
import { type ListOrder, listQuery, SORT } from './lists.ts';
import type { Thresholds } from './thresholds.ts';

/** What a sentence says besides what it asks for. */
export interface Request extends Sentence, Thresholds {
  topic: string;
  owner: string | undefined;
  page: number | undefined;
  /** A search for the topic. */
  search: Query | null;
  /** The whole text as a search by meaning. */
  asked: Query | null;
  /** "Are there complaints about …?": whether anybody complains, of whatever type the posts are. */
  asksIfAny: boolean;
}

type Intent = (request: Request) => Query | null;

const IT: SignalReference = { by: 'it' };

const numbersIn = ({ signals }: Request) => signals.filter(({ by }) => by !== 'it').slice(0, MAX_NAMED);
const wordsIn = ({ topic }: Request) => (topic === '' ? undefined : topic.slice(0, MAX_WORDS_LENGTH));

/** The signals that are named, else the one in mind. */
function namesIn(request: Request): SignalReference[] {
  const numbers = numbersIn(request);
  const words = wordsIn(request);
  if (numbers.length > 0) return numbers;
  return words === undefined ? [IT] : [{ by: 'words', words }];
}

const signal =
  (want: 'signal' | 'why' | 'evidence' | 'brief' | 'hide'): Intent =>
  (request) => {
    const { asks } = request;
    const isCount = asks === 'people' || asks === 'owners';
    const { area } = request;
    // "Hide auth" is not about the signal in mind.
    if (want === 'hide' && request.topic === '' && area !== undefined && request.signals.length === 0)
      return queryForSignals(want, [{ by: 'words', words: areaKeyword(area) }]);
    if (asks !== undefined && (want === 'signal' || (isCount && want !== 'hide'))) return fact(asks)(request);
    return queryForSignals(want, namesIn(request), want === 'brief' ? { section: request.section } : {});
  };

const fact =
  (asks: NonNullable<FindQuery['asks']>): Intent =>
  (request) =>
    queryForSignals('signal', namesIn(request), { asks });

/** Larger ones are scores. */
const MOST_NUMBERED = 20;

/** Of a signal, or of all of them. */
const scored: Intent = (request) => {
  if (request.minScore !== undefined) return null;
  // "Is 96 a lot?"
  const signals = request.signals.filter((name) => name.by !== 'number' || name.number <= MOST_NUMBERED);
  const query = fact('score')({ ...request, signals });
  return query?.show === 'find' && query.names.some(({ by }) => by === 'it')
    ? { ...query, otherwise: { show: 'help', about: 'score' } }
    : query;
};

const SHARED_PARTS = ['brief', 'evidence', 'chart'] as const;

/** "Send the brief of 2 to the team" */
const shared: Intent = (request) => {
  const part = SHARED_PARTS.find((each) => request.has(each));
  return queryForSignals('share', namesIn(request), part === undefined ? {} : { share: { part } });
};

/** The service takes one type: of two, the others are left out. */
const typeFilter = ({ type, types }: Pick<Request, 'type' | 'types'>) =>
  types.length < 2 ? { type } : { except: PAIN_TYPES.filter((each) => !types.includes(each)) };

const list =
  (understood?: ListOrder): Intent =>
  (request) => {
    const { area, minScore, minGrowth, maxVolume, owner, limit } = request;
    const order = request.isOpposite ? request.order : understood;
    const filters = { area, ...typeFilter(request), minScore, owner, words: wordsIn(request) };
    const isSmall = order === 'emerging' && (maxVolume !== undefined || minGrowth !== undefined);
    return isSmall && Object.values(filters).every((filter) => filter === undefined)
      ? EmergingQuery.parse({ show: 'emerging', maxVolume, minGrowth, limit })
      : listQuery({ order, limit, ...filters });
  };

/** "Postgres bugs" are listed; an area beside a topic only says more about it. */
const topic: Intent = (request) => {
  if (VERSUS.test(request.topic)) return compared(request);
  const { area, type, types, minScore, owner, search, asked } = request;
  const isOfType = type === 'complaint' && types.length === 1;
  if (isOfType && request.asksIfAny && request.topic !== '' && minScore === undefined && owner === undefined)
    return asked;
  const isListed = [type, minScore, owner, request.topic === '' ? area : undefined].some((each) => each !== undefined);
  return isListed ? list()(request) : search;
};

const refined: Intent = ({ area, minScore, owner, order, ...request }) => {
  const sort = order === undefined ? undefined : SORT[order];
  const words = request.topic === '' ? undefined : request.topic;
  const change = { area, ...typeFilter(request), minScore, owner, sort, words };
  return RefineQuery.safeParse({ show: 'refine', change }).data ?? null;
};

const FIRST_TWO: readonly SignalReference[] = [1, 2].map((number) => ({ by: 'number', number }));
const VERSUS = /\S (?:vs\.?|versus) \S/i;
/** "A with B", "A or B" */
const SEPARATOR = /\s(?:vs\.?|versus|with|to|and|or|than|against|from)\s/i;

function compared(request: Request): Query | null {
  const named = wordsIn(request)?.split(SEPARATOR) ?? [];
  const names = [...numbersIn(request), ...named.flatMap((side) => parseReferenceOrTopic(side) ?? [])];
  if (named.length === 1 && names.length === 1 && !request.signals.some(({ by }) => by === 'it')) return null;
  // "The top two"
  if (names.length === 0 && request.limit === 2) return queryForSignals('compare', [...FIRST_TWO]);
  return queryForSignals('compare', names.length > 1 ? names.slice(0, MAX_NAMED) : [IT, ...names]);
}

const charted: Intent = (request) => {
  const names = namesIn(request);
  const chart = { kind: request.kind ?? 'timeline', days: 30 } as const;
  return names.length > 1 ? queryForSignals('compare', names) : queryForSignals('chart', names, { chart });
};

/** Where people write about a signal is a matter of its sources. */
const evidence: Intent = (request) =>
  request.asksWhereWritten ? charted({ ...request, kind: 'sources' }) : signal('evidence')(request);

/** One that can't be read is no topic. */
const RULE = /\b(?:score|growth) (?:over|above)\b/i;

const watched: Intent = (request) => {
  const { area } = request;
  // An alert has one type.
  if (RULE.test(request.topic) || request.types.length > 1) return null;
  const [number = IT, ...others] = numbersIn(request);
  const options = { rule: ruleIn(request), tell: request.isForAll ? 'here' : 'me' };
  if (others.length > 0)
    return (
      FindQuery.safeParse({ show: 'find', want: 'watch', names: [number, ...others], watch: options }).data ?? null
    );
  const words = wordsIn(request);
  // Complaints about a topic are what any post about it is.
  const type = words === undefined || request.type !== 'complaint' ? request.type : undefined;
  const filter = { words, area, type };
  const isSearch = number === IT && Object.values(filter).some((each) => each !== undefined);
  const what = isSearch ? { of: 'search', filter } : { of: 'signal', name: number };
  return WatchQuery.safeParse({ show: 'watch', what, ...options }).data ?? null;
};

function ruleIn({ has, isDoubled, minScore, minGrowth }: Request): unknown {
  if (minScore !== undefined) return { when: 'score', above: minScore };
  if (minGrowth !== undefined) return { when: 'growth', above: minGrowth };
  if (has('recent')) return { when: 'new' };
  return has('rise') ? { when: 'growth', above: isDoubled ? 1 : 0.5 } : undefined;
}

const own =
  (query: Query): Intent =>
  () =>
    query;

/** What a sentence can ask for, and the query for it. */
export const INTENTS: Readonly<Record<string, Intent>> = {
  trending: list('trending'),
  emerging: list('emerging'),
  fading: list('fading'),
  recent: list('recent'),
  volume: list('volume'),
  growth: list('growth'),
  top: list('top'),
  topic,
  refine: refined,
  reset: own({ show: 'refine', change: {}, keep: 'nothing' }),
  more: ({ page }) => ({ show: 'more', ...(page === undefined ? {} : { page: page - 1 }) }),
  back: own({ show: 'more', back: true }),
  signal: signal('signal'),
  why: signal('why'),
  evidence,
  brief: signal('brief'),
  share: shared,
  hide: signal('hide'),
  chart: charted,
  compare: compared,
  watch: watched,
  since: fact('since'),
  latest: (request) => fact(request.isYesOrNo ? 'still' : 'latest')(request),
  contacts: fact('contacts'),
  score: scored,
  count: own({ show: 'help', about: 'signals' }),
  data: own({ show: 'help', about: 'data' }),
  updates: own({ show: 'help', about: 'updates' }),
  terms: own({ show: 'help', about: 'terms' }),
  briefs: ({ area }) => ({ show: 'briefs', page: 0, ...(area === undefined ? {} : { area }) }),
  watches: ({ has }) => ({ show: 'watches', ...(has('stop', 'hide') ? { stops: true } : {}) }),
  digest: own({ show: 'digest' }),
  connect: own({ show: 'dialog', dialog: 'connect' }),
  settings: own({ show: 'dialog', dialog: 'settings' }),
  status: own({ show: 'status' }),
  help: own({ show: 'help' }),
  commands: own({ show: 'help', all: true }),
  // "A quick summary for auth" is of that area.
  home: (request) => ((request.area ?? request.type) === undefined ? { show: 'home' } : list()(request)),
  areas: own({ show: 'areas' }),
  hidden: own({ show: 'hidden' }),
  // "Thanks, and what about redis?" asks.
  hello: (request) => (request.topic === '' ? { show: 'courtesy', of: 'hello' } : request.search),
  reply: own({ show: 'courtesy', of: 'reply' }),
  thanks: (request) => (request.topic === '' ? { show: 'courtesy', of: 'thanks' } : request.search),
};

const OF_A_SIGNAL = [
  'signal',
  'why',
  'evidence',
  'brief',
  'share',
  'hide',
  'chart',
  'compare',
  'watch',
  'since',
  'latest',
  'contacts',
];

/** Whether it is asked of one signal, which may be the one in mind. */
export const isOfSignal = (intent: string): boolean => OF_A_SIGNAL.includes(intent);

/** What changes or opens something. */
const CHANGING = ['share', 'hide', 'watch', 'connect', 'settings', 'digest'];

/** Whether a guess is only offered. A topic can be named by words of a request: "chart legend overlaps". */
export const needsCertainty = (intent: string, named: string): boolean =>
  CHANGING.includes(intent) || (isOfSignal(intent) && intent !== 'compare' && named !== '');
