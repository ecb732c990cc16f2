import { ScoreParts } from '@pain-signals/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exposure, SignalFigures } from '../../src/model/signal.ts';
import { composeScore, SCORE_WEIGHTS, scoreParts, scoreSignals } from '../../src/scoring/score.ts';
import { DAY_MS, figuresOf, NOW } from '../support/figures.ts';

const EVEN: Exposure = { lastWindow: 1_000, prevWindow: 1_000, before: 6_000 };
const scoreOf = (figures: SignalFigures, exposure = EVEN, now = NOW) =>
  composeScore(scoreParts(figures, exposure, now));

const count = fc.oneof(fc.constantFrom(0, 1, 2, 3, 1e12), fc.integer({ min: 0, max: 1_000 }));
const share = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const window = fc.record({ mentions: count, authors: count });
const anyFigures: fc.Arbitrary<SignalFigures> = fc
  .record({
    volume: count,
    chunkCount: count,
    authors: count,
    authors90d: count,
    distinctDays: count,
    firstSeenAt: count,
    lastSeenAt: fc.oneof(count, fc.constant(NOW), fc.constant(NOW + DAY_MS)),
    lastWindow: window,
    prevWindow: window,
    weeklyAuthors: fc.array(count, { maxLength: 8 }),
    providers: fc.array(fc.record({ provider: fc.string(), mentions: count }), { maxLength: 5 }),
    repositories: fc.array(fc.record({ repository: fc.string(), mentions: count }), { maxLength: 5 }),
    owners: fc.array(fc.record({ owner: fc.string(), chunks: count }), { maxLength: 5 }),
    severity: share,
    reactions: count,
    coherence: share,
  })
  .map((figures) => figuresOf(figures));
const anyExposure = fc.record({ lastWindow: count, prevWindow: count, before: count });

describe('the score', () => {
  it('is in range, part by part, whatever was counted', () => {
    fc.assert(
      fc.property(fc.array(anyFigures, { maxLength: 4 }), anyExposure, (figures, exposure) => {
        for (const scored of scoreSignals(figures, exposure, NOW)) {
          expect(() => ScoreParts.parse(scored.scoreParts)).not.toThrow();
          expect(scored.score).toBeGreaterThanOrEqual(0);
          expect(scored.score).toBeLessThanOrEqual(100);
          expect(scored.riseP).toBeGreaterThanOrEqual(0);
          expect(scored.riseP).toBeLessThanOrEqual(1);
          expect(Number.isFinite(scored.growth)).toBe(true);
        }
      }),
    );
  });

  it('is capped the lower the more of the chunks one owner has, from 80% on', () => {
    const capWith = (chunks: number) =>
      scoreParts(figuresOf({ chunkCount: 10, owners: [{ owner: 'acme', chunks }] }), EVEN, NOW).cap;
    expect([capWith(8), capWith(9), capWith(10)].map(Math.round)).toEqual([100, 88, 75]);
  });

  it('counts reactions for a fifth of the severity', () => {
    const severityWith = (reactions: number) => scoreParts(figuresOf({ severity: 0.5, reactions }), EVEN, NOW).severity;
    expect(severityWith(0)).toBeCloseTo(0.4, 12);
    expect(severityWith(1_000)).toBeCloseTo(0.6, 12);
  });

  it('is far lower for chatter than for trouble told by as many people', () => {
    const trouble = scoreOf(figuresOf({ severity: 0.6 }));
    const chatter = scoreOf(figuresOf({ severity: 0.2 }));
    expect(chatter).toBeLessThan(trouble * 0.7);
  });

  it('follows from its parts as the contract says', () => {
    const [scored] = scoreSignals([figuresOf()], EVEN, NOW);
    const parts = ScoreParts.parse(scored?.scoreParts);
    const sum =
      0.3 * parts.volume + 0.2 * parts.growth + 0.2 * parts.breadth + 0.15 * parts.severity + 0.15 * parts.recency;
    expect(scored?.score).toBeCloseTo(parts.cap * (1 - (1 - sum * parts.confidence) ** 2), 9);
    expect(Object.values(SCORE_WEIGHTS).reduce((total, weight) => total + weight, 0)).toBeCloseTo(1, 12);
  });

  it('never falls when more people write', () => {
    fc.assert(
      fc.property(anyFigures, anyExposure, fc.integer({ min: 1, max: 50 }), (figures, exposure, more) => {
        const joined: SignalFigures = {
          ...figures,
          authors: figures.authors + more,
          authors90d: figures.authors90d + more,
          lastWindow: { ...figures.lastWindow, authors: figures.lastWindow.authors + more },
        };
        expect(scoreOf(joined, exposure)).toBeGreaterThanOrEqual(scoreOf(figures, exposure));
      }),
    );
  });

  it.each([
    ['it hurts more', { severity: 0.9 }],
    ['more people react', { reactions: 500 }],
    ['its posts agree more', { coherence: 0.8 }],
    ['it was heard of later', { lastSeenAt: NOW }],
    ['fewer wrote in the week before', { prevWindow: { mentions: 1, authors: 1 } }],
    [
      'it comes from a third platform',
      { providers: ['github', 'stackoverflow', 'reddit'].map((provider) => ({ provider, mentions: 10 })) },
    ],
  ] satisfies [string, Partial<SignalFigures>][])('rises when %s', (_, change) => {
    expect(scoreOf(figuresOf(change))).toBeGreaterThan(scoreOf(figuresOf()));
  });

  it('falls day by day while nobody writes', () => {
    const scores = [0, 1, 10, 40, 200].map((days) => scoreOf(figuresOf(), EVEN, NOW + days * DAY_MS));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
  });

  it('moves with its own signal alone, not with those beside it', () => {
    const [alone] = scoreSignals([figuresOf()], EVEN, NOW);
    const [among] = scoreSignals([figuresOf(), figuresOf({ authors90d: 1e12, reactions: 1e12 })], EVEN, NOW);
    expect(among?.score).toBe(alone?.score);
  });

  it('sees no growth in a week in which twice as much of everything was fetched', () => {
    const doubled = figuresOf({ lastWindow: { mentions: 12, authors: 12 } });
    expect(scoreParts(doubled, { lastWindow: 2_000, prevWindow: 1_000, before: 6_000 }, NOW).growth).toBeLessThan(0.6);
    expect(scoreParts(doubled, EVEN, NOW).growth).toBeGreaterThan(0.7);
    expect(scoreParts(figuresOf(), EVEN, NOW).growth).toBe(0.5);
  });

  it('gives no breadth to what a single repository tells', () => {
    expect(scoreParts(figuresOf({ repositories: [{ repository: 'a/one', mentions: 40 }] }), EVEN, NOW).breadth).toBe(0);
  });
});

