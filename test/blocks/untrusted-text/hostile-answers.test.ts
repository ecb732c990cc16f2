import fc from 'fast-check';
import { describe, it } from 'vitest';
import { briefCard, noBriefCard } from '#blocks/briefs/brief-card.ts';
import { briefListCard } from '#blocks/briefs/brief-list.ts';
import { type ComparedSignal, comparisonCard, sameSignalCard } from '#blocks/compare/comparison-card.ts';
import { evidenceCard, evidenceItemCard } from '#blocks/evidence/evidence-card.ts';
import { statusCard } from '#blocks/home/status-card.ts';
import { choiceCard, noListSeenCard, noSuchNumberCard } from '#blocks/signals/reference-cards.ts';
import {
  cardContext,
  count,
  expectHarmless,
  hostileText,
  maybe,
  moment,
  signal,
} from '../../support/service/hostile-data.ts';
import { aBrief, aDetail, aTimeline, NOW } from '../../support/service/sample-signals.ts';

/** The cards of one signal's proof, drawn from the worst that a service could send: Slack takes them, and nothing in them does anything. */

const id = hostileText(200).map((given) => given || 'x');
const text = (max: number) => maybe(hostileText(max));
const url = fc.oneof(
  text(1_500),
  fc.constantFrom('javascript:alert(1)', 'https://a.example/<!channel>|*x*', 'https://שלום.example/', 'http://@/'),
  hostileText(300).map((path) => `https://x.example/${path}?a=${path}&b#${path}`),
);
const quotation = fc.record({
  provider: text(200),
  title: text(3_000),
  excerpt: text(3_000),
  author: text(500),
  url,
  licence: fc.oneof(text(300), fc.constantFrom('CC BY-SA 4.0', 'CC0-1.0', 'CC BY-<!here> 4.0')),
  postedAt: maybe(moment),
  foundAt: maybe(moment),
});
const items = fc.array(hostileText(2_000), { maxLength: 60 });
const brief = fc
  .record({
    topic: hostileText(3_000),
    patternStatement: hostileText(3_000),
    patternStrength: fc.constantFrom(0, 100),
    macroArea: text(300),
    fitWarning: text(3_000),
    generatedAt: moment,
    problem: hostileText(20_000),
    affected: hostileText(3_000),
    workarounds: items,
    opportunity: hostileText(3_000),
    wedge: text(3_000),
    risks: items,
    nextSteps: items,
    evidence: fc.array(
      fc.record({ chunkId: id, provider: hostileText(200), url, author: text(300), excerpt: hostileText(3_000) }),
      { maxLength: 60 },
    ),
    generatedBy: hostileText(300),
    extra: fc.dictionary(hostileText(80), fc.anything(), { maxKeys: 20 }),
  })
  .map(({ extra, ...record }) => ({ ...extra, ...aBrief(record) }));

describe('answers from hostile data', () => {
  it('quotes', () => {
    fc.assert(
      fc.property(id, hostileText(3_000), fc.array(quotation, { maxLength: 4 }), count, cardContext, (...given) => {
        const [signalId, topic, quotations, total, around] = given;
        const query = { show: 'evidence' as const, id: signalId, page: 1 };
        const fingerprints = quotations.map(() => 'e'.repeat(64));
        const evidence = {
          ...{ query, topic, items: quotations, fingerprints, firstNumber: 5, total },
          hasNext: true,
          isWithoutExcerpts: true,
        };
        expectHarmless(evidenceCard(evidence, around));
        const one = {
          query: { show: 'quote' as const, id: signalId, at: 0 },
          topic,
          total,
          fingerprints: Array(4).fill('f'.repeat(64)),
        };
        const [first = null] = quotations;
        expectHarmless(evidenceItemCard({ ...one, item: first, isHidden: total > 5, mayChange: true }, around));
      }),
    );
  });

  it('briefs', () => {
    fc.assert(
      fc.property(id, brief, cardContext, (signalId, record, around) => {
        expectHarmless(briefCard({ show: 'brief', id: signalId }, record, around));
        expectHarmless(
          noBriefCard(
            { show: 'brief', id: signalId },
            { topic: record.topic, volume: record.patternStrength, absence: 'TOO_FEW_POSTS' },
          ),
        );
        const page = { query: { show: 'briefs' as const, page: 3 }, firstRank: 16, total: 1e12, hasNext: true };
        expectHarmless(briefListCard({ ...page, rows: [record, { ...record, painSignalId: signalId }] }, around));
      }),
      { numRuns: 60 },
    );
  });

  it('comparisons', () => {
    const days = maybe(fc.array(count, { maxLength: 365 }));
    fc.assert(
      fc.property(signal, signal, hostileText(3_000), days, cardContext, (a, b, summary, counts, around) => {
        const timeline = counts && aTimeline(counts);
        const [first, second] = [a, b].map((row) => ({ detail: aDetail({ ...row, summary }), timeline })) as [
          ComparedSignal,
          ComparedSignal,
        ];
        expectHarmless(comparisonCard({ show: 'compare', ids: [a.id, b.id] }, [first, second], around));
        expectHarmless(sameSignalCard(first.detail));
      }),
    );
  });

  it('the status and unknown numbers', () => {
    fc.assert(
      fc.property(
        maybe(moment),
        count,
        fc.boolean(),
        fc.constantFrom(0, NOW, 8.64e15),
        (snapshotAt, signals, isStale, now) => {
          const service = {
            answeredAt: NOW,
            isStale,
            snapshotAt,
            signals,
            posts: isStale ? ('mixed' as const) : ('real' as const),
          };
          const searches = { left: signals, warnedUntil: isStale ? NOW : null };
          const budget = { left: signals, calls: signals, windowMs: 1_500, searches };
          expectHarmless(statusCard({ service, budget, version: '1.2.3', now }));
          expectHarmless(noListSeenCard(9_999, 'evidence', false));
          expectHarmless(noSuchNumberCard(9_999, { shown: [3, 4], page: null, command: 'signal' }));
        },
      ),
    );
  });

  it('choices', () => {
    const words = hostileText(200).map((sought) => sought || 'x');
    fc.assert(
      fc.property(words, fc.array(signal, { minLength: 1, maxLength: 5 }), cardContext, (sought, rows, around) => {
        const query = {
          show: 'find' as const,
          want: 'evidence' as const,
          names: [{ by: 'words' as const, words: sought }],
        };
        expectHarmless(choiceCard({ query, at: 0, words: sought, rows, total: 1e12 }, around));
      }),
    );
  });
});
