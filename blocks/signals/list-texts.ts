import {
  areaName,
  FADED_MAX_GROWTH,
  FADED_MIN_MENTIONS,
  PAIN_TYPES,
  painTypeName,
  SCORE_MEANING,
} from '@pain-signals/contract';
import {
  type AskQuery,
  asSearch,
  COMMAND,
  type Freshness,
  type ListQuery,
  type SearchFilter,
  type SearchQuery,
  type TopQuery,
} from '@pain-signals/domain';
import { joinParts } from '../kit/elements.ts';
import { formatCount, formatDate, formatDay, formatDecimal, formatRatio, plural } from '../kit/format.ts';
import { capitalize, escapeMrkdwn, escapePlainText } from '../kit/text.ts';

/** What a list says about itself. `title` is plain text, the others are mrkdwn. */
export interface ListTexts {
  title: string;
  explains: string;
  /** Shown when the list is empty. */
  empty: string;
  hint: string;
}

const METRIC_NAMES: Record<TopQuery['metric'], string> = { score: 'score', growth: 'growth', volume: 'mentions' };

const metricName = ({ metric, days }: TopQuery): string =>
  `${metric === 'volume' && days === undefined ? 'total ' : ''}${METRIC_NAMES[metric]}`;

const ORDERS: Record<Exclude<SearchQuery['sort'], 'rising' | 'fading'>, Record<SearchQuery['direction'], string>> = {
  relevance: { desc: 'Best match first', asc: 'Lowest score first' },
  score: { desc: 'Highest score first', asc: 'Lowest score first' },
  growth: { desc: 'Fastest growing first', asc: 'Fastest falling first' },
  volume: { desc: 'Most mentions first', asc: 'Fewest mentions first' },
  lastSeenAt: { desc: 'Most recently mentioned first', asc: 'Least recently mentioned first' },
};

const UNRANKED = 'Name matches first, then highest score';

/** How many a list over a period counted, if not all; null when too few calls were left. `since` where it can't be compared with the one before. */
export interface Counted {
  counted?: number | null | undefined;
  since?: string | null | undefined;
  /** Sorted by score, though the best match was asked for. */
  isUnranked?: boolean | undefined;
  /** Whether an empty list has signals without its period, where that was counted. */
  hasOlder?: boolean | undefined;
}

export function listTexts(
  query: ListQuery,
  { counted, since, isUnranked: isByScore, hasOlder }: Counted = {},
): ListTexts {
  const { days } = query;
  const own = isByScore && query.show === 'search' ? searchTexts(query, UNRANKED) : textsOf(query);
  if (days === undefined) return own;
  const noComparison = since === undefined || !isAboutGrowth(query) ? null : explainNoComparison(days, since);
  const isUnranked = noComparison !== null || counted === null;
  // What isn't known to rise isn't called rising.
  const texts = isUnranked && query.show !== 'ask' ? searchTexts({ ...asSearch(query), sort: 'volume' }) : own;
  const period = periodLabel(days).toLowerCase();
  return {
    ...texts,
    // A question names its period itself.
    title:
      query.show === 'ask'
        ? texts.title
        : escapePlainText(
            counted === null
              ? `${query.show === 'emerging' ? 'Small signals' : texts.title} mentioned in the ${period}`
              : `${texts.title}, ${period}`,
            150,
          ),
    explains: joinParts([
      noComparison,
      explainPeriod(query, days, { counted, since }),
      ...orderOver(query, { counted, since }, own.explains),
    ]),
    empty:
      noComparison === null
        ? `${texts.empty.replace(/ significant(?:ly)?| this week|\.$/g, '')} in the ${period}.`
        : `${noComparison}.`,
    hint:
      noComparison === null && (hasOlder ?? days < LONGEST_OFFERED)
        ? 'Try a longer period.'
        : hintOver(query, own.hint),
  };
}

const LONGEST_OFFERED = 90;

