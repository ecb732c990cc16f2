import type { Query } from '@pain-signals/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeQuery, decodeShareRequest, encodeQuery, encodeShareRequest } from '#blocks/kit/buttons.ts';
import { BLOCK_LIMITS } from '#blocks/kit/limits.ts';

const search: Query = { show: 'search', words: 'oauth', type: 'bug', sort: 'volume', direction: 'desc', page: 2 };

describe('the state in a button', () => {
  it('comes back as it was sent', () => {
    expect(decodeQuery(encodeQuery(search) ?? '')).toEqual(search);
    const share = { subject: { show: 'signal' as const, id: 'a1' }, attempt: 2 };
    expect(decodeShareRequest(encodeShareRequest(share) ?? '')).toEqual(share);
  });

  it.each(['!channel', 'https://evil.example/archives|x', 'https://evil.example/', 'javascript:alert(1)/archives/1'])(
    'keeps no link to where it was shared from that is no message of Slack: %s',
    (from) => {
      const value = JSON.stringify({ subject: { show: 'signal', id: 'a1' }, attempt: 1, from });
      expect(decodeShareRequest(value)?.from).toBeUndefined();
      const message = 'https://pain.slack.com/archives/C1/p1';
      expect(decodeShareRequest(JSON.stringify({ ...JSON.parse(value), from: message }))?.from).toBe(message);
    },
  );

  it('gives up the way back to a list before it gives up the button', () => {
    const back = { show: 'ask' as const, question: '"'.repeat(500), page: 0 };
    expect(JSON.stringify(back).length).toBeGreaterThan(1_000);
    const value = encodeQuery({ show: 'signal', id: 'x'.repeat(200), back });
    expect(decodeQuery(value ?? '')).toMatchObject({ show: 'signal', back });
    const worse = { ...back, question: '\u0001'.repeat(500) };
    expect(decodeQuery(encodeQuery({ show: 'signal', id: 'a1', back: worse }) ?? '')).toEqual({
      show: 'signal',
      id: 'a1',
    });
    expect(encodeQuery(worse)).toBeNull();
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['null', 'null'],
    ['another shape', '{"show":"everything"}'],
    ['a page that is no number', '{"show":"trending","limit":10,"page":"1"}'],
    ['a limit out of range', '{"show":"trending","limit":1000,"page":0}'],
    ['a negative page', '{"show":"search","words":"x","sort":"score","direction":"desc","page":-1}'],
    ['an unknown sort', '{"show":"search","words":"x","sort":"__proto__","direction":"desc","page":0}'],
    ['too much', `{"show":"find","want":"signal","names":[{"by":"words","words":"${'x'.repeat(2_000)}"}]}`],
  ])('is refused when it holds %s', (_what, value) => {
    expect(decodeQuery(value)).toBeNull();
    expect(decodeShareRequest(value)).toBeNull();
  });

  it('drops what it does not know', () => {
    expect(decodeQuery('{"show":"help","__proto__":{"a":1},"extra":true}')).toEqual({ show: 'help' });
  });

  it('is never taken from anything but what the app wrote, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (value) => {
        const query = decodeQuery(value);
        expect(query === null || (encodeQuery(query)?.length ?? 0) <= BLOCK_LIMITS.buttonValue).toBe(true);
        expect(decodeShareRequest(value)).toBeNull();
      }),
    );
  });
});
