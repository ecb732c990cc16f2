import { expect, it } from 'vitest';
import { describePlan, describeWeek, formatPeople } from '#blocks/digest/digest-card.ts';
import { digestHistoryCard } from '#blocks/digest/digest-setup-card.ts';
import { aSignal } from '../../support/service/sample-signals.ts';

it('names the week that its figures count, not the day it is posted', () => {
  const freshness = { isSample: false, staleSince: null, dropped: 0 };
  const week = (snapshotAt: string | null) =>
    describeWeek({ date: '2027-01-01', freshness: { ...freshness, snapshotAt } });
  expect(week('2026-12-31T23:47:00Z')).toBe('week ending Dec 31, 2026');
  expect(week(null)).toBe('week ending Jan 1, 2027');
});

it('counts no people where each mention is by somebody else', () => {
  const signal = aSignal({ mentionsLastWindow: 13, mentionsPrevWindow: 1 });
  const item = { signal, parts: null, movement: null, quote: null };
  expect(formatPeople({ ...item, people: { last: 13, previous: 1 } })).toBeNull();
  expect(formatPeople({ ...item, people: { last: 12, previous: 1 } })).toBe('12 people, 1 last week');
});

it('counts one person in the singular', () => {
  const item = { signal: aSignal(), parts: null, movement: null, quote: null, people: { last: 1, previous: 9 } };
  expect(formatPeople(item)).toBe('1 person, 9 last week');
});

it.each([
  [[], [], 'all areas and types'],
  [['OBSERVABILITY_DEBUGGING'], [], 'Observability &amp; debugging, all types'],
  [[], ['question'], 'all areas, questions only'],
  [
    ['FRONTEND_UI', 'OBSERVABILITY_DEBUGGING'],
    ['bug', 'question'],
    'Frontend &amp; UI, Observability &amp; debugging, bugs and questions only',
  ],
] as const)('says in words which signals it is about: %j, %j', (areas, types, says) => {
  expect(describePlan({ areas: [...areas], types: [...types] })).toBe(says);
});

it.each([
  ['confirmed', null, '✓ delivered'],
  ['confirmed', 'paused', '✓ posted (paused before the rest of its thread)'],
  ['confirmed', 'ratelimited', '✓ delivered'],
  ['skipped', 'shared', '– skipped (the channel was newly shared with another organization)'],
  ['skipped', null, '– skipped (paused, or more than a day late)'],
] as const)('says in its history what became of one that is %s with the error %s', (state, error, says) => {
  const past = { state, error, date: '2026-03-16', isOpen: false, postedAt: null, link: null, isByHand: false };
  expect(digestHistoryCard('C1', [past]).text).toContain(`  ·  ${says}`);
});
