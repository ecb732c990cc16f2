import { TrendingQuery } from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { homeCard } from '#blocks/home/movers.ts';
import { aSignal, idOf, SNAPSHOT_AT } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const linkTo = () => null;
const fresh = { snapshotAt: SNAPSHOT_AT, isSample: true, staleSince: null, dropped: 0 };

describe('the home card', () => {
  it('is one line of what this is, and doors', () => {
    expect(cardText(homeCard({ activeSignals: 120, movers: null, freshness: fresh, linkTo }))).toMatchInlineSnapshot(`
      ""This week in developer pain: What developers are struggling with, ranked and backed by evidence. Try /pain trending, /pain search or /pain help. Sample data."
      # This week in developer pain
      What developers are struggling with, ranked and backed by evidence.
      [Trending] [Emerging] [Top] [Search] [Help]
      ~ Or ask in your own words: \`/pain ask why do tests fail in CI?\`
      ~ *Sample data*  ·  Updated <!date^1773972000^{date_short_pretty} at {time}|2026-03-20 02:00 UTC>  ·  120 signals active in the last 30 days"
    `);
  });

  it('starts with the signals that rise', () => {
    const list = TrendingQuery.parse({ show: 'trending' });
    const rows = ['Tokens expire', 'Flaky tests'].map((topic, at) => aSignal({ id: idOf(at + 1), topic }));
    const shown = (movers: Parameters<typeof homeCard>[0]['movers']) =>
      cardText(homeCard({ activeSignals: null, movers, freshness: fresh, linkTo }));
    const rising = (total: number) => shown([{ kind: 'rising', list, rows, total }]);
    expect(rising(2)).toContain('# “Tokens expire” and “Flaky tests” rose significantly this week\n');
    expect(rising(5)).toContain('# “Tokens expire”, “Flaky tests” and 3 more rose significantly this week\n');
    expect(rising(list.limit)).toContain('# “Tokens expire”, “Flaky tests” and others rose significantly this week\n');
    expect(shown([{ kind: 'fading', list, rows: rows.slice(1), total: 1 }])).toContain(
      '# “Flaky tests” is cooling off\n',
    );
  });

  it('opens its doors even when the service is away', () => {
    const card = homeCard({
      ...{ activeSignals: null, movers: null, linkTo },
      freshness: { snapshotAt: undefined, isSample: false, staleSince: null, dropped: 0 },
    });
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['Trending', 'Emerging', 'Top', 'Search', 'Help']);
    expect(card.text).not.toContain('active');
  });
});
