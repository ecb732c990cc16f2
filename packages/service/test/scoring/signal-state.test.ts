import { expect, test } from 'vitest';
import type { SignalFigures } from '../../src/model/signal.ts';
import { nextState } from '../../src/scoring/signal-state.ts';

const DAY_MS = 86_400_000;
const AT = Date.parse('2026-03-01T12:00:00Z');

function figures(fields: Partial<SignalFigures> & { places?: number } = {}): SignalFigures {
  const { places = 1, ...rest } = fields;
  return {
    signalId: 'id',
    volume: 3,
    chunkCount: 3,
    authors: 2,
    authors90d: 2,
    distinctDays: 2,
    firstSeenAt: AT - 5 * DAY_MS,
    lastSeenAt: AT,
    lastWindow: { mentions: 3, authors: 2 },
    prevWindow: { mentions: 0, authors: 0 },
    weeklyAuthors: [0, 0, 0, 0, 0, 0, 0, 2],
    providers: [{ provider: 'github', mentions: 3 }],
    repositories: Array.from({ length: places }, (_, index) => ({ repository: `${index}`, mentions: 1 })),
    owners: [],
    severity: 0,
    reactions: 0,
    coherence: 1,
    ...rest,
  };
}

test.each([
  ['three posts by two people on two days', figures(), 'active'],
  ['three posts by two people on one day from two places', figures({ distinctDays: 1, places: 2 }), 'active'],
  ['two posts', figures({ volume: 2 }), 'candidate'],
  ['one author', figures({ authors: 1 }), 'candidate'],
  ['one day and one place', figures({ distinctDays: 1 }), 'candidate'],
  ['posts that have just enough in common', figures({ coherence: 0.15 }), 'active'],
])('a candidate with %s', (_, input, state) => {
  expect(nextState(false, input, AT)).toBe(state);
});

test.each([
  [29, 'active'],
  [30, 'dormant'],
  [364, 'dormant'],
  [365, 'archived'],
])('a signal silent for %i days is %s', (days, state) => {
  expect(nextState(true, figures({ lastSeenAt: AT - days * DAY_MS }), AT)).toBe(state);
});

test('what is public stays so, even when it would not pass the gate any more', () => {
  expect(nextState(true, figures({ volume: 1, authors: 1, distinctDays: 1 }), AT)).toBe('active');
});
