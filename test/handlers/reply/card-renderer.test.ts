import { describe, expect, it } from 'vitest';
import { card } from '#blocks/kit/card.ts';
import { createCardCache } from '#handlers/reply/card-renderer.ts';

function countingDraw() {
  let drawn = 0;
  return () => card(`Drawing number ${++drawn}`, []);
}

const cachedCard = createCardCache();

describe('the card cache', () => {
  it('draws a card once for everybody who sees the same', () => {
    const [answer, draw] = [{}, countingDraw()];
    const first = cachedCard(answer, { page: 0 }, draw);
    expect(cachedCard(answer, { page: 0 }, draw)).toBe(first);
  });

  it('draws another card for another answer, page or audience', () => {
    const [answer, draw] = [{}, countingDraw()];
    const texts = [
      cachedCard(answer, { page: 0 }, draw),
      cachedCard({}, { page: 0 }, draw),
      cachedCard(answer, { page: 1 }, draw),
      cachedCard(answer, { page: 1, audience: 'channel' }, draw),
    ].map(({ text }) => text);
    expect(new Set(texts).size).toBe(4);
  });

  it('forgets the cards that were shown least lately when there are too many, and draws them again', () => {
    const [answer, draw] = [{}, countingDraw()];
    const first = cachedCard(answer, { page: 0 }, draw);
    for (let page = 1; page <= 1_000; page += 1) cachedCard({}, { page }, draw);
    expect(cachedCard(answer, { page: 0 }, draw).text).not.toBe(first.text);
  });
});
