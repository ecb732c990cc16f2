import { AskQuery, SearchQuery, TrendingQuery } from '@pain-signals/domain';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { errorCard } from '#blocks/errors/error-card.ts';
import { usageCard } from '#blocks/help/usage-card.ts';
import { homeCard } from '#blocks/home/movers.ts';
import { signalCard } from '#blocks/signals/signal-card.ts';
import { emptyListCard, signalListCard } from '#blocks/signals/signal-list.ts';
import {
  cardContext,
  count,
  expectHarmless,
  freshness,
  hostileText,
  maybe,
  signal,
} from '../../support/service/hostile-data.ts';
import { aDetail, aSignal, aTimeline, someStats } from '../../support/service/sample-signals.ts';

/** Every card, drawn from the worst that a service or a person could send: Slack takes it, and nothing in it does anything. */

const words = hostileText(200).map((text) => text || 'x');
const TRENDING = TrendingQuery.parse({ show: 'trending' });
const list = fc.oneof(
  fc.constant(TRENDING),
  words.map((sought) =>
    SearchQuery.parse({ show: 'search', words: sought, owner: sought.slice(0, 100), area: 'X<Y', page: 3 }),
  ),
  hostileText(500).map((question) => AskQuery.parse({ show: 'ask', question: `${question}???`.slice(-500) })),
);

describe('cards from hostile data', () => {
  it('lists', () => {
    fc.assert(
      fc.property(list, fc.array(signal, { minLength: 1, maxLength: 5 }), cardContext, (query, rows, around) => {
        const page = { query: query, rows, firstRank: 1, total: 1e12, hasNext: true };
        expectHarmless(signalListCard(page, around));
      }),
    );
  });

  it('lists with nothing in them', () => {
    fc.assert(fc.property(list, cardContext, (query, around) => expectHarmless(emptyListCard(query, around))));
  });

  it('signals, with sixty sources and a year of days', () => {
    const stats = fc.array(fc.record({ provider: hostileText(100), mentions: count, percent: fc.constant(100) }), {
      maxLength: 60,
    });
    const days = fc.array(count, { maxLength: 365 });
    fc.assert(
      fc.property(
        signal,
        hostileText(60_000),
        maybe(stats),
        maybe(days),
        list,
        cardContext,
        (row, summary, sources, counts, back, around) => {
          const facts = {
            query: { show: 'signal' as const, id: row.id, back },
            detail: aDetail({ ...row, summary }),
            stats: sources && someStats({ sourceDistribution: sources }),
            timeline: counts && aTimeline(counts),
          };
          expectHarmless(signalCard(facts, around));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('answers to what was typed and to what went wrong', () => {
    const kind = fc.constantFrom(
      'unknown-command' as const,
      'unknown-option' as const,
      'bad-value' as const,
      'missing' as const,
    );
    fc.assert(
      fc.property(kind, hostileText(2_000), list, maybe(count), freshness, (wrong, given, query, active, around) => {
        expectHarmless(
          usageCard({ kind: wrong, about: null, given, expected: 'a number', suggestion: query, search: query }),
        );
        const valid = Array.from({ length: 60 }, () => given);
        expectHarmless(errorCard({ code: 'bad-area', given, valid, nearest: query }, { reference: 'ab12', query }));
        const movers = [{ kind: 'new' as const, list: TRENDING, rows: [aSignal({ topic: given })], total: 3 }];
        expectHarmless(homeCard({ activeSignals: active, movers, freshness: around, linkTo: () => null }));
      }),
    );
  });
});