describe('the cap', () => {
  const loud: Partial<SignalFigures> = {
    authors90d: 300,
    severity: 1,
    reactions: 1_000,
    coherence: 1,
    lastWindow: { mentions: 40, authors: 40 },
  };

  it('scales one owner’s trouble, so that louder trouble of one owner still scores higher', () => {
    const owned = { chunkCount: 60, owners: [{ owner: 'a', chunks: 60 }] };
    expect(scoreOf(figuresOf(loud))).toBeGreaterThan(85);
    expect(scoreOf(figuresOf({ ...loud, ...owned }))).toBeCloseTo(0.75 * scoreOf(figuresOf(loud)), 9);
    expect(scoreOf(figuresOf({ ...loud, ...owned, severity: 0.4 }))).toBeLessThan(
      scoreOf(figuresOf({ ...loud, ...owned })),
    );
  });

  it('scales what fewer than three people tell', () => {
    expect(scoreOf(figuresOf({ ...loud, authors: 2 }))).toBeCloseTo(
      0.6 * scoreOf(figuresOf({ ...loud, authors: 3 })),
      9,
    );
  });

  it('ranks posts that belong together before louder ones that do not', () => {
    const [together, unrelated] = [figuresOf({ coherence: 0.4 }), figuresOf({ coherence: 0.1, authors90d: 60 })];
    expect(scoreOf(together)).toBeGreaterThan(scoreOf(unrelated));
  });

  it('does not hold a signal for one post on a code host among many elsewhere', () => {
    expect(scoreParts(figuresOf({ chunkCount: 60, owners: [{ owner: 'a', chunks: 2 }] }), EVEN, NOW).cap).toBe(100);
  });
});

describe('the growth of a scored signal', () => {
  it('is the rate of section 2.3, by mentions', () => {
    const [scored] = scoreSignals(
      [figuresOf({ lastWindow: { mentions: 9, authors: 2 }, prevWindow: { mentions: 4, authors: 4 } })],
      EVEN,
      NOW,
    );
    expect(scored?.growth).toBe(1.25);
  });
});
