import { describe, expect, it } from 'vitest';
import type { CardContext } from '#blocks/kit/card-context.ts';
import { explainScore, type SignalFacts, signalCard } from '#blocks/signals/signal-card.ts';
import { aDetail, aTimeline, SNAPSHOT_AT, someStats } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const cardContext: CardContext = {
  freshness: { snapshotAt: SNAPSHOT_AT, isSample: true, staleSince: null, dropped: 0 },
  linkTo: (id) => `https://pain.example/signals/${id}`,
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
      ""“OAuth refresh tokens expire without warning” is up 140%: 24 mentions this week, 10 last week. Score 68 of 100: many mentions and fast growth. 412 mentions in total. People are signed out at random because refresh tokens are revoked silently. Sample data."
      # OAuth refresh tokens expire without warning
      *▲ Up 140%: 24 mentions this week, 10 last week*
      [Last 30 days ▾]
      People are signed out at random because refresh tokens are revoked silently.
      {*Score 68* of 100: many mentions and fast growth}
      {*412 mentions* since <!date^1767513600^{date_short_pretty}|2026-01-04>, latest <!date^1773997800^{date_short_pretty}|2026-03-20>}
      *Mentions per day (UTC), last 30 days*
      ▁▂▃▄▁▂▃▄▁▂▃▄▁▂▃▄▁▂▃▄▁▂▃▄▁▂▃▄▁█  peak 9 (<!date^1774008000^{date_short_pretty}|2026-03-20>)
      ~ Auth &amp; identity  ·  Bug  ·  in 3 organizations’ repositories (acme: about 62% of posts in repositories)
      ~ Sources: GitHub 61%, Stack Exchange 39%
      ~ *Sample data*  ·  Updated <!date^1773972000^{date_short_pretty} at {time}|2026-03-20 02:00 UTC>
      [‹ Back to list] [Share in channel] [Evidence] [Brief] [⋯ Share to… | Compare… | Watch | Hide this signal | Open page]"
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
      cardText(signalCard(bare, { freshness, linkTo: () => null, audience: { kind: 'person' } })),
    ).toMatchInlineSnapshot(`
      ""“Untitled signal”: up 140%. Score 68 of 100. 412 mentions in total."
      # Untitled signal
      *▲ Up 140%*
      [Last 30 days ▾]
      {*Score 68* of 100}
      {*412 mentions* since <!date^1767513600^{date_short_pretty}|2026-01-04>, latest <!date^1773997800^{date_short_pretty}|2026-03-20>}
      [Share in channel] [Evidence] [Brief] [⋯ Share to… | Compare… | Watch | Hide this signal]"
    `);
  });

  it('admits that an area is a guess', () => {
    const detail = aDetail({ macroAreaConfidence: 0.3 });
    expect(cardText(signalCard({ ...facts, detail }, cardContext))).toContain(
      '~ Auth &amp; identity  ·  Bug  ·  area is a guess',
    );
  });

  it('says that nobody mentioned it rather than drawing a flat line', () => {
    expect(cardText(signalCard({ ...facts, timeline: aTimeline([0, 0, 0]) }, cardContext))).toContain('No mentions');
  });

  it('names the five largest sources and counts the others', () => {
    const sourceDistribution = Array.from({ length: 9 }, (_, at) => ({
      provider: `source${at}`,
      mentions: at,
      percent: at,
    }));
    expect(cardText(signalCard({ ...facts, stats: someStats({ sourceDistribution }) }, cardContext))).toContain(
      '~ Sources: Source8 8%, Source7 7%, Source6 6%, Source5 5%, Source4 4% and 4 more sources',
    );
  });

  it.each([
    [
      'All 412 posts say “OAuth tokens expire without warning” in these or similar words. At least 9 posts say “Signed out at random”.',
      'All 412 posts report this. At least 9 posts say “Signed out at random”.',
    ],
    [
      'OAuth refresh tokens expire without warning. People are signed out at random.',
      'People are signed out at random.',
    ],
    [
      'At least 30 of 412 posts say “Signed out. And in again.” in these or similar words. For admins. ' +
        'Posts mention Linux and macOS, and a good many other places where it was seen again and again.',
      'At least 30 of 412 posts say “Signed out. And in again.” in these or similar words. For admins.',
    ],
    [
      'At least 9 posts say “Signed out in the middle of a long form”, at least 5 say “Logged out twice a day, on every device” ' +
        'and at least 3 say “Sessions are lost once the tab is in the background”.',
      'At least 9 posts say “Signed out in the middle of a long form” and at least 5 say “Logged out twice a day, on every device”.',
    ],
  ])('sums up in two short lines what its name doesn’t say: "%s"', (summary, says) => {
    const card = signalCard({ ...facts, detail: aDetail({ summary }) }, cardContext);
    expect(cardText(card).split('\n')).toContain(says);
    expect(card.text).toContain(says);
  });

  it.each([
    'All 412 posts say “OAuth refresh tokens expire without warning” in these or similar words.',
    'At least 30 of 412 posts report this.',
  ])('needs no summary that only repeats its name: "%s"', (summary) => {
    const card = cardText(signalCard({ ...facts, detail: aDetail({ summary }) }, cardContext));
    expect(card).toContain('[Last 30 days ▾]\n{*Score 68*');
  });

  it('cuts a sentence that is too long for two short lines', () => {
    const card = signalCard({ ...facts, detail: aDetail({ summary: `${'so very '.repeat(40)}slow.` }) }, cardContext);
    expect(cardText(card)).toMatch(/^(?:so very )+so…$/m);
    expect(
      Math.max(
        ...(cardText(card)
          .match(/^(?:so very )+.*$/m)
          ?.map(({ length }) => length) ?? []),
      ),
    ).toBeLessThanOrEqual(160);
  });

  it('shows a channel who shared it, what it rests on, and its page', () => {
    const card = signalCard(facts, { ...cardContext, audience: { kind: 'channel', sharedBy: 'U0ADA' } });
    expect(cardText(card)).toContain('\n[Evidence] [Brief] [Chart] [⋯ Watch | Hide this signal | Open page]\n');
    expect(cardText(card)).toMatch(/~ Shared by <@U0ADA>$/m);
    expect(cardText(card)).not.toContain(`signal ${aDetail().id}`);
  });

  it('shows a channel its page by a button where the id is too long for a menu', () => {
    const query = { show: 'signal' as const, id: 'a'.repeat(80) };
    const card = signalCard({ ...facts, query }, { ...cardContext, audience: { kind: 'channel', sharedBy: 'U0ADA' } });
    expect(cardText(card)).toContain('\n[Evidence] [Brief] [Chart] [Open page](https:');
  });

  it('dates a single mention once', () => {
    const card = cardText(signalCard({ ...facts, detail: aDetail({ volume: 1 }) }, cardContext));
    expect(card).toMatch(/\{\*1 mention\*, <!date\^[^>]*\|2026-03-20>\}/);
  });

  it('offers once to share it elsewhere, by a button where it is shared already', () => {
    const card = signalCard(facts, { ...cardContext, audience: { kind: 'person', isShared: true } });
    expect(buttonsOf(card).map(({ action }) => action)).toEqual([
      'back_to_list',
      'share_to',
      'show_evidence',
      'show_brief',
    ]);
    expect(cardText(card).match(/Share to…/g)).toHaveLength(1);
  });
});

