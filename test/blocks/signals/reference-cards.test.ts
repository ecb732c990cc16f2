import { describe, expect, it } from 'vitest';
import { decodeQuery } from '#blocks/kit/buttons.ts';
import { choiceCard } from '#blocks/signals/reference-cards.ts';
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
    expect(cardText(card)).toContain('“oauth” matches 2 signals. Pick one.');
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['This one', 'This one']);
    expect(decodeQuery(buttonsOf(card)[1]?.value)).toEqual({ show: 'evidence', id: idOf(2), page: 0 });
  });

  it('lead to all of them when there are more', () => {
    expect(buttonsOf(choiceCard({ ...choice, total: 12 }, cardContext)).at(-1)?.text).toBe('See all');
  });
});
