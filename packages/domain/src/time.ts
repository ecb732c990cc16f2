import type { DigestPlan } from './digest.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export interface Due {
  /** Epoch milliseconds. */
  at: number;
  /** In the plan's zone: `2026-03-20`. */
  date: string;
}

type WeeklyTime = Pick<DigestPlan, 'weekday' | 'time' | 'zone'>;

/** More than any zone's offset plus the one day a zone has ever skipped. */
const MAX_OFFSET_MS = 38 * 60 * MINUTE_MS;

/** The first due time after a moment, epoch ms. */
export function nextDueAfter({ weekday, time, zone }: WeeklyTime, after: number): Due {
  // From the day before: a day that a zone skipped ends on the next one.
  const offsetAt = offsetsOf(zone);
  const first = Math.floor((after + offsetAt(after)) / DAY_MS) - 1;
  for (let day = first; ; day += 1) {
    if (weekdayOf(day) !== weekday) continue;
    const at = instantOf(day * DAY_MS + minutesOf(time) * MINUTE_MS, offsetAt);
    if (at > after) return { at, date: dateOfDay(day) };
  }
}

/** The local date, `2026-03-20`. */
export const dateInZone = (zone: string, at: number): string =>
  dateOfDay(Math.floor((at + offsetsOf(zone)(at)) / DAY_MS));

/** 1 is Monday: day 0 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The UTC date of a day, counted from 1970-01-01. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * The moment of a local time, given as if it were UTC. A time that occurs twice (autumn) is the first one; one that is skipped
 * (spring) moves by the length of the gap.
 */
function instantOf(local: number, offsetAt: OffsetAt): number {
  const [before, after] = [offsetAt(local - MAX_OFFSET_MS), offsetAt(local + MAX_OFFSET_MS)];
  const shown = [before, after].map((offset) => local - offset).filter((at) => at + offsetAt(at) === local);
  return shown.length > 0 ? Math.min(...shown) : local - before;
}

/** Milliseconds that a zone's clocks are ahead of UTC at a moment. */
type OffsetAt = (at: number) => number;

function offsetsOf(zone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
  };
}
