import { formatDay } from '../dates.ts';

const dayForm = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const yearForm = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** `Dec 21, 2025 to Mar 20, 2026`, and of one day its date. */
export const formatDateRange = (first: string, last: string): string =>
  first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;

/** The dates of an axis, in their order. The last one has its year, and the first where it is another. */
export function dateLabels(dates: readonly string[]): string[] {
  const [first, last] = [dates.at(0), dates.at(-1)];
  const isOneYear = first?.slice(0, 4) === last?.slice(0, 4);
  return dates.map((date, at) => {
    const withYear = at === dates.length - 1 || (at === 0 && !isOneYear);
    return (withYear ? yearForm : dayForm).format(new Date(date));
  });
}

/** Which of so many days are labelled: both ends, and the middle where there is room between them. */
export function labelledDays(length: number): number[] {
  if (length < 2) return length === 1 ? [0] : [];
  return hasWideDays(length) ? [0, length - 1] : [0, Math.floor((length - 1) / 2), length - 1];
}

/** So few that a date finds room under its own day. */
export const hasWideDays = (length: number): boolean => length < 5;
