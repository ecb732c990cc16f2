import type { PainType } from '@pain-signals/contract';
import type { ChartQuery, FindQuery, SignalReference } from '@pain-signals/domain';
import { parseAreaName } from '../option-values.ts';
import { parseSignalReference } from '../signal-names.ts';
import type { ListOrder } from './lists.ts';
import { COUNTED, COUNTS, type Meaning, type Word } from './vocabulary.ts';

/** What the words of a sentence say, in whatever order. */
export interface Sentence {
  has: (...meanings: Meaning[]) => boolean;
  /** Whether one meaning is named before another. */
  isBefore: (one: Meaning, other: Meaning) => boolean;
  /** Signals that are meant, without repetitions. */
  signals: SignalReference[];
  /** The first that isn't `it`, else `it`. */
  name: SignalReference;
  area: string | undefined;
  type: PainType | undefined;
  /** "Bugs and feature requests" */
  types: readonly PainType[];
  /** A fact of a signal that is asked for alone. */
  asks: FindQuery['asks'];
  /** A section of a brief. */
  section: FindQuery['section'];
  order: ListOrder | undefined;
  /** "Not rising": the order is the opposite of what is named. */
  isOpposite: boolean;
  limit: number | undefined;
  /** Alerts are for the channel: "tell us". */
  isForAll: boolean;
  isDoubled: boolean;
  /** Begins with more than a verb: "could you", "I want to". */
  isPolite: boolean;
  /** "Where", "how" or "when". */
  asksWhere: boolean;
  asksWhat: boolean;
  /** Of a chart: "score history", "by source". */
  kind: ChartQuery['kind'] | undefined;
  /** "Ideas", "briefs": several of them. */
  isPlural: boolean;
  /** "Is it still happening?" */
  isYesOrNo: boolean;
  /** "Which is worse", "1 or 2". */
  isComparing: boolean;
  /** "Where did you get 4 from?" */
  asksSource: boolean;
  /** "Where do people write about it?" */
  asksWhereWritten: boolean;
  /** Nothing but that a signal is unwanted: "not relevant to us, hide". */
  isDismissal: boolean;
}

const TYPES = ['bug', 'complaint', 'question', 'feature_request'] as const satisfies readonly PainType[];

/** Specific before general. */
const ORDERS: readonly (readonly [Meaning, ListOrder])[] = [
  ['growth', 'growth'],
  ['small', 'emerging'],
  ['fade', 'fading'],
  ['volume', 'volume'],
  ['rise', 'trending'],
  ['recent', 'recent'],
  ['top', 'top'],
];

/** What "not rising" comes to. */
const OPPOSITE: Partial<Record<ListOrder, ListOrder>> = {
  ...{ growth: 'fading', emerging: 'fading', trending: 'fading', fading: 'trending' },
};
const BETWEEN_NOT = /^(?:yet|really|currently|actually|even|still|now|right now|exactly|all that|so)$/;

/** "Not rising", "isn't really growing" */
function isNegated(words: readonly Word[], meaning: Meaning): boolean {
  const at = words.findIndex((word) => word.meaning === meaning);
  const before = words.slice(0, at).findLast(({ text }) => !BETWEEN_NOT.test(text));
  return before?.meaning === 'not';
}

const JOINS_TYPES = /^(?:and|or|&|n|plus|nor|as well as|the|an?|all|any|also|worst|top|latest|newest)$/;

/** The type that a sentence names, and those beside it: "bugs and feature requests". */
function typesIn(words: readonly Word[]): PainType[] {
  const isType = ({ meaning }: Word) => TYPES.some((type) => type === meaning);
  const first = words.findIndex(isType);
  const only = TYPES.find((type) => words.some(({ meaning }) => meaning === type));
  if (only === undefined) return [];
  const found = new Set<PainType>();
  let joined = true;
  for (const [at, word] of words.entries()) {
    if (at < first) continue;
    const isBehindComma = at > 0 && word.start - (words[at - 1]?.end ?? 0) > 1;
    if (isType(word) && (joined || isBehindComma)) found.add(word.meaning as PainType);
    else if (!JOINS_TYPES.test(word.text)) break;
    joined = !isType(word);
  }
  return found.size > 1 ? [...found] : [only];
}

