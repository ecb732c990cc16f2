import type { PainSignalDetail } from '@pain-signals/contract';
import { describe, expect, it } from 'vitest';
import { compareSignals, comparisonCard, sameSignalCard } from '#blocks/compare/comparison-card.ts';
import type { CardContext } from '#blocks/kit/card-context.ts';
import { aDetail, aTimeline, idOf, SNAPSHOT_AT } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const cardContext: CardContext = {
  freshness: { snapshotAt: SNAPSHOT_AT, isSample: true, staleSince: null, dropped: 0 },
  linkTo: (id) => `https://pain.example/signals/${id}`,
  audience: { kind: 'person' },
};
const question = { show: 'compare' as const, ids: [idOf(1), idOf(2)] as [string, string] };
const a = { detail: aDetail({ id: idOf(1) }), timeline: aTimeline([0, 1, 2, 4]) };
const b = {
  detail: aDetail({
    id: idOf(2),
    topic: 'Builds are slow',
    score: 41,
    growth: 0,
    volume: 90,
    mentionsLastWindow: 6,
    mentionsPrevWindow: 6,
    macroArea: 'BUILD_CI_CD',
    painType: null,
    uniqueOwnerCount: 12,
    topOwnerDominancePct: 20,
    scoreParts: { volume: 0.3, growth: 0, breadth: 0.8, severity: 0.5, recency: 0.5, confidence: 0.9, cap: 100 },
  }),
  timeline: aTimeline([1, 0, 8, 1]),
};

describe('two signals side by side', () => {
  it('are told apart in words first, then in figures', () => {
    expect(cardText(comparisonCard(question, [a, b], cardContext))).toMatchInlineSnapshot(`
      ""“OAuth refresh tokens expire without warning” scores higher and is growing. “Builds are slow” appears in more organizations’ repositories. “OAuth refresh tokens expire without warning”: score 68, in 3 organizations’ repositories, up 140%: 24 mentions this week, 10 last week. “Builds are slow”: score 41, in 12 organizations’ repositories, steady: 6 mentions this week, 6 last week. Sample data."
      *“OAuth refresh tokens expire without warning” scores higher and is growing. “Builds are slow” appears in more organizations’ repositories.*
      *A*  *<https://pain.example/signals/8b8a4a52-2f7e-4c0e-9a55-000000000001|OAuth refresh tokens expire without warning>*
      [Details]
      *B*  *<https://pain.example/signals/8b8a4a52-2f7e-4c0e-9a55-000000000002|Builds are slow>*
      [Details]
      *Score*
      *A*  68
      *B*  41
      *Trend*
      *A*  ▲ Up 140%: 24 mentions this week, 10 last week
      *B*  Steady: 6 mentions this week, 6 last week
      *Total mentions*
      *A*  412
      *B*  90
      *Organizations*
      *A*  3 (acme: about 62% of posts in repositories)
      *B*  12 (acme: about 20% of posts in repositories)
      *Area and type*
      *A*  Auth &amp; identity  ·  Bug
      *B*  Build &amp; CI/CD  ·  Mixed types
      *Mentions per day (UTC), last 30 days*
      *A*  ▁▂▃▅
      *B*  ▂▁█▂
      ~ *Sample data*  ·  Updated <!date^1773972000^{date_short_pretty} at {time}|2026-03-20 02:00 UTC>
      [Share in channel] [Share to…] [Compare…] [Refresh]"
    `);
  });

  it('do without days that the service did not give', () => {
    expect(cardText(comparisonCard(question, [a, { ...b, timeline: null }], cardContext))).not.toContain(
      'last 30 days',
    );
  });

  it('in a channel show who shared them', () => {
    const card = comparisonCard(question, [a, b], { ...cardContext, audience: { kind: 'channel', sharedBy: 'U0ADA' } });
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['Details', 'Details']);
    expect(cardText(card)).toMatch(/~ Shared by <@U0ADA>$/m);
    expect(cardText(card)).not.toContain(`compare ${idOf(1)}`);
  });

  it('that are one and the same are not compared', () => {
    expect(sameSignalCard(a.detail).text).toContain('Both are the same signal');
  });
});

describe('which one', () => {
  const finding = (ofA: Partial<PainSignalDetail>, ofB: Partial<PainSignalDetail>) =>
    compareSignals(aDetail(ofA), aDetail(ofB));

  it('is neither when what is shown is the same', () => {
    expect(finding({ score: 68.4, growth: 1.401 }, { score: 68.2, growth: 1.402 })).toBe(
      'A and B are about equal in score, growth and repository owners.',
    );
  });

  it.each<[Partial<PainSignalDetail>, Partial<PainSignalDetail>, string]>([
    [{ growth: 0.1 }, { growth: 2 }, 'B is growing faster.'],
    [{ growth: 0 }, { growth: -0.4 }, 'A is holding steady.'],
    [
      { growth: -0.1, mentionsLastWindow: 18, mentionsPrevWindow: 20 },
      { growth: 0.4, mentionsLastWindow: 28, mentionsPrevWindow: 20 },
      'B is growing.',
    ],
    [
      { growth: -0.1, mentionsLastWindow: null, mentionsPrevWindow: null },
      { growth: 0.4, mentionsLastWindow: null, mentionsPrevWindow: null },
      'B is growing.',
    ],
    [{ growth: -0.1 }, { growth: -0.4 }, 'A is falling more slowly.'],
  ])('moves faster is true of falling signals too', (ofA, ofB, words) => {
    expect(finding({ score: 80, ...ofA }, { score: 79, ...ofB })).toBe(`${words} Their scores are about equal.`);
  });

  it.each<[string, [number, number], [number, number], string]>([
    ['changes that may be chance', [3, 2], [0, 0], 'A has more mentions this week.'],
    ['growth from nothing', [8, 0], [17, 0], 'B has more mentions this week.'],
    ['growth from very few', [5, 2], [9, 1], 'B has more mentions this week.'],
    ['growth beside a change that may be chance', [5, 2], [2, 3], 'A is growing.'],
  ])('is not said to grow faster by %s', (_name, [lastA, prevA], [lastB, prevB], words) => {
    const of = (last: number, previous: number) => ({
      score: 80,
      growth: (last - previous) / Math.max(previous, 1),
      mentionsLastWindow: last,
      mentionsPrevWindow: previous,
    });
    expect(finding(of(lastA, prevA), of(lastB, prevB))).toBe(`${words} Their scores are equal.`);
  });

  it('has an equal score where the table shows the same', () => {
    expect(finding({ score: 80.2, growth: 2 }, { score: 79.9, growth: 1 })).toBe(
      'A is growing faster. Their scores are equal.',
    );
  });

  it('has what it is ahead in named in one sentence for each', () => {
    expect(finding({ score: 80, growth: 2 }, { score: 60, growth: 1, uniqueOwnerCount: 9 })).toBe(
      'A scores higher and is growing faster. B appears in more organizations’ repositories.',
    );
  });

  it('is in more organizations by the count in the table, however widespread the score finds it', () => {
    const scoreParts = { volume: 0, growth: 0, breadth: 0.9, severity: 0, recency: 0, confidence: 1, cap: 100 };
    expect(finding({ uniqueOwnerCount: 4 }, { scoreParts, uniqueOwnerCount: 2 })).toContain(
      'A appears in more organizations’ repositories.',
    );
    expect(finding({ uniqueOwnerCount: 4 }, { scoreParts, uniqueOwnerCount: 4 })).toBe(
      'A and B are about equal in score, growth and repository owners.',
    );
  });
});