function hintOver(query: ListQuery, usual: string): string {
  if (query.show === 'search' && query.words === undefined) return hintWithoutWords(query);
  return isAboutGrowth(query) ? 'Try a shorter period.' : usual;
}

/** How a search over a period is filtered and sorted, unless its period says that. Which increases are significant is known of weeks only. */
function orderOver(query: ListQuery, { counted, since }: Counted, explains: string): string[] {
  if (query.show === 'emerging') return [`Small: up to ${plural(query.maxVolume, 'mention')} in total`];
  if (query.show === 'ask') return [explains];
  if (query.show !== 'search') return [];
  const isSaid = counted === null || since !== undefined || query.sort === 'rising' || query.sort === 'fading';
  return isSaid ? untitledFilters(query) : [explains];
}

const NAMED_PERIODS: Record<number, string> = { 365: 'Last 12 months' };

/** `Last 30 days`. */
export const periodLabel = (days: number): string =>
  NAMED_PERIODS[days] ?? (days === 1 ? 'Last day' : `Last ${days} days`);

export const MOVEMENTS: readonly SearchQuery['sort'][] = ['rising', 'fading', 'growth'];

const isAboutGrowth = (query: ListQuery): boolean => query.show !== 'ask' && MOVEMENTS.includes(asSearch(query).sort);

/** `Posts go back to Jul 1, 2026, so 90 days can’t be compared with the 90 before` */
const explainNoComparison = (days: number, since: string | null): string =>
  `${since === null ? 'Data goes back 12 months at most' : `Posts go back to ${formatDay(since)}`}, so ${formatCount(days)} days can’t be compared with the ${formatCount(days)} before`;

function explainPeriod(query: ListQuery, days: number, { counted, since }: Counted): string {
  const period = periodLabel(days).toLowerCase();
  if (counted === null)
    return `⚠ Too many requests this minute to count the ${period}, so what has the most mentions in total comes first. Press *Refresh* in a minute`;
  if (query.show === 'ask' || !(isAboutGrowth(query) || asSearch(query).sort === 'volume'))
    return `Mentioned in the ${period}`;
  const { one, where } =
    query.show === 'emerging' ? { one: 'small signal', where: '' } : searchSubject(asSearch(query));
  const most = escapeMrkdwn(`${plural(counted ?? 0, `most mentioned ${one}`)}${where}`, 300);
  const among = counted === undefined ? '' : `, among the ${most}`;
  const { sort, direction } = asSearch(query);
  return since === undefined
    ? `Compared with the ${formatCount(days)} days before${among}`
    : `${ORDERS.volume[sort === 'volume' ? direction : 'desc']}${among}`;
}

function textsOf(query: ListQuery): ListTexts {
  switch (query.show) {
    case 'trending':
      return {
        title: 'Trending signals',
        explains: 'Trending: significant increases, strongest first',
        empty: 'No significant increases this week.',
        hint: 'Trending compares the last 7 days with the 7 before, and only shows increases too large to be chance. Emerging looks at small signals; Top ranks all of them.',
      };
    case 'emerging':
      return {
        title: 'Emerging signals',
        explains: `Emerging: signals with up to ${plural(query.maxVolume, 'mention')} in total that rose significantly, by ${formatRatio(query.minGrowth)} or more`,
        empty: 'No small signals rose significantly this week.',
        hint: `Searched signals with up to ${plural(query.maxVolume, 'mention')}, up ${formatRatio(query.minGrowth)} or more.`,
      };
    case 'top':
      return {
        title: `Top signals by ${metricName(query)}`,
        explains: `Top ${formatCount(query.limit)} by ${metricName(query)}${query.metric === 'score' ? `: ${SCORE_MEANING}` : ''}`,
        empty: 'No active signals yet.',
        hint: 'Signals appear once posts are imported and scored.',
      };
    case 'search':
      return searchTexts(query);
    case 'ask':
      return {
        title: escapePlainText(`“${query.question}”`, 150),
        explains: explainFilters(query),
        empty: describeNothingFound(query, 'posts', query.question),
        hint: /\s/.test(query.question) ? 'Try fewer or different words.' : 'Try a different word.',
      };
  }
}

