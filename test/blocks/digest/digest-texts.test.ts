import { expect, it } from 'vitest';
import { describeWeek, formatPeople } from '#blocks/digest/digest-card.ts';
import { aSignal } from '../../support/service/sample-signals.ts';

it('names the seven days that end on a date', () => {
  expect(describeWeek('2027-01-01')).toBe('Dec 26, 2026 – Jan 1, 2027');
});

it('counts one person in the singular', () => {
  const item = { signal: aSignal(), parts: null, movement: null, quote: null, people: { last: 1, previous: 9 } };
  expect(formatPeople(item)).toBe('1 person, 9 last week');
});
