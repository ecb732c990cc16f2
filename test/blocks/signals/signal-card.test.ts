import { describe, expect, it } from 'vitest';
import type { CardContext } from '#blocks/kit/audience.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { explainScore, type SignalFacts, signalCard } from '#blocks/signals/signal-card.ts';
import { aDetail, aTimeline, SNAPSHOT_AT, someStats } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const cardContext: CardContext = {
  freshness: { snapshotAt: SNAPSHOT_AT, isSample: true, staleSince: null, dropped: 0 },
  linkTo: (id) => `https://pain.example/signals/${id}`,
  locale: ENGLISH,
  audience: { kind: 'person' },
};
const facts: SignalFacts = {
  query: { show: 'signal', id: aDetail().id, back: { show: 'trending', limit: 10, page: 1 } },
  detail: aDetail(),
  stats: someStats(),
  timeline: aTimeline([...Array(40).fill(0), ...Array.from({ length: 29 }, (_, at) => at % 4), 9]),
};

describe('the card of a signal', () => {
  it('tells what it is, how bad, how fast, since when, where and who', () => {
    expect(cardText(signalCard(facts, cardContext))).toMatchInlineSnapshot(`
      ""OAuth refresh tokens expire without warning: pain score 68 of 100, rising 140% (24 mentions in the last 7 days, 10 in the 7 before), 412 mentions in all. People are signed out at random because refresh tokens are revoked silently. Sample data."
      # OAuth refresh tokens expire without warning
      ~ Auth &amp; identity  ·  Bug
      People are signed out at random because refresh tokens are revoked silently.
      {*How bad*
      ▰▰▰▱▱ *68* of 100
      driven by how many report it and how fast it grows; held back because it has become quiet}
      {*How fast*
      ▲ rising +140%
      24 mentions in the last 7 days, 10 in the 7 before}
      {*How much*
      412 mentions since <!date^1767513600^{date_short_pretty}|2026-01-04>
      last seen <!date^1773997800^{date_short_pretty} {time}|2026-03-20 09:10 UTC>}
      {*Who*
      62% from acme, 3 owners}
      *Last 30 days*
      ▁▂▃▄▁▂▃▄▁▂▃▄▁▂▃▄▁▂▃▄▁▂▃▄▁▂▃▄▁█  peak 9 on Mar 20, 2026
      ~ From GitHub 61%, Stack Exchange 39%
      ~ *Sample data*  ·  Figures of <!date^1773972000^{date_short_pretty} {time}|2026-03-20 02:00 UTC>
      [‹ Back to list] [Share in channel] [Share to…] [Evidence] [Brief] [Chart] [Compare…] [Last 30 days ▾] [⋯ Score by night | Sources | Watch it | Not useful here… | Open page]"
    `);
  });

  it('does without what the service did not give', () => {
    const bare: SignalFacts = {
      query: { show: 'signal', id: 'a1' },
      detail: aDetail({
        topic: '',
        summary: '',
        macroArea: null,
        macroAreaConfidence: null,
        painType: null,
        mentionsLastWindow: null,
        mentionsPrevWindow: null,
        topOwnerName: null,
        uniqueOwnerCount: 0,
        scoreParts: undefined,
      }),
      stats: null,
      timeline: null,
    };
    const freshness = { snapshotAt: undefined, isSample: false, staleSince: null, dropped: 0 };
    expect(
      cardText(signalCard(bare, { freshness, linkTo: () => null, locale: ENGLISH, audience: { kind: 'person' } })),
    ).toMatchInlineSnapshot(`
      ""Untitled signal: pain score 68 of 100, rising 140%, 412 mentions in all."
      # Untitled signal
      {*How bad*
      ▰▰▰▱▱ *68* of 100}
      {*How fast*
      ▲ rising +140%}
      {*How much*
      412 mentions since <!date^1767513600^{date_short_pretty}|2026-01-04>
      last seen <!date^1773997800^{date_short_pretty} {time}|2026-03-20 09:10 UTC>}
      {*Who*
      no source-code owner}
      [Share in channel] [Share to…] [Evidence] [Brief] [Chart] [Compare…] [Last 30 days ▾] [⋯ Score by night | Sources | Watch it | Not useful here… | Refresh]"
    `);
  });

  it('admits that an area is a guess', () => {
    const detail = aDetail({ macroAreaConfidence: 0.3 });
    expect(cardText(signalCard({ ...facts, detail }, cardContext))).toContain(
      '~ Auth &amp; identity  ·  Bug  ·  area is a guess',
    );
  });

  it('says that nobody mentioned it rather than drawing a flat line', () => {
    expect(cardText(signalCard({ ...facts, timeline: aTimeline([0, 0, 0]) }, cardContext))).toContain(
      'Nobody mentioned it.',
    );
  });

  it('names the five largest sources and counts the others', () => {
    const sourceDistribution = Array.from({ length: 9 }, (_, at) => ({
      provider: `source${at}`,
      mentions: at,
      percent: at,
    }));
    expect(cardText(signalCard({ ...facts, stats: someStats({ sourceDistribution }) }, cardContext))).toContain(
      '~ From Source8 8%, Source7 7%, Source6 6%, Source5 5%, Source4 4% and 4 more sources',
    );
  });

  it('shows a channel who shared it, what it rests on, and its page', () => {
    const card = signalCard(facts, { ...cardContext, audience: { kind: 'channel', sharedBy: 'U0ADA' } });
    expect(buttonsOf(card).map(({ action }) => action)).toEqual(['show_evidence', 'show_brief', 'open_page']);
    expect(cardText(card)).toContain(`~ Shared by <@U0ADA>  ·  \`/pain signal ${aDetail().id}\``);
  });

  it('offers to share it elsewhere only once it is shared', () => {
    const card = signalCard(facts, { ...cardContext, audience: { kind: 'person', isShared: true } });
    expect(buttonsOf(card).map(({ action }) => action)).toEqual([
      'back_to_list',
      'share_to',
      'show_evidence',
      'show_brief',
      'show_chart',
      'open_compare',
    ]);
  });
});

describe('explainScore', () => {
  const middling = { volume: 0.4, growth: 0.4, breadth: 0.4, severity: 0.4, recency: 0.4, confidence: 1, cap: 100 };

  it('names what drives a score and what holds it back', () => {
    expect(explainScore({ ...middling, volume: 0.9, severity: 0.7, breadth: 0.1 })).toBe(
      'driven by how many report it and how badly it hurts; held back because it comes from few places',
    );
  });

  it('says when a score is kept down by its cap or by posts that differ', () => {
    expect(explainScore({ ...middling, confidence: 0.6, cap: 40 })).toBe(
      'lowered because its posts differ a lot or say little of trouble; scaled down because one owner or under three authors carry it',
    );
  });

  it('is silent when nothing stands out', () => {
    expect(explainScore(middling)).toBeNull();
  });
});