/** Why every list is empty; null when there are signals. */
export function noSignalsTexts({ snapshotAt, isEmpty = false }: Freshness): Pick<ListTexts, 'empty' | 'hint'> | null {
  if (snapshotAt === null) {
    return {
      empty: 'No scores yet.',
      hint: `New posts are scored within a minute. ${ADD_POSTS}`,
    };
  }
  return isEmpty ? { empty: 'No active signals: there are no posts from the last 30 days.', hint: ADD_POSTS } : null;
}

/** @param hidden how many the workspace has hidden */
export const describeNoMovers = (freshness: Freshness, hidden: number): string => {
  const nothing = noSignalsTexts(freshness);
  if (nothing !== null) return `${nothing.empty} ${nothing.hint}`;
  return hidden > 0 ? ALL_HIDDEN : 'No significant increases this week.';
};

export const ALL_HIDDEN = 'Everything this list would show is hidden in this workspace.';

/** `1 hidden signal is left out. To see it, type /pain hidden`; null without any. */
export const describeLeftOut = (hidden: number, how = `type \`${COMMAND} hidden\``): string | null =>
  hidden === 0
    ? null
    : `${plural(hidden, 'hidden signal')} ${hidden === 1 ? 'is' : 'are'} left out. To see ${hidden === 1 ? 'it' : 'them'}, ${how}`;

const ADD_POSTS = 'The service’s operator can add posts with `npm run -s cli -- import FILE` or `fetch SOURCE`.';

function searchTexts(query: SearchQuery, given?: string): ListTexts {
  const { words, sort, direction } = query;
  if (sort === 'rising') return risingTexts(query);
  if (sort === 'fading') return fadingTexts(query);
  const order = given ?? ORDERS[sort === 'relevance' && words === undefined ? 'score' : sort][direction];
  const filters = untitledFilters(query);
  return {
    title: titleOf(query),
    explains: capitalize([...filters, order].join('  ·  ')),
    empty: describeNothing(query),
    hint: words === undefined ? hintWithoutWords(query) : `${BY_NAME}.`,
  };
}

/** What of a question its title doesn't say: `Only complaints in Frontend & UI  ·  score 40 or more`. */
function explainFilters({ area, type, owner, ...others }: AskQuery): string {
  const { one, where } = searchSubject({ area, type, owner });
  const isOfAll = [area, type, owner].every((filter) => filter === undefined);
  const only = isOfAll ? [] : [`only ${escapeMrkdwn(`${one}s${where}`, 200)}`];
  return capitalize(joinParts([...only, ...untitledFilters(others)]));
}

const BY_NAME = 'Only names and summaries were searched, not the posts';

/** Why a question isn't answered from posts. */
export const describeSearchLimit = (againAt: number): string =>
  `${BY_NAME}: this workspace’s API key has reached its search limit. Posts can be searched again at ${formatDate(againAt, 'time')}.`;

/**
 * `No complaints about “GraphQL caching” in Frontend & UI (score 40 or more).`,
 * `What was found about “GraphQL caching” in Frontend & UI is hidden in this workspace.`
 */
export function describeNothingFound(
  { area, type, owner, days, ...others }: AskQuery,
  searched: 'posts' | 'signals' | 'hidden',
  asked: string,
): string {
  const { one, where } = searchSubject({ words: asked.trim().replace(/[?!.]+$/, ''), area, type, owner });
  if (searched === 'hidden') return `${escapeMrkdwn(`What was found${where}`, 300)} is hidden in this workspace.`;
  const period = days === undefined ? [] : [periodLabel(days).toLowerCase()];
  const filters = [...untitledFilters(others), ...period].join(', ');
  const none =
    type === undefined
      ? `No ${searched === 'posts' ? 'signals or posts' : searched}${where.replace(/^ about /, ' match ')}`
      : `No ${one}s${where}`;
  return `${escapeMrkdwn(none, 300)}${filters === '' ? '' : ` (${filters})`}.`;
}

