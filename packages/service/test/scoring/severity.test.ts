import { expect, it } from 'vitest';
import { severityOf } from '../../src/scoring/severity.ts';

it.each([
  ['no trouble', 'How do I configure the linter?', 0.2],
  ['an annoyance', 'The build is slow.', 0.4],
  ['a heavy use of memory', 'High RAM usage, it takes 12 GB of memory.', 0.4],
  ['a failure', 'The build fails.', 0.6],
  ['a crash', 'The build crashes.', 0.8],
  ['lost data', 'The update corrupts the index.', 1],
])('the severity of a post about %s', (_, text, severity) => {
  expect(severityOf(null, text)).toBe(severity);
});

it('is that of the worst word, wherever it is', () => {
  expect(severityOf('Slow sync', 'Then it crashes.')).toBe(0.8);
});

it('rises a little with insistence, up to 1', () => {
  expect(severityOf(null, 'The build is slow every day.')).toBeCloseTo(0.55, 12);
  expect(severityOf(null, 'The update corrupts the index for all users.')).toBe(1);
});
