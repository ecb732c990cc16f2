import {
  chartSpan,
  comparesPeriods,
  DAY_MS,
  isListQuery,
  isUndated,
  type ListQuery,
  MAX_DAYS,
  type Query,
  TrendingQuery,
  WEEK_DAYS,
  withoutWeek,
} from '@pain-signals/domain';

/** A period in words: the last `days` days, today included. Null days: a period that doesn't end today. */
export interface Period {
  days: number | null;
  /** It was cut to the longest period that is kept. */
  isShortened?: true;
  /** As it was written. */
  said: string;
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\\.?';
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const TENS: Record<string, number> = { twenty: 20, thirty: 30, sixty: 60, ninety: 90 };
const UNIT_DAYS: Record<string, number> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  sprint: 14,
  fortnight: 14,
  month: 30,
  quarter: 90,
  year: MAX_DAYS,
};
const SHORT_UNITS: Record<string, string> = { w: 'week', m: 'month', q: 'quarter', y: 'year' };
const UNITS = '(hour|day|week|sprint|fortnight|month|quarter|year)s?';

const LEAD = '(?:\\b(?:in|over|during|within|from|for|of|across|throughout|since) )?(?:the )?';
const PAST = '(?:last|past|previous|recent|trailing|rolling|prior)';

type Resolve = (found: readonly (string | undefined)[], now: number) => number | null;

/** Most specific first. */
const PERIODS: readonly (readonly [RegExp, Resolve])[] = [
  [new RegExp(`\\bbetween .{3,30}? and (?:${MONTH}|\\d{4}|today|now)(?: \\d{4})?`, 'i'), () => null],
  [
    new RegExp(
      `${LEAD}\\b${PAST} (\\d{1,3}|a|half(?: a)?|${[...NUMBERS, ...Object.keys(TENS)].join('|')}|(?:a )?few|(?:a )?couple(?: of)?) ?${UNITS}\\b`,
      'i',
    ),
    ([, count = '', unit = '']) => daysOf(countOf(count), unit),
  ],
  [
    new RegExp(`${LEAD}(?:${PAST} )?\\b(?![23]d \\w)l?(\\d{1,3})(?:[- ]days?|d)\\b`, 'i'),
    ([, count = '']) => Number(count),
  ],
  [
    new RegExp(`${LEAD}(?:${PAST} )?\\b(\\d{1,2}) ?(w|wks?|mos?|mths?|mnths?|qtrs?|yrs?|y)\\b(?!-)`, 'i'),
    ([, count = '', unit = '']) => daysOf(Number(count), SHORT_UNITS[unit.toLowerCase().charAt(0)] ?? 'day'),
  ],
  [
    new RegExp(
      `(?:\\b(?:in|over|during|within|for|of|across|to|throughout|since|this|these) )(?:the )?(\\d{1,2}|half(?: an?)?|${NUMBERS.join('|')}|a few|a couple(?: of)?) ?(week|month|quarter|year)s?\\b`,
      'i',
    ),
    ([, count = '', unit = '']) => daysOf(countOf(count), unit),
  ],
  [
    new RegExp(`\\bsince (?:the )?(?:beginning|start) of (?:the |this )?${UNITS}`, 'i'),
    ([, unit = '']) => daysOf(1, unit),
  ],
  [new RegExp(`(?:${LEAD}|\\bsince )\\b(?:this|last|past) ${UNITS}\\b`, 'i'), ([, unit = '']) => daysOf(1, unit)],
  [
    new RegExp(`(?:${LEAD}|\\bsince )\\b(?:this|last|past) (wk|mth|mnth|mo|qtr|yr)s?\\b`, 'i'),
    ([, unit = '']) => daysOf(1, SHORT_UNITS[unit.charAt(0).toLowerCase()] ?? 'week'),
  ],
  [
    /\b(?:(?:this )?(week|month|quarter) to date|(?:so far )this (week|month|quarter)|([wmq])td)\b/i,
    ([, unit, other, short = '']) => daysOf(1, unit ?? other ?? SHORT_UNITS[short.toLowerCase()] ?? 'week'),
  ],
  [
    /\b(?:(?:in|of|for|over|across|to|out to) (?:the|a|one)(?: (?:full|whole|entire))?|the (?:full|whole|entire)) (week|month|quarter|year)\b/i,
    ([, unit = '']) => daysOf(1, unit),
  ],
  [
    /\b(?:(?:this )?year to date|ytd|so far this year)\b/i,
    (_, now) => sinceDate(Date.UTC(new Date(now).getUTCFullYear(), 0, 1), now),
  ],
  [
    /\b(week|month|quarter|year)ly (?=(?:top|trend|worst|biggest|list|ranking|movers|bugs|complaints)\b)/i,
    ([, unit = '']) => daysOf(1, unit),
  ],
  [/\b(?:since )?yesterday\b/i, () => 2],
  [/\btoday\b/i, () => 1],
  [
    /\bsince (\d{4})-(\d{2})-(\d{2})\b/i,
    ([, year, month, day], now) => sinceDate(Date.UTC(Number(year), Number(month) - 1, Number(day)), now),
  ],
  [
    new RegExp(
      `\\bsince (?:(\\d{1,2})(?:st|nd|rd|th)? (?:of )?)?${MONTH}(?: (\\d{1,2})(?:st|nd|rd|th)?)?(?:,? (\\d{4}))?\\b`,
      'i',
    ),
    ([, before, month = '', after, year], now) => sinceMonth(month, Number(before ?? after ?? 1), year, now),
  ],
  [
    /\bsince (?:last )?(sunday|monday|tuesday|wednesday|thursday|friday|saturday)\b/i,
    ([, day = ''], now) => sinceWeekday(day, now),
  ],
  [
    /\b(?:since|in) (20\d\d)\b/i,
    ([said, year], now) =>
      /^since/i.test(said ?? '') || Number(year) === new Date(now).getUTCFullYear()
        ? sinceDate(Date.UTC(Number(year), 0, 1), now)
        : null,
  ],
  [new RegExp(`\\b(?:in|of|from|for|during) (?:${MONTHS.join('|')})(?: 20\\d\\d)?\\b`, 'i'), () => null],
  [/\b(?:in|of|from|for|during) q[1-4](?: 20\d\d)?\b/i, () => null],
];

