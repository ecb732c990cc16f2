import { expect, it } from 'vitest';
import { describeWeek, formatCounts, weekNumber } from '#blocks/digest/digest-card.ts';
import { aSignal } from '../../support/service/sample-signals.ts';

it.each([
  ['2026-12-31', 53],
  ['2027-01-01', 53],
  ['2027-01-04', 1],
  ['2026-01-01', 1],
  ['2024-12-30', 1],
  ['2023-01-01', 52],
])('counts %s as week %i', (date, week) => {
  expect(weekNumber(date)).toBe(week);
});

it('names the seven days that end on a date', () => {
  expect(describeWeek('2027-01-01')).toBe('26 December – 1 January 2027, week 53');
});

it('counts one mention and one person in the singular', () => {
  const signal = aSignal({ mentionsPrevWindow: 16, mentionsLastWindow: 1 });
  const item = { signal, parts: null, movement: null, quote: null, people: { last: 1, previous: 9 } };
  expect(formatCounts(item)).toBe('16 → 1 mention, 9 → 1 person');
});
