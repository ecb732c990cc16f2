import { type FindQuery, type Query, queryForSignals, RefineQuery, SearchQuery } from '@pain-signals/domain';
import { parseAreaName } from '../option-values.ts';
import { SORT, takeMinScore, takeOrder, takeOwner, takeType } from './list-phrases.ts';
import { wordsOf } from './vocabulary.ts';

/** What is said in a conversation that is about a signal or a list already: "and the brief?", "why?", "only bugs". */

const IT = '(?:it|this|that|them|these|those|(?:this|that|the)(?: one| signal| pain| topic)?)';

const about = (want: FindQuery['want']): Query => queryForSignals(want, [{ by: 'it' }]);

const ABOUT_IT: readonly (readonly [RegExp, Query])[] = [
  [
    new RegExp(
      `^(?:and )?(?:what|how) (?:do|are) (?:people|they|teams|developers|users) (?:do|doing|us(?:e|ing)|work(?:ing)? around)(?: (?:about|against|for) ${IT})?(?: it)?(?: today| now| instead)?$`,
      'i',
    ),
    about('brief'),
  ],
  [
    new RegExp(
      `^what (?:could|should|can) (?:we|i|one) (?:build|do|make|fix)(?: next)? (?:for|about|against|with) ${IT}$`,
      'i',
    ),
    about('brief'),
  ],
  [
    new RegExp(
      `^(?:how(?:'s| is| are) ${IT} (?:doing|going|looking|developing|evolving)|since when(?: (?:is|was|has) ${IT}(?: been)?(?: (?:a thing|going on|happening|around))?)?|how long(?: has ${IT} been going on)?|when did ${IT} (?:start|begin))$`,
      'i',
    ),
    queryForSignals('chart', [{ by: 'it' }], { kind: 'timeline', days: 30 }),
  ],
  [new RegExp(`^(?:what|how much) (?:does|do|did) ${IT} cost(?: \\w+){0,3}$`, 'i'), about('brief')],
  [/^(?:more )?(?:details?|info|information)$/i, about('signal')],
  [
    new RegExp(
      `^(?:is ${IT} (?:just |only |mostly |really |about )*(?:one|a single|a few|many) .{3,30}|how (?:widespread|common|serious|big|bad) is ${IT})$`,
      'i',
    ),
    about('signal'),
  ],
  [
    new RegExp(`^who(?: else)? (?:has|have|had|sees?|gets?) ${IT}(?: (?:problem|issue|too|as well))*$`, 'i'),
    about('evidence'),
  ],
  [
    /^(?:(?:that|this|it)(?:'s| is| was)? )?(?:not (?:useful|relevant|a pain|our area|for us)|noise|irrelevant)(?: (?:here|for us|to us))?$/i,
    about('hide'),
  ],
];

/** "How does it compare with last month?" */
const COMPARED = new RegExp(`^how (?:does|do|did) ${IT} compare(?: (?:with|to|against))?$`, 'i');
const BACK =
  /^(?:(?:and )?(?:go |take me |bring me )?back(?: (?:to|a page|one page|up)(?: (?:the|that|my|our))?(?: (?:list|overview|results|ranking|others))?)?|(?:the )?(?:previous|last) (?:page|list)|(?:the )?list again|return(?: to the list)?)$/i;
const MORE =
  /^(?:more|keep going|(?:the )?next (?:few|\d{1,2}|five|ten|ones|lot|batch)|scroll(?: down)?|load more|(?:the )?next(?: page)?|show (?:me )?more|go on|continue|and more|what else|anything else|(?:what about |and )?the (?:rest|others))$/i;
const PAGE = /^(?:show |go to |to )?page ([1-9]\d?)$/i;
const ALL =
  /^(?:all(?: of (?:them|it))?|everything|(?:without|no|drop|clear|remove|forget|lose|reset)(?: (?:the|all|any|this|that|my|area|type|score|owner|period|time))* filters?|all signals)$/i;
const ONLY_BEHIND = /^(?:and |but )?(.+?) (?:only|instead)$/i;
const ONLY =
  /^(?:and )?(?:but )?(?:please )?(?:show )?(?:only|just|limit (?:it|them|this) to|filter (?:by|for|on))(?: show)?(?: the)? (.+?)(?: only)?$/i;
const LINKED =
  /^(?:and |but |or |what about |how about )*(?:(?:the )?same(?: thing| list| again)?,? (?:but |just |only )*)?(?:for|in|within|from)(?: the)? (.+)$/i;
const SORTED =
  /^(?:and |but |or )*(?:(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?)(?: (?:it|them|this))? )?by (?:number of |how many |most )?(.+)$/i;
const FIRST = /^(?:and |but )*(?:show )?(?:the )?(.+) (?:first|ones)$/i;
const BARE = /^(?:with )?(?:an? )?scores? .+$/i;
const INSTEAD = /^(?:and |or )*(?:what|how) about (.+)$/i;

/** More are a question. */
const MOST_WORDS = 3;

const SORT_NAMES: Record<string, RefineQuery['change']['sort']> = {
  score: 'score',
  growth: 'growth',
  volume: 'volume',
  mentions: 'volume',
  size: 'volume',
  date: 'lastSeenAt',
  time: 'lastSeenAt',
  recency: 'lastSeenAt',
};

/** What is left of "and last month?" without its period. */
const FILLER =
  /^\W*(?:(?:and|or|but|ok|only|just|instead|show|me|them|it|what|how|about|for|the|in|over|now|same|again|that|this|list|ones?|please|pls|can|could|we|you|i|get|see|take|make|let|look|at|go|do|with|say)(?:\W+|$))*$/i;

/** @param days of a period that was taken out of the text */
export function parseFollowUp(text: string, days: number | null): Query | null {
  const [, query] = ABOUT_IT.find(([pattern]) => pattern.test(text)) ?? [];
  if (query !== undefined) return query;
  if (days !== null && COMPARED.test(text)) return about('chart');
  if (MORE.test(text)) return { show: 'more' };
  if (BACK.test(text)) return { show: 'more', back: true };
  const [, page] = PAGE.exec(text) ?? [];
  if (page !== undefined) return { show: 'more', page: Number(page) - 1 };
  if (ALL.test(text)) return { show: 'refine', change: {}, keep: 'nothing' };
  if (days !== null && FILLER.test(text)) return { show: 'refine', change: { days }, keep: 'filters' };
  return parseRefinement(text);
}

/** "And databases?", which would be a list of its own without the "and". */
export function parseAddition(text: string): Query | null {
  const added = /^(?:and|or|now) (?:the )?(.+?)[?!. ]*$/i.exec(text)?.[1] ?? '';
  const area = parseAreaName(added);
  if (area !== null) return { show: 'refine', change: { area }, keep: 'filters' };
  const type = takeType(added);
  return type?.rest === '' ? { show: 'refine', change: { type: type.value }, keep: 'filters' } : null;
}

function parseRefinement(text: string): Query | null {
  const [, by] = SORTED.exec(text) ?? [];
  const sort = by === undefined ? undefined : SORT_NAMES[by.toLowerCase()];
  if (sort !== undefined) return { show: 'refine', change: { sort }, keep: 'filters' };
  const [, only] = ONLY.exec(text) ?? ONLY_BEHIND.exec(text) ?? [];
  if (only !== undefined) return refineBy(only, true);
  const [, linked] = LINKED.exec(text) ?? FIRST.exec(text) ?? [];
  if (linked !== undefined) return refineBy(linked, false);
  if (BARE.test(text)) return refineBy(text, false);
  const [, other] = INSTEAD.exec(text) ?? [];
  if (other === undefined) return null;
  const area = parseAreaName(other);
  if (area !== null) return { show: 'refine', change: { area }, keep: 'filters' };
  return other.split(' ').length > MOST_WORDS
    ? null
    : (SearchQuery.safeParse({ show: 'search', words: other }).data ?? null);
}

/** Of a list: "only those above 70". */
const ABOVE = /^(?:(?:those|ones|signals|pains|everything) )?(?:above|over)(?= \d{1,3}$)/i;

/** Filters, an order or an area. Other words are filters only where the phrase says so. */
function refineBy(phrase: string, mayBeWords: boolean): Query | null {
  const score = takeMinScore(phrase.replace(ABOVE, 'score above'));
  const owner = takeOwner(score?.rest ?? phrase);
  const area = parseAreaName(phrase);
  const type = area === null ? takeType(owner?.rest ?? score?.rest ?? phrase) : null;
  const order = area === null ? takeOrder(type?.rest ?? owner?.rest ?? score?.rest ?? phrase) : null;
  const rest = (order?.rest ?? type?.rest ?? owner?.rest ?? score?.rest ?? phrase)
    .replace(/\b(?:ones?|signals?|pains?|things?|with|the|those|that|are)\b/gi, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .replace(/^(?:in|for|from|about|regarding|around|on|try|search|show|take|use) /i, '');
  const named = area ?? (rest === '' ? null : parseAreaName(rest));
  if (named === null && rest !== '' && !mayBeWords) return null;
  if (named === null && rest !== '' && !isTopic(rest)) return null;
  const change = {
    ...{ type: type?.value, minScore: score?.value, owner: owner?.value, area: named ?? undefined },
    sort: order ? SORT[order.value] : undefined,
    words: named === null && rest !== '' ? rest : undefined,
  };
  const parsed = RefineQuery.safeParse({ show: 'refine', change });
  return parsed.success ? parsed.data : null;
}

/** "Can the digest come on Fridays instead?" is about more than a topic. */
const isTopic = (text: string): boolean => {
  const words = wordsOf(text) ?? [];
  const has = (wanted: string) => words.some(({ meaning }) => meaning === wanted);
  return has('other') && !has('digest');
};
