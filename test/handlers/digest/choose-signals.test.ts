import { type Vote, weighVotes } from '@pain-signals/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSignals, digestItemOf, leadOf } from '#handlers/digest/choose-signals.ts';
import type { SignalData, WeekData } from '#handlers/digest/digest-data.ts';
import { aSignal, NOW } from '../../support/service/sample-signals.ts';

const DAY = 24 * 3_600_000;
const WEEKS_8 = 56 * DAY;

const vote = (change: Partial<Vote> = {}): Vote => ({
  ...{ signalId: 's1', userId: 'U1', macroArea: 'AUTH_IDENTITY', painType: 'bug', isUseful: true, at: NOW },
  ...change,
});
const votes = fc
  .array(
    fc.record({
      signalId: fc.constantFrom('s1', 's2', 's3'),
      userId: fc.constantFrom('U1', 'U2'),
      macroArea: fc.constantFrom('AUTH_IDENTITY', 'FRONTEND_UI', null),
      painType: fc.constantFrom('bug' as const, 'question' as const, null),
      isUseful: fc.boolean(),
      at: fc.integer({ min: NOW - 2 * WEEKS_8, max: NOW }),
    }),
    { maxLength: 40 },
  )
  .map((cast) => cast.toSorted((one, other) => one.at - other.at));
const weightsOf = (cast: readonly Vote[], now: number) => new Map(weighVotes(cast, now).entries);

describe('votes on a digest', () => {
  it('change the weights of area, type and signal by a quarter each', () => {
    expect(weighVotes([vote()], NOW).entries).toEqual([
      ['area AUTH_IDENTITY', 1.25],
      ['type bug', 1.25],
      ['signal s1', 1.25],
    ]);
    expect(weightsOf([vote({ isUseful: false })], NOW).get('signal s1')).toBe(0.75);
    expect(weightsOf([vote(), vote({ userId: 'U2' })], NOW).get('type bug')).toBe(1.5);
  });

  it('cancel out when equally many are for and against within a day', () => {
    const said = [true, false, false, true, false, true];
    const cast = said.map((isUseful, at) => vote({ userId: `U${at}`, isUseful, at: NOW + at * 60_000 }));
    expect(weighVotes(cast, NOW + DAY).entries).toEqual([]);
  });

  it('keep every weight between a half and two', () => {
    fc.assert(
      fc.property(votes, fc.integer({ min: 0, max: 2 * WEEKS_8 }), (cast, later) => {
        for (const [, weight] of weighVotes(cast, NOW + later).entries) {
          expect(weight).toBeGreaterThanOrEqual(0.5);
          expect(weight).toBeLessThanOrEqual(2);
        }
      }),
    );
  });

  it('fade to nothing in eight weeks, without growing on the way', () => {
    fc.assert(
      fc.property(votes, fc.integer({ min: 0, max: WEEKS_8 }), fc.integer({ min: 0, max: WEEKS_8 }), (cast, a, b) => {
        const [sooner, later] = [weightsOf(cast, NOW + Math.min(a, b)), weightsOf(cast, NOW + Math.max(a, b))];
        for (const [name, weight] of later) {
          const before = (sooner.get(name) ?? 1) - 1;
          expect(Math.sign(weight - 1)).toBe(Math.sign(before));
          expect(Math.abs(weight - 1)).toBeLessThanOrEqual(Math.abs(before) + 1e-12);
        }
        expect(weighVotes(cast, NOW + WEEKS_8).entries).toEqual([]);
      }),
    );
    expect(weightsOf([vote()], NOW + WEEKS_8 / 2).get('signal s1')).toBeCloseTo(1.125);
  });

  it('change the order of signals and hide no significant riser', () => {
    const types = ['bug', 'question', null] as const;
    const trending = Array.from({ length: 8 }, (_, at) =>
      aSignal({ id: `s${at}`, growth: at, painType: types[at % 3] ?? null }),
    );
    const week = { trending, emerging: [], inAreas: [], falling: [], hidden: [], briefs: [] } as unknown as WeekData;
    const plan = { areas: [], types: [], length: 3 } as unknown as Parameters<typeof chooseSignals>[1];
    fc.assert(
      fc.property(votes, (cast) => {
        const { risers } = chooseSignals(week, plan, weighVotes(cast, NOW), []);
        expect(risers.map(({ id }) => id).toSorted()).toEqual(trending.map(({ id }) => id));
      }),
    );
    const disliked = [0, 1, 2].map((at) =>
      vote({ userId: `U${at}`, signalId: 's7', painType: 'question', isUseful: false }),
    );
    const [first] = chooseSignals(week, plan, weighVotes(disliked, NOW), []).risers;
    expect(first?.id).toBe('s6');
  });
});