const HOW_MANY = /^(?:how many|(?:what (?:is|’s) )?(?:the )?number of)\b/;
const OWNERS =
  /^(?:compan(?:y|ies)|org|orgs|organi[sz]ations?|startups?|firms?|businesses|vendors?|employers?|repos?|repositor(?:y|ies)|projects?)$/;
/** "Is this just one customer?" */
const ONLY_ONE = /^(?:is|isn’t|was)\b.*\b(?:just|only) (?:a |an |one |1 )?(?:single )?(\w+)/;
const ONE_PERSON = /^(?:person|user|customer|client|developer|guy|author)$/;
const YES_OR_NO = /^(?:is|isn’t|isnt|are|aren’t|does|doesn’t|do|don’t|has|have|did|was)\b/;
const KIND = /^(?:types?|kind|sort|(?:type|kind|sort) of|category|classified|categori[sz]ed)$/;

const SECTIONS = [
  [
    'workarounds',
    /^(?:(?:get|work)\w* around|work-?arounds?|stop-?gaps?|band-?aids?|coping strategies|how they cope)$/,
  ],
  ['impact', /^(?:costs?|costing|expensive)$/],
] as const satisfies readonly (readonly [NonNullable<FindQuery['section']>, RegExp])[];

/** Without the words that lead up to a question. */
const askingPart = (words: readonly Word[]): string =>
  words
    .map(({ text }) => text)
    .filter((text) => !/^(?:and|so|but|ok|okay|hey|hi|well|then)$/.test(text))
    .join(' ');

/** "Is it a bug?", "what type is it?", "how many people have this?", "how many companies?" */
function askedOf(words: readonly Word[], types: readonly PainType[]): FindQuery['asks'] {
  const said = askingPart(words);
  const [, alone = ''] = ONLY_ONE.exec(said) ?? [];
  if (HOW_MANY.test(said) || OWNERS.test(alone) || ONE_PERSON.test(alone)) {
    if (said.split(' ').some((word) => OWNERS.test(word))) return 'owners';
    if (alone !== '' || words.some(({ meaning }) => meaning === 'people')) return 'people';
  }
  const [type, ...others] = types;
  if (type !== undefined && /^(?:is|isn’t|isnt|was|are|would you call)\b/.test(said))
    return others.length > 0 ? 'type' : type;
  return words.some(({ text }) => KIND.test(text)) && /^(?:what|which)\b/.test(said) ? 'type' : undefined;
}

/** "1 and 3 rising" */
const isListed = (words: readonly Word[], at: number): boolean =>
  [-1, 1].some(
    (step) =>
      words[at + step]?.meaning === 'reference' ||
      (/^(?:and|or|&|n)$/.test(words[at + step]?.text ?? '') && words[at + 2 * step]?.meaning === 'reference'),
  );

