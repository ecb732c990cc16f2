import { TrendingQuery } from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { PAGE_SIZE, slicePage } from '#handlers/signals/draw-list.ts';
import { someSignals } from '../../support/service/sample-signals.ts';

const trending = (page: number) => TrendingQuery.parse({ show: 'trending', page });

describe('a page of a list that came all at once', () => {
  it('holds five, counts on, and knows whether more follow', () => {
    const rows = someSignals(7);
    expect(slicePage(trending(0), rows)).toMatchObject({
      firstRank: 1,
      total: 7,
      hasNext: true,
      rows: rows.slice(0, PAGE_SIZE),
    });
    expect(slicePage(trending(1), rows)).toMatchObject({
      firstRank: 6,
      total: 7,
      hasNext: false,
      rows: rows.slice(PAGE_SIZE),
    });
  });

  it('has no next page when it is exactly full', () => {
    expect(slicePage(trending(0), someSignals(PAGE_SIZE)).hasNext).toBe(false);
  });

  it('is the last one there is when the list became shorter', () => {
    expect(slicePage(trending(9), someSignals(7))).toMatchObject({ query: { page: 1 }, firstRank: 6 });
    expect(slicePage(trending(9), [])).toMatchObject({ query: { page: 0 }, rows: [], hasNext: false });
  });
});
