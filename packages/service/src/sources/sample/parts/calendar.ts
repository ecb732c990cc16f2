import { DAY_MS } from '../../../model/day.ts';

/** A UTC date such as '2026-03-01' as days since 1970-01-01. Throws RangeError on anything else. */
export function dayNumber(day: string): number {
  const milliseconds = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(milliseconds) || dayText(milliseconds / DAY_MS) !== day) {
    throw new RangeError(`"${day}" is no day: give a UTC date such as "2026-03-01"`);
  }
  return milliseconds / DAY_MS;
}

function dayText(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}

/** The day on which a moment, in milliseconds since 1970, falls. */
export function dayOf(moment: number): string {
  return dayText(Math.floor(moment / DAY_MS));
}

export function addDays(day: string, days: number): string {
  return dayText(dayNumber(day) + days);
}