it('offers briefs of all that it shows, in its order, and of nothing else', () => {
  const trending = ['s1', 's2', 's3', 's5', 's6', 's7'].map((id, at) => aSignal({ id, growth: 9 - at }));
  const falling = [aSignal({ id: 's4', growth: -0.9, mentionsPrevWindow: 20, mentionsLastWindow: 2 })];
  const briefs = ['s4', 's3', 's1', 's5', 's6', 's7'].map((painSignalId) => ({ painSignalId, patternStrength: 90 }));
  const week = { trending, emerging: [], inAreas: [], falling, hidden: [], briefs } as unknown as WeekData;
  const plan = { areas: [], types: [], length: 5 } as unknown as Parameters<typeof chooseSignals>[1];
  const chosen = chooseSignals(week, plan, weighVotes([], NOW), []);
  expect(chosen.faded.map(({ id }) => id)).toEqual(['s4']);
  expect(chosen.briefs.map(({ painSignalId }) => painSignalId)).toEqual(['s1', 's3', 's5', 's6']);
});

describe('the post quoted below a signal', () => {
  const post = (externalId: string, days: number, excerpt: string) => ({
    ...{ chunkId: externalId, documentId: externalId, provider: 'github', externalId, postTitle: null, author: 'ada' },
    ...{ url: null, licence: null, excerpt },
    ...{ postedAt: new Date(NOW - days * DAY).toISOString(), createdAt: new Date(NOW).toISOString() },
  });
  const quoted = (...quotable: ReturnType<typeof post>[]) => {
    const about = { timeline: null, evidence: null, quotable, detail: null, dropped: 0 } as unknown as SignalData;
    return digestItemOf(aSignal({ topic: 'Refresh token lost' }), about, null, NOW).quote?.excerpt;
  };

  it('is of this week, even where an older one says more', () => {
    const older = post('1', 40, 'The refresh token is lost after the redirect.');
    expect(quoted(post('2', 2, 'Same boat here.'), older)).toBe('Same boat here.');
    expect(quoted(older)).toContain('refresh token is lost');
  });
});

describe('the signal that leads a digest', () => {
  const itemOf = (id: string, mentionsLastWindow: number, growth: number) =>
    digestItemOf(aSignal({ id, mentionsLastWindow, growth }), null, null, NOW);
  const leadAmong = (...items: ReturnType<typeof itemOf>[]) => leadOf(items, [])?.signalId;

  it('is the one most people wrote about, wherever it is in the list', () => {
    const [few, many, some] = [itemOf('few', 5, 9), itemOf('many', 40, 1), itemOf('some', 20, 3)];
    expect(leadAmong(few, many, some)).toBe('many');
    expect(leadAmong(many, some, few)).toBe('many');
    expect(leadAmong(some, few)).toBe('some');
  });

  it('is the one growing fastest when as many people wrote about each', () => {
    const [slow, fast] = [itemOf('slow', 20, 1), itemOf('fast', 20, 3)];
    expect(leadAmong(slow, fast)).toBe('fast');
    expect(leadAmong(fast, slow)).toBe('fast');
  });

  it('is nobody when nothing rises significantly', () => {
    expect(leadAmong()).toBeUndefined();
  });
});
