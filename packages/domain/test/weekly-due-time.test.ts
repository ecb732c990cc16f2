import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateInZone, nextDueAfter } from '../src/time.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const utc = (at: number) => new Date(at).toISOString().slice(0, 16);
const due = (zone: string, weekday: number, time: string, after: string) => {
  const { at, date } = nextDueAfter({ zone, weekday, time }, Date.parse(after));
  return `${date} ${utc(at)}`;
};

describe('the time a digest is due', () => {
  it.each([
    ['an ordinary week', 'Europe/Stockholm', 1, '09:00', '2026-03-10T12:00Z', '2026-03-16 2026-03-16T08:00'],
    [
      'after the clocks went forward',
      'Europe/Stockholm',
      1,
      '09:00',
      '2026-03-29T12:00Z',
      '2026-03-30 2026-03-30T07:00',
    ],
    ['a time that is leapt over', 'Europe/Stockholm', 7, '02:30', '2026-03-28T12:00Z', '2026-03-29 2026-03-29T01:30'],
    ['a time that comes twice', 'Europe/Stockholm', 7, '02:30', '2026-10-24T12:00Z', '2026-10-25 2026-10-25T00:30'],
    [
      'half an hour of summer time',
      'Australia/Lord_Howe',
      7,
      '02:15',
      '2026-10-03T00:00Z',
      '2026-10-04 2026-10-03T15:45',
    ],
    ['a leap at midnight', 'America/Santiago', 7, '00:30', '2026-09-01T00:00Z', '2026-09-06 2026-09-06T04:30'],
    ['furthest east', 'Pacific/Kiritimati', 1, '00:00', '2026-03-10T12:00Z', '2026-03-16 2026-03-15T10:00'],
    ['furthest west', 'Etc/GMT+12', 7, '23:59', '2026-03-10T12:00Z', '2026-03-15 2026-03-16T11:59'],
    ['a day that was left out', 'Pacific/Apia', 5, '10:00', '2011-12-28T00:00Z', '2011-12-30 2011-12-30T20:00'],
    [
      'the turn of a year with 53 weeks',
      'Europe/Berlin',
      5,
      '09:00',
      '2026-12-31T23:30Z',
      '2027-01-01 2027-01-01T08:00',
    ],
    ['right at the time', 'Etc/UTC', 1, '09:00', '2026-03-16T09:00Z', '2026-03-23 2026-03-23T09:00'],
  ])('is right in %s', (_name, zone, weekday, time, after, expected) => {
    expect(due(zone, weekday, time, after)).toBe(expected);
  });

  const zones = Intl.supportedValuesOf('timeZone');
  const plans = fc.record({
    zone: fc.constantFrom(...zones, 'Etc/GMT+12', 'Etc/GMT-14'),
    weekday: fc.integer({ min: 1, max: 7 }),
    time: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
  });
  const moments = fc.integer({ min: Date.parse('2016-01-01'), max: Date.parse('2037-01-01') });

  it('is in the future, within a week and a leap, and the next one after it is another day', () => {
    fc.assert(
      fc.property(plans, moments, (plan, after) => {
        const first = nextDueAfter(plan, after);
        const second = nextDueAfter(plan, first.at);
        expect(first.at).toBeGreaterThan(after);
        expect(first.at - after).toBeLessThanOrEqual(WEEK_MS + 2 * HOUR_MS);
        expect(Date.parse(second.date) - Date.parse(first.date)).toBe(WEEK_MS);
      }),
    );
  });

  it('is what the clocks of the zone show, but where they leap over it', () => {
    fc.assert(
      fc.property(plans, moments, (plan, after) => {
        const { at, date } = nextDueAfter(plan, after);
        const shown = new Intl.DateTimeFormat('en-GB', {
          timeZone: plan.zone,
          hour: '2-digit',
          minute: '2-digit',
        }).format(at);
        const isShown = shown === plan.time && dateInZone(plan.zone, at) === date;
        // Where no moment of that day or the next shows it, it was leapt over.
        const format = new Intl.DateTimeFormat('en-GB', { timeZone: plan.zone, hour: '2-digit', minute: '2-digit' });
        const isAnywhere = Array.from({ length: 8 }, (_, at15) => at + (at15 - 4) * 15 * 60_000).some(
          (other) => format.format(other) === plan.time && dateInZone(plan.zone, other) === date,
        );
        expect(isShown || !isAnywhere).toBe(true);
      }),
    );
  });

  it('does not matter when it is asked for between two of them', () => {
    fc.assert(
      fc.property(plans, moments, fc.nat({ max: 1_000_000 }), (plan, after, part) => {
        const { at } = nextDueAfter(plan, after);
        const between = after + Math.floor(((at - 1 - after) * part) / 1_000_000);
        expect(nextDueAfter(plan, between).at).toBe(at);
      }),
    );
  });
});
