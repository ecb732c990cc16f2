import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartDescription, TimelineDescription } from '#blocks/charts/plots/chart-description.ts';
import { planChart } from '#blocks/charts/plots/plan-chart.ts';
import { HOSTILE_CHARTS } from '../../../support/charts/hostile-charts.ts';
import { aSignal, aTimeline, someSignals, someStats } from '../../../support/service/sample-signals.ts';

const COUNTS = [0, 2, 1, 0, 4, 1, 0, 2, 3, 9, 4, 2, 1, 3];
const ID = '8b8a4a52-2f7e-4c0e-9a55-000000000001';

const aTimelineChart = (change: Partial<TimelineDescription> = {}): TimelineDescription => ({
  kind: 'timeline',
  signal: aSignal(),
  timeline: aTimeline(COUNTS),
  isSample: false,
  ...change,
});

const captionOf = (description: ChartDescription) => planChart(description).caption;

it('draws what a picture shows above it, not whose it is: its card says that just above', () => {
  const history = { painSignalId: ID, points: [], trackingStartedAt: '2026-01-04T08:00:00.000Z' };
  const titles = [
    aTimelineChart(),
    { kind: 'history' as const, topic: 'Tokens expire', history, isSample: false },
    { kind: 'sources' as const, topic: 'Tokens expire', stats: someStats(), isSample: false },
  ].map((description) => planChart(description).plot.title);
  expect(titles).toEqual(['Mentions per day, last 14 days', 'Score history', 'Mentions by source']);
});

describe('the alternative text says what is to be seen, with its numbers', () => {
  it('of a timeline', () => {
    expect(captionOf(aTimelineChart())).toMatchObject({
      title: 'Mentions per day: “OAuth refresh tokens expire without warning”',
      altText:
        'Up 140%: 24 mentions this week, 10 last week. Mentions per day (UTC) of “OAuth refresh tokens expire without warning”, ' +
        'Mar 7, 2026 to Mar 20, 2026: 32 in 14 days, peak 9 on Mar 16, 2026.',
    });
  });

  it('of a week day by day: whole days have another sum than the week up to the last update', () => {
    expect(captionOf(aTimelineChart({ timeline: aTimeline(COUNTS.slice(-7)) })).altText).toMatch(
      /Mar 14, 2026 to Mar 20, 2026: 2, 3, 9, 4, 2, 1, 3; peak 9 on Mar 16, 2026\.$/,
    );
  });

  it('of the days in which this week lies, the first of them in part', () => {
    expect(captionOf(aTimelineChart({ timeline: aTimeline(COUNTS.slice(-8)) })).altText).toMatch(
      /Mar 13, 2026 to Mar 20, 2026: \d+(?:, \d+){7} \(Mar 13 is partly last week\); peak 9 on Mar 16, 2026\.$/,
    );
  });

  it('of a history', () => {
    const points = [
      { date: '2026-03-20', score: 68.4, volume: 412, ownerCount: 3 },
      { date: '2026-03-01', score: 52, volume: 380, ownerCount: 3 },
    ];
    const history = { painSignalId: ID, points, trackingStartedAt: '2026-01-04T08:00:00.000Z' };

    expect(captionOf({ kind: 'history', topic: 'Tokens expire', history, isSample: false }).altText).toBe(
      'Score up from 52 to 68 since Mar 1, 2026. History of “Tokens expire”, Mar 1, 2026 to Mar 20, 2026, 2 days: ' +
        'score 52 to 68; total mentions 380 to 412; organizations 3.',
    );
  });

  it('of a history that has not begun', () => {
    const history = { painSignalId: ID, points: [], trackingStartedAt: '2026-01-04T08:00:00.000Z' };

    expect(captionOf({ kind: 'history', topic: 'Tokens expire', history, isSample: false }).altText).toBe(
      'History of “Tokens expire”: no data yet, tracked since Jan 4, 2026.',
    );
  });

  it('of the sources', () => {
    expect(captionOf({ kind: 'sources', topic: 'Tokens expire', stats: someStats(), isSample: false }).altText).toBe(
      '250 of 412 mentions (61%) are on GitHub. Sources of “Tokens expire”: GitHub 250 (61%), Stack Exchange 162 (39%).',
    );
  });

  it('of two signals', () => {
    const one = { signal: aSignal({ topic: 'Tokens expire' }), timeline: aTimeline(COUNTS) };
    const other = {
      signal: aSignal({ topic: 'Builds hang', mentionsLastWindow: 6, mentionsPrevWindow: 6, growth: 0 }),
      timeline: aTimeline([]),
    };

    expect(captionOf({ kind: 'comparison', signals: [one, other], isSample: false }).altText).toBe(
      'Mentions this week: A 24, B 6. A: “Tokens expire”. Up 140%: 24 mentions this week, 10 last ' +
        'week. Mentions per day (UTC), Mar 7, 2026 to Mar 20, 2026: 32 in 14 days, peak 9 on Mar 16, 2026. ' +
        'B: “Builds hang”. Steady: 6 mentions this week, 6 last week. Mentions per day (UTC), no daily data.',
    );
  });

  it('of a list', () => {
    const signals = someSignals(2).map((signal) => ({ signal, timeline: null }));

    const list = { kind: 'summary' as const, heading: 'Trending signals', firstRank: 1, signals, isSample: false };
    expect(captionOf({ ...list, total: 7 }).altText).toMatch(/^Trending signals, 2 of 7: 1\. “/);
    expect(captionOf({ ...list, total: 2 }).altText).toBe(
      'Trending signals: 1. “Pain number 1”, score 68, up 140%: 24 mentions this week, 10 last week. ' +
        '2. “Pain number 2”, score 68, up 140%: 24 mentions this week, 10 last week.',
    );
  });

  it('and that it is sample data', () => {
    expect(captionOf(aTimelineChart({ isSample: true })).altText).toMatch(/^Sample data\. Up 140%/);
  });
});

