import { areaName, painTypeName } from '@pain-signals/contract';
import type { Freshness, ListQuery, SearchQuery } from '@pain-signals/domain';
import type { Locale } from '../kit/format.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';

/** What a list says about itself. `title` is plain text, the others are mrkdwn. */
export interface ListTexts {
  title: string;
  explains: string;
  /** Shown when the list is empty. */
  empty: string;
  hint: string;
}

const SORTED: Record<SearchQuery['sort'], string> = {
  score: 'score',
  growth: 'growth',
  rising: 'growth',
  volume: 'mentions',
  lastSeenAt: 'last mention',
};

/** @param counted how many signals a list over a period has counted; null when too few calls were left */
export function listTexts(query: ListQuery, locale: Locale, counted?: number | null): ListTexts {
  const texts = textsOf(query, locale);
  const { days } = query;
  if (days === undefined) return texts;
  return {
    ...texts,
    title: escapePlainText(`${texts.title}, ${periodLabel(days).toLowerCase()}`, 150),
    explains: `${explainPeriod(days, counted, locale)}${query.show === 'search' ? `  ·  ${texts.explains.split('  ·  ')[0]}` : ''}`,
    empty: `${texts.empty.replace(/ this week\b/, '').replace(/\.$/, '')} in the ${periodLabel(days).toLowerCase()}.`,
    hint: 'Try a longer period.',
  };
}

const NAMED_PERIODS: Record<number, string> = { 365: 'Last year' };

/** `Last 30 days`. */
export const periodLabel = (days: number): string =>
  NAMED_PERIODS[days] ?? (days === 1 ? 'Last day' : `Last ${days} days`);

function explainPeriod(days: number, counted: number | null | undefined, locale: Locale): string {
  const period = periodLabel(days).toLowerCase();
  if (counted === null) {
    return `⚠ Too few calls are left this minute to count the ${period}. These were seen in it, by all mentions`;
  }
  if (counted === undefined) return `Seen in the ${period}`;
  const compared = days * 2 <= 365 ? ` against the ${locale.count(days)} before` : '';
  return `The ${period}${compared}, for the ${locale.plural(counted, 'most mentioned signal')} seen in them`;
}

function textsOf(query: ListQuery, locale: Locale): ListTexts {
  switch (query.show) {
    case 'trending':
      return {
        title: 'Trending pains',
        explains: 'Growing fastest, whatever their size: the last 7 days against the 7 before',
        empty: 'No significant increases this week.',
        hint: 'A signal only counts as trending when its rise is too large to be luck. The heaviest ones are still there.',
      };
    case 'emerging':
      return {
        title: 'Emerging pains',
        explains: `Small and rising, also where it is trending: at most ${locale.count(query.maxVolume)} mentions, growing by ${locale.ratio(query.minGrowth)} or more`,
        empty: 'No significant new increases this week.',
        hint: `Looked at signals of at most ${locale.count(query.maxVolume)} mentions that grow by ${locale.ratio(query.minGrowth)} or more.`,
      };
    case 'top':
      return {
        title: `Top pains by ${query.metric}`,
        explains:
          query.limit === 1 ? `The highest ${query.metric}` : `Highest ${query.metric} first, ${query.limit} at most`,
        empty: 'There are no active signals yet.',
        hint: 'Signals appear after posts were imported and a first snapshot was taken.',
      };
    case 'search':
      return searchTexts(query, locale);
    case 'ask':
      return {
        title: escapePlainText(`“${query.question}”`, 150),
        explains:
          query.insteadOf === 'search'
            ? 'No signal has these words. These are closest in meaning, best first'
            : 'Closest in meaning first, each with the sentence that matched',
        empty: `Nothing close to “${escapeMrkdwn(query.question, 200)}” was found.`,
        hint: 'Try it with other words, or search for a single one.',
      };
  }
}

/** Why every list is empty; null when there are signals. */
export function noSignalsTexts({ snapshotAt, isEmpty = false }: Freshness): Pick<ListTexts, 'empty' | 'hint'> | null {
  if (snapshotAt === null) {
    return {
      empty: 'Nothing is scored yet.',
      hint: `Posts that are there are being read: that takes a minute or so. ${ADD_POSTS}`,
    };
  }
  return isEmpty
    ? { empty: 'No signal is active: there are no posts yet, or none of the last 30 days.', hint: ADD_POSTS }
    : null;
}

export const describeNoMovers = (freshness: Freshness): string => {
  const nothing = noSignalsTexts(freshness);
  return nothing === null ? 'No significant increases this week.' : `${nothing.empty} ${nothing.hint}`;
};

const ADD_POSTS =
  'Signals are made of posts, and the person who runs the service can add some with `npm run -s cli -- import FILE` or `fetch SOURCE`.';

function searchTexts(query: SearchQuery, locale: Locale): ListTexts {
  const { words, sort, direction } = query;
  if (sort === 'rising') return risingTexts(query, locale);
  const order = `by ${SORTED[sort]}, ${direction === 'desc' ? 'highest' : 'lowest'} first`;
  const filters = listFilters(query, locale);
  const sought = words === undefined ? 'these filters' : `“${escapeMrkdwn(words, 100)}”`;
  return {
    title: titleOf('Search', query),
    explains: [...filters, order].join('  ·  '),
    empty: `No signal matches ${sought}${filters.length > 0 && words !== undefined ? ` with ${filters.join(', ')}` : ''}.`,
    hint: 'Search looks for the words in topics and summaries. Asking a question finds signals by their meaning.',
  };
}

function risingTexts(query: SearchQuery, locale: Locale): ListTexts {
  const { words } = query;
  const within = [words === undefined ? null : `“${escapeMrkdwn(words, 100)}”`, ...listFilters(query, locale)];
  const where = within.filter((part) => part !== null).join(', ');
  return {
    title: titleOf('Rising', query),
    explains: [where, 'more mentions in the last 7 days than in the 7 before; a few can be chance'].join('  ·  '),
    empty: `Nothing rises this week${where === '' ? '' : ` in: ${where}`}.`,
    hint: 'No signal there has more mentions in the last 7 days than in the 7 before.',
  };
}

function titleOf(kind: string, { words, area, type, owner }: SearchQuery): string {
  const about =
    words ?? (area === undefined ? null : areaName(area)) ?? (type === undefined ? null : painTypeName(type)) ?? owner;
  return about === undefined ? kind : escapePlainText(`${kind}: ${about}`, 150);
}

function listFilters({ area, type, owner, minScore, minRepositories }: SearchQuery, locale: Locale): string[] {
  return [
    area === undefined ? null : `area ${escapeMrkdwn(areaName(area), 60)}`,
    type === undefined ? null : `type ${painTypeName(type)}`,
    owner === undefined ? null : `owner ${escapeMrkdwn(owner, 60)}`,
    minScore === undefined ? null : `score from ${locale.decimal(minScore)}`,
    minRepositories === undefined ? null : `in ${locale.count(minRepositories)} or more repositories`,
  ].filter((filter) => filter !== null);
}
