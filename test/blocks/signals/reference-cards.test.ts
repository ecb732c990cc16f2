import { describe, expect, it } from 'vitest';
import { decodeQuery } from '#blocks/kit/buttons.ts';
import { choiceCard, severalCard } from '#blocks/signals/reference-cards.ts';
import { idOf, SNAPSHOT_AT, someSignals } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const cardContext = {
  freshness: { snapshotAt: SNAPSHOT_AT, isSample: false, staleSince: null, dropped: 0 },
  linkTo: () => null,
  audience: { kind: 'person' as const },
};

describe('words that fit several signals', () => {
  const choice = {
    query: { show: 'find' as const, want: 'evidence' as const, names: [{ by: 'words' as const, words: 'oauth' }] },
    at: 0,
    words: 'oauth',
    rows: someSignals(2),
  };

  it('are asked back, with one button for each', () => {
    const card = choiceCard({ ...choice, total: 2 }, cardContext);
    expect(cardText(card)).toContain('“oauth” matches 2 signals. Which one?');
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['This one', 'This one']);
    expect(decodeQuery(buttonsOf(card)[1]?.value)).toEqual({ show: 'evidence', id: idOf(2), page: 0 });
  });

  it('are hidden for everyone by a press that says so', () => {
    const card = choiceCard({ ...choice, query: { ...choice.query, want: 'hide' }, total: 2 }, cardContext);
    expect(cardText(card)).toContain(
      '“oauth” matches 2 signals. Which one do you want to hide for everyone in this workspace?',
    );
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['Hide', 'Hide']);
  });

  it('lead to all of them when there are more', () => {
    expect(buttonsOf(choiceCard({ ...choice, total: 12 }, cardContext)).at(-1)?.text).toBe('See all');
  });
});

describe('a query about several signals', () => {
  const names = [1, 2, 3].map((number) => ({ by: 'id' as const, id: idOf(number) }));
  const topics = new Map(names.map(({ id }, at) => [id, `Topic ${at + 1}`]));
  const offered = (want: 'hide' | 'compare') =>
    buttonsOf(severalCard({ show: 'find', want, names }, topics)).map(({ text, value }) => [text, decodeQuery(value)]);

  it('is offered for each of them, and does nothing before a press', () => {
    expect(cardText(severalCard({ show: 'find', want: 'hide', names }, topics))).toContain('You named 3 signals.');
    expect(offered('hide')).toEqual(names.map(({ id }) => ['Hide', { show: 'hide', id }]));
  });

  it('is offered for each pair when three are to be compared', () => {
    const pairs = [[1, 2], [1, 3], [2, 3]].map((pair) => pair.map(idOf)); // biome-ignore format: a table
    expect(offered('compare')).toEqual(pairs.map((ids) => ['Compare', { show: 'compare', ids }]));
  });
});