describe('captions fit Slack', () => {
  it.each(HOSTILE_CHARTS)('%s', (_, description) => {
    const { title, altText, fileName } = captionOf(description);

    expect(altText.length).toBeLessThanOrEqual(2_000);
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title.length).toBeGreaterThan(0);
    expect(fileName).toMatch(/^pain-signals-[a-z]+-[0-9a-f]{8}\.png$/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(altText + title).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069<>]/);
  });

  it('whatever the topic and the days', () => {
    const days = fc.array(fc.nat(1e12), { maxLength: 365 });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), days, (topic, counts) => {
        const compared = { signal: aSignal({ topic }), timeline: aTimeline(counts) };
        const { altText } = captionOf({ kind: 'comparison', signals: [compared, compared], isSample: true });
        expect(altText.length).toBeLessThanOrEqual(2_000);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the content hash', () => {
  const hashOf = (description: ChartDescription) => captionOf(description).contentHash;

  it('is equal when the picture is, though the service says more or in another order', () => {
    const said = { extra: 1, ...aSignal({ lastSeenAt: '2026-03-20T11:00:00.000Z' }) };
    const shuffled = aTimeline(COUNTS);
    shuffled.buckets.reverse();

    expect(hashOf(aTimelineChart({ signal: said, timeline: shuffled }))).toBe(hashOf(aTimelineChart()));
  });

  it('differs when anything to be seen or read differs', () => {
    const hashes = [
      aTimelineChart(),
      aTimelineChart({ isSample: true }),
      aTimelineChart({ timeline: aTimeline([...COUNTS, 1]) }),
      aTimelineChart({ signal: aSignal({ growth: 0.5 }) }),
      aTimelineChart({ signal: aSignal({ topic: '升级' }) }),
      aTimelineChart({ signal: aSignal({ topic: '配置' }) }),
    ].map(hashOf);

    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