const hintWithoutWords = ({ owner }: SearchQuery): string =>
  owner === undefined ? 'Drop a filter to see more.' : 'Check how the organization is spelled, or drop the filter.';

/** `No bugs about “oauth” from “acme” (score 40 or more).` */
function describeNothing(query: SearchQuery): string {
  const { one, where } = searchSubject(query);
  const others = untitledFilters(query).join(', ');
  return `No ${escapeMrkdwn(`${one}s${where}`, 300)}${others === '' ? '' : ` (${others})`}.`;
}

function risingTexts(query: SearchQuery): ListTexts {
  const { one, where } = searchSubject(query);
  const others = untitledFilters(query);
  return {
    title: titleOf(query),
    explains: capitalize([...others, 'significant increases, strongest first'].join('  ·  ')),
    empty: `No ${escapeMrkdwn(`${one}s${where}`, 300)} rose significantly this week.`,
    hint: 'Small increases may be due to chance. To see them too, press *All by growth*.',
  };
}

/** What counts as cooling off, wherever it is listed. */
const COOLING_OFF = `down ${formatRatio(-FADED_MAX_GROWTH)} or more from at least ${FADED_MIN_MENTIONS} mentions last week, biggest drop first`;

function fadingTexts(query: SearchQuery): ListTexts {
  const { one, where } = searchSubject(query);
  return {
    title: titleOf(query),
    explains: capitalize([...untitledFilters(query), `cooling off: ${COOLING_OFF}`].join('  ·  ')),
    empty: `No ${escapeMrkdwn(`${one}s${where}`, 300)} cooled off this week.`,
    hint: `Cooling off means ${COOLING_OFF.replace(/, .*/, '')}.`,
  };
}

/** `signal` and ` about “docker” from “acme” in Auth & identity`: what a search is for. */
export function searchSubject({ words, area, type, owner }: SearchFilter): { one: string; where: string } {
  const where = [
    words === undefined ? '' : ` about “${escapePlainText(words, SUBJECT)}”`,
    owner === undefined ? '' : ` from “${escapePlainText(owner, SUBJECT)}”`,
    area === undefined ? '' : ` in ${escapePlainText(areaName(area), SUBJECT)}`,
  ];
  return { one: type === undefined ? 'signal' : painTypeName(type).toLowerCase(), where: where.join('') };
}

const SUBJECT = 80;

/** `Signals about “docker”`, `Bugs in Auth & identity`, `Rising complaints`. */
function titleOf(query: SearchQuery): string {
  const { one, where } = searchSubject(query);
  return escapePlainText(
    capitalize(
      `${query.sort === 'rising' ? 'rising ' : ''}${one}s${where}${query.sort === 'fading' ? ' cooling off' : ''}`,
    ),
    150,
  );
}

/** The filters that the title doesn't name. */
export const untitledFilters = ({
  minScore,
  minRepositories,
  except,
}: Pick<SearchQuery, 'minScore' | 'minRepositories' | 'except'>): string[] =>
  [
    minScore === undefined ? null : `score ${formatDecimal(minScore)} or more`,
    minRepositories === undefined ? null : `${formatCount(minRepositories)} or more repositories`,
    exceptLabel({ except }),
  ].filter((filter) => filter !== null);

/** `without Frontend & UI and bugs` */
export function exceptLabel({ except }: Pick<SearchQuery, 'except'>): string | null {
  const names = (except ?? []).map((each) => {
    const type = PAIN_TYPES.find((known) => known === each);
    return type === undefined ? areaName(each) : `${painTypeName(type).toLowerCase()}s`;
  });
  return names.length === 0 ? null : escapeMrkdwn(names.map((name) => `without ${name}`).join(' and '), 200);
}
