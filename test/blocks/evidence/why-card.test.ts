import type { PainSignalDetail, Timeline } from '@pain-signals/contract';
import { describe, expect, it } from 'vitest';
import { whyCard } from '#blocks/evidence/why-card.ts';
import type { CardContext } from '#blocks/kit/card-context.ts';
import { aDetail, idOf, SNAPSHOT_AT } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';

const cardContext: CardContext = {
  freshness: { snapshotAt: SNAPSHOT_AT, isSample: true, staleSince: null, dropped: 0 },
  linkTo: () => null,
  audience: { kind: 'person' },
};

const NO_SOURCE = {
  ...{ provider: null, excerpt: null, author: null, url: null },
  ...{ licence: null, postedAt: null, foundAt: null },
};

const whyText = (detail: Partial<PainSignalDetail>, timeline: Timeline | null) =>
  cardText(
    whyCard(
      {
        ...{ query: { show: 'why' as const, id: idOf(1) }, detail: aDetail(detail), timeline },
        ...{ reasons: [], areRecent: false, earlierCause: null },
      },
      cardContext,
    ),
  );

const changed = (mentionsPrevWindow: number, mentionsLastWindow: number) =>
  whyText(
    {
      ...{ volume: 98, mentionsPrevWindow, mentionsLastWindow },
      growth: (mentionsLastWindow - mentionsPrevWindow) / Math.max(1, mentionsPrevWindow),
    },
    null,
  );

describe('what changed about a signal', () => {
  it.each([
    [2, 3, 'It’s up slightly, which could be chance: 3 mentions this week, 2 last week.'],
    [2, 0, 'It’s down slightly, which could be chance: no mentions this week, 2 last week.'],
    [0, 2, 'It’s up slightly, which could be chance: 2 mentions this week, none last week.'],
    [2, 2, 'It’s steady: 2 mentions this week, 2 last week.'],
    [2, 5, 'It’s up by 3: 5 mentions this week, 2 last week.'],
    [9, 2, 'It’s down 78%: 2 mentions this week, 9 last week.'],
  ])('goes the way of the trend on its card: from %i to %i mentions', (before, last, says) => {
    expect(changed(before, last)).toContain(says);
  });

  it('has no clues where there is less, which no post can explain', () => {
    const why = (mentionsLastWindow: number, growth: number) => {
      const source = { ...NO_SOURCE, title: 'Sessions end' };
      const reasons = [{ sentence: 'It ends because the clock is wrong.', namesCause: true, source }];
      const detail = aDetail({ volume: 98, mentionsPrevWindow: 9, mentionsLastWindow, growth });
      const query = { show: 'why' as const, id: idOf(1) };
      const facts = { query, detail, timeline: null, reasons, areRecent: true, earlierCause: null };
      return cardText(whyCard(facts, cardContext));
    };
    expect(why(2, -0.78)).toContain('*1 of this week’s 2 posts*');
    expect(why(27, 2)).toContain('*Clues in this week’s posts*');
  });

  it.each([
    ['after 6 weeks', { 0: 3, 40: 1, 84: 2, 85: 4 }],
    ['after at least 12 weeks', { 84: 2, 85: 4 }],
  ])('is back %s without a mention', (silence, counts: Record<number, number>) => {
    const start = Date.parse('2026-01-01');
    const buckets = Array.from({ length: 90 }, (_, at) => ({
      ...{ date: new Date(start + at * 86_400_000).toISOString().slice(0, 10), count: counts[at] ?? 0 },
    }));
    const detail = { volume: 50, mentionsPrevWindow: 0, mentionsLastWindow: 6, growth: 6 };
    const card = whyText(detail, { painSignalId: idOf(1), buckets, totalMentions: 50 });
    expect(card).toContain(`# “OAuth refresh tokens expire without warning” is back ${silence}\n`);
    expect(card).toContain(`\n6 mentions this week, none last week.`);
  });

  it('names its busiest days by their dates in UTC, which a reader’s “yesterday” need not be', () => {
    const counts = [0, 1, 0, 2, 1, 6, 6];
    const buckets = counts.map((count, at) => ({ date: `2026-03-${14 + at}`, count }));
    expect(whyText({ mentionsLastWindow: 16 }, { painSignalId: idOf(1), buckets, totalMentions: 16 })).toContain(
      'The busiest days (UTC) were Mar 19, 2026 and Mar 20, 2026, with 6 mentions each.',
    );
  });

  it('counts the day on which the week began among its days, as the chart does', () => {
    const counts = [1, 7, 4, 3, 1, 0, 1, 0, 0];
    const buckets = counts.map((count, at) => ({ date: `2026-03-${12 + at}`, count }));
    const busiest = (mentionsLastWindow: number) =>
      whyText({ mentionsPrevWindow: 1, mentionsLastWindow }, { painSignalId: idOf(1), buckets, totalMentions: 17 });
    expect(busiest(15)).toContain('The busiest day (UTC) was Mar 13, 2026, with 6 mentions.');
    expect(busiest(10)).toContain('The busiest day (UTC) was Mar 14, 2026, with 4 mentions.');
    // More than that day had: the days were counted at another time.
    expect(busiest(17)).not.toContain('busiest day');
  });
});
