import type { SignalFigures } from '../../src/model/signal.ts';

export const NOW = Date.UTC(2026, 2, 1);
export const DAY_MS = 86_400_000;

/** A middling signal; a test says only what it is about. */
export function figuresOf(changes: Partial<SignalFigures> = {}): SignalFigures {
  return {
    signalId: '00000000-0000-4000-8000-000000000001',
    volume: 40,
    chunkCount: 60,
    authors: 30,
    authors90d: 25,
    distinctDays: 20,
    firstSeenAt: NOW - 80 * DAY_MS,
    lastSeenAt: NOW - DAY_MS,
    lastWindow: { mentions: 5, authors: 5 },
    prevWindow: { mentions: 5, authors: 5 },
    weeklyAuthors: [5, 5, 5, 5, 5, 5, 5, 5],
    providers: [
      { provider: 'github', mentions: 25 },
      { provider: 'stackoverflow', mentions: 15 },
    ],
    repositories: [
      { repository: 'a/one', mentions: 15 },
      { repository: 'b/two', mentions: 10 },
      { repository: 'stackoverflow', mentions: 15 },
    ],
    owners: [
      { owner: 'a', chunks: 20 },
      { owner: 'b', chunks: 15 },
    ],
    severity: 0.6,
    reactions: 50,
    coherence: 0.4,
    ...changes,
  };
}
