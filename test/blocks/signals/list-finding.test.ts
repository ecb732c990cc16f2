import { EmergingQuery, type ListQuery, SearchQuery, TopQuery, TrendingQuery } from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { describeListFinding, listFinding } from '#blocks/signals/list-finding.ts';
import { aSignal, idOf } from '../../support/service/sample-signals.ts';

const tokens = aSignal({ topic: 'Tokens expire', score: 90, growth: 1.4, volume: 400 });
const tests = aSignal({ id: idOf(2), topic: 'Flaky tests', score: 12, growth: 0.5, volume: 20, mentionsLastWindow: 6 });
const fresh = aSignal({ volume: 5, mentionsLastWindow: 5, mentionsPrevWindow: 0 });
const quiet = aSignal({ mentionsLastWindow: 0 });
const trending = TrendingQuery.parse({ show: 'trending' });
const search = (query: object) => SearchQuery.parse({ show: 'search', ...query });
type Listed = Parameters<typeof listFinding>[0];
const listed = (query: Exclude<ListQuery, { show: 'ask' }>, changes: Partial<Listed> = {}): Listed => ({
  query,
  rows: [tokens, tests],
  firstRank: 1,
  total: 7,
  ...changes,
});

describe('the finding of a list', () => {
  it.each<[string, Listed]>([
    ['7 signals rose significantly this week, led by “Tokens expire”', listed(trending)],
    ['One signal rose significantly this week: “Tokens expire”', listed(trending, { rows: [tokens], total: 1 })],
    ['At least 7 signals rose significantly this week, led by “Tokens expire”', listed({ ...trending, limit: 7 })],
    [
      '7 small signals rose significantly this week, led by “Tokens expire”',
      listed(EmergingQuery.parse({ show: 'emerging' })),
    ],
    [
      'Nothing new stands out this week; one small signal rose significantly: “Tokens expire”',
      listed(EmergingQuery.parse({ show: 'emerging' }), { rows: [tokens], total: 1 }),
    ],
    [
      '2 small signals rose significantly this week',
      listed(EmergingQuery.parse({ show: 'emerging' }), { rows: [fresh, fresh], total: 2 }),
    ],
    ['“Tokens expire” scores highest (90)', listed(TopQuery.parse({ show: 'top' }))],
    ['“Tokens expire” has the most mentions in total (400)', listed(TopQuery.parse({ show: 'top', metric: 'volume' }))],
    [
      '“Tokens expire” and “Flaky tests” score highest (90)',
      listed(TopQuery.parse({ show: 'top' }), { rows: [tokens, { ...tests, score: 90 }, fresh] }),
    ],
    [
      '7 bugs mentioned in the last 30 days; “Tokens expire” scores highest',
      listed(search({ type: 'bug', sort: 'score', days: 30 })),
    ],
    ['“Tokens expire” rose fastest in the last 30 days', listed({ ...trending, days: 30 })],
    [
      'Of the 15 most mentioned small signals, “Tokens expire” rose fastest in the last 30 days',
      listed(EmergingQuery.parse({ show: 'emerging', days: 30 }), { counted: 15 }),
    ],
    [
      '“Tokens expire” rose fastest in Auth & identity in the last 30 days',
      listed(search({ area: 'AUTH_IDENTITY', sort: 'rising', days: 30 })),
    ],
    [
      '“Tokens expire” rose fastest among bugs about “oauth” (score 40 or more) in the last 30 days',
      listed(search({ words: 'oauth', type: 'bug', minScore: 40, sort: 'rising', days: 30 })),
    ],
    [
      '“Tokens expire” has the most mentions among feature requests in the last 90 days',
      listed(search({ type: 'feature_request', sort: 'rising', days: 90 }), { since: '2026-01-04' }),
    ],
    [
      'Of the 15 most mentioned signals, “Tokens expire” has the most mentions in the last 30 days',
      listed(TopQuery.parse({ show: 'top', metric: 'volume', days: 30 }), { counted: 15 }),
    ],
    ['7 bugs mentioned in the last 30 days', listed(search({ type: 'bug', sort: 'volume', days: 30 }))],
    // More were mentioned than were counted.
    ['Bugs, last 30 days', listed(search({ type: 'bug', sort: 'volume', days: 30 }), { counted: 7 })],
    ['7 signals about “oauth”', listed(search({ words: 'oauth', sort: 'relevance' }))],
    ['7 signals in Auth & identity', listed(search({ area: 'AUTH_IDENTITY', sort: 'lastSeenAt' }))],
    [
      '2 signals in Auth & identity, none new this week',
      listed(search({ area: 'AUTH_IDENTITY', sort: 'lastSeenAt' }), { total: 2 }),
    ],
    [
      '7 signals in Auth & identity, 1 new this week',
      listed(search({ area: 'AUTH_IDENTITY', sort: 'lastSeenAt' }), { rows: [fresh, quiet] }),
    ],
    [
      '7 bugs from “acme” in Auth & identity; “Tokens expire” scores highest',
      listed(search({ type: 'bug', area: 'AUTH_IDENTITY', owner: 'acme' })),
    ],
    [
      '7 complaints rose significantly this week, led by “Tokens expire”',
      listed(search({ type: 'complaint', sort: 'rising' })),
    ],
  ])('is %s', (finding, given) => {
    expect(listFinding(given)).toBe(finding);
  });

  it('names no signal that another one equals, or that is on another page', () => {
    expect(listFinding(listed(trending, { rows: [tokens, { ...tests, growth: 1.401 }] }))).toBe(
      '7 signals rose significantly this week',
    );
    const even = { ...tests, score: 90.2, volume: 12 };
    for (const days of [undefined, 7, 30])
      expect(listFinding(listed({ ...TopQuery.parse({ show: 'top' }), days }, { rows: [tokens, even] }))).not.toContain(
        'scores highest',
      );
    const first = listed(TopQuery.parse({ show: 'top', limit: 1 }), { rows: [tokens], total: 1 });
    expect(listFinding(first)).toBe('“Tokens expire” scores highest (90)');
    expect(listFinding({ ...first, runnerUp: even })).toBe('Top signals by score');
    expect(listFinding(listed({ ...trending, page: 1 }, { firstRank: 6 }))).toBe(
      '7 signals rose significantly this week',
    );
  });

  it('names no signal that another one equals in a period, by what its rows show of it', () => {
    const counts = (mentions: number, before: number) =>
      new Map([
        [tokens.id, { mentions: 9, before: 3 }],
        [tests.id, { mentions, before }],
      ]);
    const over = (query: object, given: ReturnType<typeof counts>) =>
      listFinding(listed({ ...TopQuery.parse({ show: 'top', days: 30 }), ...query }, { counts: given }));
    expect(over({ metric: 'volume' }, counts(9, 1))).toBe('Top signals by mentions, last 30 days');
    expect(over({ metric: 'volume' }, counts(8, 1))).toContain('has the most mentions');
    expect(over({ metric: 'growth' }, counts(6, 2))).toBe('Top signals by growth, last 30 days');
    expect(over({ metric: 'growth' }, counts(6, 3))).toContain('grew fastest');
    const week = TopQuery.parse({ show: 'top', metric: 'volume', days: 7 });
    expect(listFinding(listed(week))).toBe('“Tokens expire” has the most mentions in the last 7 days');
    const even = { ...tests, mentionsLastWindow: 24 };
    expect(listFinding(listed(week, { rows: [tokens, even] }))).toBe('Top signals by mentions, last 7 days');
    const falling = new Map([
      [tokens.id, { mentions: 1, before: 9 }],
      [tests.id, { mentions: 2, before: 10 }],
    ]);
    expect(listFinding(listed(search({ sort: 'fading', days: 30 }), { counts: falling }))).toBe(
      '7 signals are cooling off in the last 30 days',
    );
  });

  it('claims nothing over a period whose mentions were not counted', () => {
    const uncounted = (query: Parameters<typeof listed>[0]) => listFinding(listed(query, { counted: null }));
    expect(uncounted({ ...trending, days: 30 })).toBe('Signals mentioned in the last 30 days');
    expect(uncounted(EmergingQuery.parse({ show: 'emerging', days: 30 }))).toBe(
      'Small signals mentioned in the last 30 days',
    );
    expect(uncounted(search({ type: 'bug', area: 'AUTH_IDENTITY', sort: 'fading', days: 30 }))).toBe(
      'Bugs in Auth & identity mentioned in the last 30 days',
    );
  });

  it('calls growing fastest only what grows by more than chance', () => {
    const top = TopQuery.parse({ show: 'top', metric: 'growth' });
    expect(listFinding(listed(top))).toBe('“Tokens expire” is growing fastest');
    const small = { ...tokens, mentionsLastWindow: 3, mentionsPrevWindow: 1, growth: 2 };
    expect(listFinding(listed(top, { rows: [small, tests] }))).toBe('Top signals by growth');
  });

  it('has its counts where no row shows them', () => {
    expect(describeListFinding(listed(trending))).toBe(
      '7 signals rose significantly this week, led by “Tokens expire” (24 mentions, 10 last week)',
    );
  });
});
