import type { PainSignalDetail } from '@pain-signals/contract';
import { describe, expect, it } from 'vitest';
import {
  type ComparedSignal,
  compareSignals,
  comparisonCard,
  sameSignalCard,
} from '#blocks/compare/comparison-card.ts';
import type { CardContext } from '#blocks/kit/audience.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { aDetail, aTimeline, idOf, SNAPSHOT_AT } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const cardContext: CardContext = {
  freshness: { snapshotAt: SNAPSHOT_AT, isSample: true, staleSince: null, dropped: 0 },
  linkTo: (id) => `https://pain.example/signals/${id}`,
  locale: ENGLISH,
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
      ""A is “OAuth refresh tokens expire without warning”, B is “Builds are slow”. A is worse: it scores 68 of 100, B 41. A grows faster: it is rising 140%, B steady. B is broader: its breadth is 80 of 100, A’s 50. Sample data."
      # Compared
      *A*  *<https://pain.example/signals/8b8a4a52-2f7e-4c0e-9a55-000000000001|OAuth refresh tokens expire without warning>*
      [Details]
      *B*  *<https://pain.example/signals/8b8a4a52-2f7e-4c0e-9a55-000000000002|Builds are slow>*
      [Details]
      *A is worse*: it scores 68 of 100, B 41.
      *A grows faster*: it is rising 140%, B steady.
      *B is broader*: its breadth is 80 of 100, A’s 50.
      {*A*  ▰▰▰▱▱ *68* of 100}
      {*B*  ▰▰▱▱▱ *41* of 100}
      {*A*  ▲ rising +140%  ·  ▄█ 10 → 24 a week}
      {*B*  ▬ steady  ·  ██ 6 → 6 a week}
      {*A*  412 mentions  ·  breadth 50 of 100}
      {*B*  90 mentions  ·  breadth 80 of 100}
      {*A*  62% from acme}
      {*B*  20% from acme}
      {*A*  Auth &amp; identity  ·  Bug}
      {*B*  Build &amp; CI/CD}
      *Last 30 days, both on one scale*
      *A*  ▁▂▃▅
      *B*  ▂▁█▂
      ~ *Sample data*  ·  Figures of <!date^1773972000^{date_short_pretty} {time}|2026-03-20 02:00 UTC>
      [Share in channel] [Share to…] [Refresh]"
    `);
  });

  it('do without days that the service did not give', () => {
    expect(cardText(comparisonCard(question, [a, { ...b, timeline: null }], cardContext))).not.toContain(
      'Last 30 days',
    );
  });

  it('in a channel show who shared them', () => {
    const card = comparisonCard(question, [a, b], { ...cardContext, audience: { kind: 'channel', sharedBy: 'U0ADA' } });
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['Details', 'Details']);
    expect(cardText(card)).toContain(`~ Shared by <@U0ADA>  ·  \`/pain compare ${idOf(1)} vs ${idOf(2)}\``);
  });

  it('that are one and the same are not compared', () => {
    expect(sameSignalCard(a.detail).text).toContain('Both are the same signal');
  });
});

describe('which one', () => {
  const verdicts = (ofA: Partial<PainSignalDetail>, ofB: Partial<PainSignalDetail>) =>
    compareSignals(aDetail(ofA), aDetail(ofB), ENGLISH).map(
      ({ conclusion: verdict, because }) => `${verdict}: ${because}`,
    );

  it('is worse, faster or broader is neither when what is shown is the same', () => {
    expect(verdicts({ score: 68.4, growth: 1.401 }, { score: 68.2, growth: 1.402 })).toEqual([
      'Equally bad: both score 68 of 100',
      'Equally fast: both are rising 140%',
      'Equally broad: both have a breadth of 50 of 100',
    ]);
  });

  it.each<[Partial<PainSignalDetail>, Partial<PainSignalDetail>, string]>([
    [{ growth: 0.1 }, { growth: 2 }, 'B grows faster: it is rising 200%, A rising 10%'],
    [{ growth: 0 }, { growth: -0.4 }, 'A holds its ground: it is steady, B falling 40%'],
    [{ growth: -0.1 }, { growth: -0.4 }, 'A falls more slowly: it is falling 10%, B falling 40%'],
  ])('moves faster is said truly when they fall, too', (ofA, ofB, words) => {
    expect(verdicts(ofA, ofB)[1]).toBe(words);
  });

  const breadthOf = (breadth: number) => ({
    scoreParts: { volume: 0, growth: 0, breadth, severity: 0, recency: 0, confidence: 1, cap: 100 },
  });

  it('is broader is judged by the breadth of the score, whoever has more owners', () => {
    const ofA = { ...breadthOf(0.82), uniqueOwnerCount: 4 };
    const ofB = { ...breadthOf(0.84), uniqueOwnerCount: 2 };
    expect(verdicts(ofA, ofB)[2]).toBe('B is broader: its breadth is 84 of 100, A’s 82');
    const sides = [ofA, ofB].map((of) => ({ detail: aDetail(of), timeline: null })) as [ComparedSignal, ComparedSignal];
    const said = cardText(comparisonCard(question, sides, cardContext));
    expect(said).toContain('breadth 82 of 100');
    expect(said).not.toContain('owners');
  });

  it('is broader is judged by owners, and breadth not shown, where the score of one does not tell its own', () => {
    const untold = { scoreParts: undefined };
    expect(verdicts({ ...breadthOf(0.9), uniqueOwnerCount: 0 }, { ...untold, uniqueOwnerCount: 1 })[2]).toBe(
      'B is broader: it hits 1 owner, A none',
    );
    expect(verdicts(untold, untold)[2]).toBe('Equally broad: both hit 3 owners');
    const none = { ...untold, uniqueOwnerCount: 0, topOwnerName: null };
    expect(verdicts(none, none)[2]).toBe('Equally broad: neither hits owners of code');
    const sides = [aDetail(breadthOf(0.9)), aDetail(untold)].map((detail) => ({ detail, timeline: null }));
    const said = cardText(comparisonCard(question, sides as [ComparedSignal, ComparedSignal], cardContext));
    expect(said).toContain('62% from acme, 3 owners');
    expect(said).not.toContain('breadth');
  });
});