/** What the words mean together. */
export function describeSentence(words: readonly Word[]): Sentence {
  const has = (...meanings: Meaning[]) => words.some(({ meaning }) => meanings.includes(meaning));
  const named = ORDERS.find(([meaning]) => has(meaning));
  const opposite = named !== undefined && isNegated(words, named[0]) ? OPPOSITE[named[1]] : undefined;
  const order = opposite ?? named?.[1];
  const types = typesIn(words);
  const [type] = types;
  const isList = order !== undefined || type !== undefined;
  const count = isList ? words.find((word, at) => isCount(word, words[at - 1], words[at + 1])) : undefined;
  const isSignal = (word: Word, at: number) =>
    word.meaning === 'reference' &&
    (word !== count || isListed(words, at)) &&
    // "Which bugs should we look at first?"
    !(isList && at > 0 && word.text === 'first') &&
    // "When was it first reported?", "when did this first appear?"
    !(/^(?:this |that )?first$/.test(word.text) && IT.test(words.map(({ text }) => text).join(' '))) &&
    !(order !== undefined && PLURAL.test(word.text)) &&
    !(word.text === 'that' && (words[at - 1]?.meaning === 'noun' || CLAUSE.test(words[at + 1]?.text ?? '')));
  const references = words.filter(isSignal).flatMap(({ text }) => parseSignalReference(text) ?? []);
  const areaName = words.find(({ meaning }) => meaning === 'area')?.text;
  return {
    has,
    isBefore: (one, other) => {
      const at = words.findIndex(({ meaning }) => meaning === one);
      return at >= 0 && at < words.findIndex(({ meaning }) => meaning === other);
    },
    signals: [...new Map(references.map((each) => [JSON.stringify(each), each])).values()],
    name: references.find(({ by }) => by !== 'it') ?? { by: 'it' },
    area: (areaName === undefined ? null : parseAreaName(areaName)) ?? undefined,
    type,
    types,
    asks: askedOf(words, types),
    section: SECTIONS.find(([, named]) => words.some(({ text }) => named.test(text)))?.[0],
    order,
    isOpposite: opposite !== undefined,
    limit: count === undefined ? countIn(words) : Number(count.text.replace('the ', '')),
    isForAll: words.some(({ text }) => /\bus\b|^here$|(?:channel|team)\b/.test(text)),
    isPolite: words[0]?.meaning === 'filler',
    asksWhere: words.some(({ text }) => /^(?:where|how|when)/.test(text)),
    isYesOrNo: YES_OR_NO.test(askingPart(words)),
    isComparing: words.some(({ text }) =>
      /^(?:which|or|worse|worst|better|bigger|biggest|than|between|more)$/.test(text),
    ),
    isPlural: words.some(({ meaning, text }) => meaning === 'build' && text.endsWith('s')),
    kind: words.some(({ text }) => /^scores?(?: history)?$/.test(text))
      ? 'history'
      : words.some(({ text }) => /^(?:sources?|by source|where|repos?|sites?|provider|platform)s?$/.test(text))
        ? 'sources'
        : undefined,
    asksWhat: /^what/.test(words.find(({ meaning }) => meaning !== 'filler')?.text ?? ''),
    asksSource: words.some(({ text }) => text === 'where') && words.some(({ text }) => text === 'from'),
    asksWhereWritten: /^where\b(?!.* from\b)/.test(askingPart(words)) && has('people'),
    isDismissal:
      (has('hide') || (has('not') && has('useful'))) &&
      words.every(({ meaning, text }) => DISMISSING.test(text) || UNWANTED.includes(meaning)),
    isDoubled: words.some(({ text }) => /^doubl/.test(text)),
  };
}

/** A number that names no signal, where a list is asked for: "five nastiest", "limit 20", "ten is plenty". No list has more than ten. */
function countIn(words: readonly Word[]): number | undefined {
  const numbers = words.flatMap((word, at) => {
    if (NAMING.test(words[at - 1]?.text ?? '')) return [];
    const digits = /^(?:the )?(\d{1,3})$/.exec(word.text)?.[1];
    const named = NUMBERS.indexOf(word.text);
    const number = named >= 0 ? named + 2 : Number(digits ?? 0);
    return number > 0 && (number <= MOST_LISTED || COUNTS.test(words[at - 1]?.text ?? '') || named >= 0)
      ? [number]
      : [];
  });
  return numbers.length === 1 ? Math.min(numbers[0] ?? 0, MOST_LISTED) : undefined;
}

const NUMBERS = 'two three four five six seven eight nine ten eleven dozen'.split(' ');
const MOST_LISTED = 10;

const UNWANTED: readonly Meaning[] = ['hide', 'useful', 'not', 'reference'];
const DISMISSING = /^(?:to|for|us|me|our|it|its|it’s|that’s|thats|this|is|just|a|the|we|here|please|pls|can|you)$/;

const IT = /\b(?:it|this|that)\b/;

/** Behind a relative "that". */
const CLAUSE = /^(?:we|i|you|they|people|is|are|has|have)$/;

/** The signals of a list, where it is to be ordered. */
const PLURAL = /^(?:these|those|them)\b/;

/** "Top 5", "3 worst ones"; "number 3" and "#3" are signals. */
const isCounted = ({ meaning, text }: Word) =>
  COUNTED.includes(meaning) || (meaning === 'rise' && text.endsWith('ing'));
const NAMING = /^(?:is|are|was|why|number|does|did|if|when)$/;

const isCount = (word: Word, before: Word | undefined, after: Word | undefined): boolean =>
  /^(?:the )?(?:[1-9]|10)$/.test(word.text) &&
  !NAMING.test(before?.text ?? '') &&
  (COUNTS.test(before?.text ?? '') ||
    before?.meaning === 'top' ||
    (after !== undefined && (isCounted(after) || after.meaning === 'area')));
