import { comparesPeriods, type ListQuery, type Query, TrendingQuery, WEEK_DAYS } from '@pain-signals/domain';
import type { Period } from './period-phrases.ts';
import { chartSpan } from './signal-phrases.ts';

/**
 * A period that an answer can't have. `shortest`: lists compare a week at least. `past`: it doesn't end today. `whole`: the answer
 * covers all time.
 */
export interface IgnoredPhrase {
  said: string;
  because: 'shortest' | 'past' | 'whole';
}

/** A query with the period that was said; one that can't be applied is said to be ignored. */
export function withPeriod(query: Query, period: Period | null): { query: Query; ignored?: IgnoredPhrase } {
  if (period === null) return { query };
  const { days, said } = period;
  if (query.show === 'refine')
    return days === null
      ? { query, ignored: { said, because: 'past' } }
      : { query: { ...query, change: { ...query.change, days } } };
  if (query.show === 'home')
    return (days ?? 0) > WEEK_DAYS ? listWithin(TrendingQuery.parse({ show: 'trending' }), days, said) : { query };
  if (isList(query)) return listWithin(query, days, said);
  const isChart = query.show === 'find' && (query.want === 'chart' || query.want === 'signal') && days !== null;
  if (isChart) return { query: { ...query, want: 'chart', chart: { kind: 'timeline', days: chartSpan(days) } } };
  // What changed this week is what "why" answers.
  if (query.show === 'find' && query.want === 'why' && days !== null && days <= WEEK_DAYS) return { query };
  // "What do they do about it today?"
  if (/^today$/i.test(said)) return { query };
  return { query, ignored: { said, because: 'whole' } };
}

const isList = (query: Query): query is ListQuery =>
  ['trending', 'emerging', 'top', 'search', 'ask'].includes(query.show);

function listWithin(query: ListQuery, days: number | null, said: string): { query: Query; ignored?: IgnoredPhrase } {
  if (days === null) return { query, ignored: { said, because: 'past' } };
  if (!comparesPeriods(query)) return { query: { ...query, days } };
  if (days < WEEK_DAYS) return { query, ignored: { said, because: 'shortest' } };
  return { query: days === WEEK_DAYS ? query : { ...query, days } };
}
