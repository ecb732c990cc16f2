import { ChartQuery } from '@pain-signals/domain';
import { validateMessage } from '@pain-signals/slack-preview';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartCard } from '#blocks/charts/chart-card.ts';
import { insertPicture, picturePlaceholder } from '#blocks/charts/picture.ts';
import { card } from '#blocks/kit/card.ts';
import { context, header, section } from '#blocks/kit/elements.ts';
import { postedCard } from '#blocks/sharing/share-cards.ts';
import { cardContext, expectHarmless, hostileText, signal } from '../../support/service/hostile-data.ts';
import { aDetail, aHistory, aTimeline, someStats } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';

const PICTURE = { altText: 'Rising 140%.', at: { address: 'https://pain.example/charts/a.png' } };
const kindsOf = (blocks: readonly { type: string }[]) => blocks.map(({ type }) => type);

describe('the picture of a card', () => {
  it('takes the place of what stands for it', () => {
    const shown = card('text', [header('Topic'), picturePlaceholder('▁▂▃'), section('more')]);
    expect(cardText(insertPicture(shown, PICTURE))).toBe('"text"\n# Topic\n(picture: Rising 140%.)\nmore');
  });

  it('comes behind the heading where nothing stands for it, also below what its sharer says', () => {
    const list = card('text', [header('Trending signals'), context(['fastest first']), section('1. Topic')]);
    const shared = postedCard(list, { by: 'U0ADA', note: 'Look at this' });
    expect(kindsOf(insertPicture(shared, PICTURE).blocks)).toEqual([
      ...['section', 'header', 'context', 'image', 'section', 'actions'],
    ]);
  });

  it('of any signal, and the card with or without it, is taken by Slack and harmless', () => {
    const data = fc.constantFrom(
      { kind: 'timeline' as const, timeline: aTimeline(Array.from({ length: 365 }, (_, day) => (day % 9) * 1e11)) },
      { kind: 'timeline' as const, timeline: aTimeline([]) },
      { kind: 'history' as const, history: aHistory(Array.from({ length: 365 }, (_, night) => night % 101)) },
      { kind: 'history' as const, history: aHistory([]) },
      { kind: 'sources' as const, stats: someStats({ sourceDistribution: [] }) },
      { kind: 'sources' as const, stats: someStats() },
    );
    const id = hostileText(200).map((given) => given || 'x');
    fc.assert(
      fc.property(id, signal, data, cardContext, hostileText(9_000), (signalId, detail, drawn, where, altText) => {
        const query = ChartQuery.parse({ show: 'chart', id: signalId, kind: drawn.kind, days: 365 });
        const shown = chartCard({ query, detail: aDetail(detail), data: drawn }, where);
        expectHarmless(shown);
        const illustrated = insertPicture(shown, { ...PICTURE, altText: altText || 'x' });
        expect(validateMessage(illustrated)).toBeNull();
      }),
      { numRuns: 100 },
    );
  });
});