/** Takes the first period out of a text. */
export function takePeriod(text: string, now: number): { rest: string; period: Period | null } {
  for (const [pattern, resolve] of PERIODS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const days = resolve(found, now);
    const before = text.slice(0, found.index).replace(/[\s,]+$/, '');
    const behind = text
      .slice(found.index + found[0].length)
      .replace(/^['’]s\b/, '')
      .replace(/^(?:[\s,]+(?:only|instead|alone))+(?=\W*$)/i, '');
    const rest = `${before} ${behind.trimStart()}`.replace(/ +([?!.,]|$)/g, '$1').trim();
    const said = found[0].trim();
    const isTooLong = days !== null && days > MAX_DAYS;
    return { rest, period: isTooLong ? { days: MAX_DAYS, said, isShortened: true } : { days, said } };
  }
  return { rest: text, period: null };
}

function countOf(text: string): number {
  const words = text.toLowerCase().replace(/^a /, '').replace(/ of$/, '');
  if (words.startsWith('half')) return 0.5;
  if (words === 'few') return 3;
  if (words === 'couple') return 2;
  return words === 'a' ? 1 : (TENS[words] ?? (NUMBERS.indexOf(words) + 1 || Number(words)));
}

const daysOf = (count: number, unit: string): number =>
  Math.max(1, Math.round(count * (UNIT_DAYS[unit.toLowerCase()] ?? 1)));

/** Today and the first day count too. Null for a day that is still to come. */
function sinceDate(day: number, now: number): number | null {
  const days = Math.floor((now - day) / DAY_MS) + 1;
  return Number.isNaN(days) || days < 1 ? null : days;
}

/** Without a year it is the last time there was such a day. */
function sinceMonth(said: string, day: number, year: string | undefined, now: number): number | null {
  const month = MONTHS.findIndex((name) => name.startsWith(said.toLowerCase().slice(0, 3)));
  const thisYear = new Date(now).getUTCFullYear();
  const inYear = (each: number) => sinceDate(Date.UTC(each, month, day), now);
  return year === undefined ? (inYear(thisYear) ?? inYear(thisYear - 1)) : inYear(Number(year));
}

const sinceWeekday = (said: string, now: number): number =>
  ((new Date(now).getUTCDay() - WEEKDAYS.indexOf(said.toLowerCase()) + 7) % 7 || 7) + 1;

/**
 * What an answer can't have. `shortest`: lists compare a week at least. `longest`: a year is kept. `past`: it doesn't end today. `week`:
 * it is about this week, `compared`: and a month's days, `whole`: all time. `rolling`: last week isn't looked at alone. `unsupported`:
 * a filter that lists don't have, `except`: words to leave out, `people`: a ranking of them. `day`: a digest's.
 */
export interface IgnoredPhrase {
  said: string;
  because:
    | 'shortest'
    | 'longest'
    | 'past'
    | 'week'
    | 'compared'
    | 'whole'
    | 'rolling'
    | 'unsupported'
    | 'except'
    | 'people'
    | 'day';
}

/** A query with the period that was said; one that can't be applied is said to be ignored. */
export function withPeriod(query: Query, period: Period | null): { query: Query; ignored?: IgnoredPhrase } {
  if (period === null) return { query };
  const applied = applyPeriod(query, period);
  const isCut = period.isShortened === true && applied.ignored === undefined && applied.query !== query;
  if (isCut) return { ...applied, ignored: { said: period.said, because: 'longest' } };
  const isRolling = LAST_WEEK.test(period.said) && applied.ignored === undefined && query.show === 'refine';
  return isRolling ? { ...applied, ignored: { said: period.said, because: 'rolling' } } : applied;
}

/** Cards say "last week" of the seven days before this week's. */
const LAST_WEEK = /^(?:(?:in|during|from|for|of) )?last (?:week|wk)$/i;

function applyPeriod(query: Query, { days, said }: Period): { query: Query; ignored?: IgnoredPhrase } {
  if (query.show === 'refine')
    return days === null
      ? { query, ignored: { said, because: 'past' } }
      : { query: { ...query, change: { ...query.change, days } } };
  if (query.show === 'home')
    return days === null || days > WEEK_DAYS
      ? listWithin(TrendingQuery.parse({ show: 'trending' }), days, said)
      : { query };
  if (isListQuery(query)) return listWithin(query, days, said);
  // They are ranked by this week.
  if (query.show === 'areas')
    return days !== null && days <= WEEK_DAYS ? { query } : { query, ignored: { said, because: 'week' } };
  const isChart = query.show === 'find' && (query.want === 'chart' || query.want === 'signal') && days !== null;
  if (isChart) {
    const kind = query.asks === 'score' ? 'history' : (query.chart?.kind ?? 'timeline');
    // Sources are those of all time.
    if (kind === 'sources') return { query, ignored: { said, because: 'whole' } };
    return { query: { ...query, want: 'chart', chart: { kind, days: chartSpan(days) } } };
  }
  // "How does it differ from last month?": a chart of both months.
  if (query.show === 'find' && query.want === 'compare' && days !== null) {
    const others = query.names.filter(({ by }) => by !== 'it');
    const isOfOne = query.names.length === 1 || (others.length === 1 && /^from\b/i.test(said));
    const names = others.length === 0 ? query.names : others;
    if (isOfOne)
      return { query: { ...query, want: 'chart', names, chart: { kind: 'timeline', days: chartSpan(days * 2) } } };
    return { query, ignored: { said, because: 'compared' } };
  }
  // What changed this week is what "why" answers.
  if (query.show === 'find' && query.want === 'why') {
    if (days !== null && days <= WEEK_DAYS) return { query };
    // "What happened this month?" is about more than the signal in mind.
    return query.otherwise === undefined
      ? { query, ignored: { said, because: 'week' } }
      : applyPeriod(query.otherwise, { days, said });
  }
  // Alerts muted "for a week", a digest "on Fridays": their cards say more about time.
  if (isUndated(query)) return { query };
  // "What do they do about it today?"
  if (/^today$/i.test(said)) return { query };
  return { query, ignored: { said, because: 'whole' } };
}

function listWithin(query: ListQuery, days: number | null, said: string): { query: Query; ignored?: IgnoredPhrase } {
  if (days === null) return { query, ignored: { said, because: 'past' } };
  if (!comparesPeriods(query)) return { query: { ...query, days } };
  if (days < WEEK_DAYS) return { query, ignored: { said, because: 'shortest' } };
  return { query: withoutWeek({ ...query, days }) };
}