describe('explainScore', () => {
  const middling = { volume: 0.4, growth: 0.4, breadth: 0.4, severity: 0.4, recency: 0.4, confidence: 1, cap: 100 };
  const mixed = { ...aDetail(), topOwnerDominancePct: 20 };

  it('gives the two main reasons', () => {
    const reasons = (parts: Partial<typeof middling>) => explainScore({ ...middling, ...parts }, mixed, null);
    expect(reasons({ recency: 0.9, growth: 0.8, breadth: 0.1 })).toBe('recent activity, fast growth');
    expect(reasons({ severity: 0.7, breadth: 0.1 })).toBe('severe, but in only a few projects');
    const steady = { ...mixed, growth: 0, mentionsPrevWindow: 24 };
    expect(explainScore({ ...middling, volume: 0.1, growth: 0 }, steady, null)).toBe('not growing and few reports');
  });

  it('says when few people or repository owners keep a score down', () => {
    expect(explainScore({ ...middling, volume: 0.9, cap: 40 }, mixed, null)).toBe(
      'many mentions, but mostly from a few people or one organization’s repositories',
    );
  });

  it('names nothing that its card contradicts', () => {
    const strong = { ...middling, breadth: 0.9, recency: 0.8, volume: 0.7 };
    expect(explainScore(strong, mixed, SNAPSHOT_AT)).toBe('widespread, recent activity');
    expect(explainScore(strong, { ...mixed, topOwnerDominancePct: 50 }, SNAPSHOT_AT)).toBe(
      'recent activity, many mentions',
    );
    expect(explainScore(strong, { ...mixed, lastSeenAt: '2025-10-01T00:00:00Z' }, SNAPSHOT_AT)).toBe('widespread');
    expect(explainScore(strong, { ...mixed, mentionsLastWindow: 0 }, SNAPSHOT_AT)).toBe('widespread and many mentions');
  });

  it('calls growing what its trend calls up, and not growing what has no more mentions than the week before', () => {
    const weeks = (last: number, before: number) => ({
      ...{ ...mixed, growth: (last - before) / Math.max(before, 1) },
      ...{ mentionsLastWindow: last, mentionsPrevWindow: before },
    });
    const reasons = (growth: number, last: number, before: number) =>
      explainScore({ ...middling, growth, recency: 0.9 }, weeks(last, before), null);
    expect(reasons(0.8, 15, 1)).toBe('recent activity, fast growth');
    expect(reasons(0.7, 4, 1)).toBe('recent activity, growing');
    expect(reasons(0.7, 3, 1)).toBe('recent activity');
    expect(reasons(0.1, 3, 2)).toBe('recent activity');
    expect(reasons(0, 2, 2)).toBe('recent activity, but not growing');
  });

  it('is silent when nothing stands out', () => {
    expect(explainScore(middling, mixed, null)).toBeNull();
  });
});
