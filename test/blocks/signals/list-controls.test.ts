import { AskQuery, SearchQuery, TopQuery, TrendingQuery } from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { decodeListChoice, listMenus } from '#blocks/signals/list-controls.ts';

const trending = TrendingQuery.parse({ show: 'trending' });
const top = TopQuery.parse({ show: 'top', metric: 'growth' });
const search = SearchQuery.parse({ show: 'search', words: 'oauth', area: 'AUTH_IDENTITY', page: 3 });

const menusOf = (...list: Parameters<typeof listMenus>) =>
  (listMenus(...list)?.elements ?? []).map((menu) =>
    'initial_option' in menu ? menu.initial_option?.text.text : null,
  );
const choose = (question: Parameters<typeof listMenus>[0], value: string) =>
  decodeListChoice(listMenus(question)?.block_id, value);

describe('the menus of a list', () => {
  it('show what is chosen, and an order only where there is one to choose', () => {
    expect(menusOf(search)).toEqual(['Best match', 'Auth & identity', 'Any type', 'Any time']);
    expect(menusOf(top)).toEqual(['Fastest growing', 'All areas', 'Any type', 'Last 7 days']);
    expect(menusOf(trending)).toEqual(['All areas', 'Any type', 'Last 7 days']);
    expect(menusOf({ ...trending, days: 83 })).toEqual(['All areas', 'Any type', 'Last 83 days']);
    expect(menusOf({ show: 'briefs', area: 'DATABASE_STORAGE', page: 0 })).toEqual(['Database & storage']);
    expect(menusOf({ show: 'briefs', area: 'DATA_SCIENCE', page: 0 })).toEqual(['Data science']);
  });

  it('show the order that a period has: what rises is the fastest growing, or the most mentioned where nothing is compared', () => {
    const rising = SearchQuery.parse({ show: 'search', sort: 'rising', type: 'bug', days: 90 });
    expect(menusOf(rising)[0]).toBe('Fastest growing');
    expect(JSON.stringify(listMenus(rising))).not.toContain('Rising only');
    expect(JSON.stringify(listMenus({ ...rising, sort: 'score', days: 7 }))).toContain('Rising only');
    for (const period of [{ since: '2026-07-02' }, { since: null }, { counted: null }])
      expect(menusOf(rising, period)[0]).toBe('Most mentioned');
    expect(menusOf({ ...rising, sort: 'score' }, { since: null })[0]).toBe('Highest score');
  });

  it('are left out where nothing can be narrowed, and where Slack would not take what they are about', () => {
    expect(listMenus(AskQuery.parse({ show: 'ask', question: 'why?' }))).toBeNull();
    expect(listMenus({ ...search, words: 'x'.repeat(200), owner: 'y'.repeat(100) })).toBeNull();
  });

  it('narrow a list from its first page on, and keep the rest of it', () => {
    expect(choose(search, 'type bug')).toEqual({ ...search, type: 'bug', page: 0 });
    expect(choose(search, 'order volume')).toEqual({ ...search, sort: 'volume', page: 0 });
    expect(choose(trending, 'area AUTH_IDENTITY')).toMatchObject({ sort: 'rising', area: 'AUTH_IDENTITY' });
    expect(choose(trending, 'days 30')).toEqual({ ...trending, days: 30 });
    expect(choose({ ...trending, days: 30 }, 'days 7')).toEqual({ ...trending, days: undefined });
    expect(choose({ ...search, days: 30 }, 'days any')).toEqual({ ...search, days: undefined, page: 0 });
    expect(choose(top, 'order volume')).toEqual({ ...top, metric: 'volume' });
    expect(choose({ show: 'briefs', page: 2 }, 'area AI_AGENTS_LLM')).toEqual({
      ...{ show: 'briefs', area: 'AI_AGENTS_LLM', page: 0 },
    });
  });

  it("lead back to the service's own lists where the last filter is taken off", () => {
    const rising = SearchQuery.parse({ show: 'search', sort: 'rising', type: 'bug' });
    expect(choose(rising, 'type any')).toEqual(trending);
    expect(choose({ ...rising, sort: 'growth' }, 'type any')).toEqual(top);
  });

  it('take nothing that they did not write', () => {
    for (const value of ['order magic', 'type magic', 'area ', 'nonsense', '', null, `area ${'x'.repeat(100)}`])
      expect(decodeListChoice(listMenus(search)?.block_id, value)).toBeNull();
    for (const about of ['', 'x', null, '{"show":"status"}']) expect(decodeListChoice(about, 'type bug')).toBeNull();
  });
});
