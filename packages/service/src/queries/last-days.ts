import { DAY_MS, dayName } from '../store/index.ts';

/** The last `count` UTC days, YYYY-MM-DD, oldest first; the day of `at` is the last. */
export const lastDays = (at: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayName(at - (count - 1 - index) * DAY_MS));
