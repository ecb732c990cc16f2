import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAwaitableQueue } from '../../src/workspace/changes.ts';
import { createTimestamps } from '../../src/workspace/ids.ts';

describe('arrivals', () => {
  it('are handed out once, in order, whether they came before or after they were asked for', async () => {
    const arrivals = createAwaitableQueue<number>();
    arrivals.add(1);
    const asked = [arrivals.next(), arrivals.next(), arrivals.next()];
    arrivals.add(2);
    arrivals.add(3);
    expect(await Promise.all(asked)).toEqual([1, 2, 3]);
  });

  it('wait for who asks for them', async () => {
    const arrivals = createAwaitableQueue<number>();
    const even = arrivals.next((number) => number % 2 === 0);
    arrivals.add(1);
    arrivals.add(2);
    expect(await even).toBe(2);
    expect(await arrivals.next()).toBe(1);
  });
});

describe('timestamps', () => {
  it('are unique and rise, however the clock goes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1e12, max: 2e12 }), { minLength: 2 }), (instants) => {
        const times = instants.values();
        const nextTs = createTimestamps(() => Number(times.next().value));
        const given = instants.map(() => nextTs());
        for (const ts of given) expect(ts).toMatch(/^\d{10}\.\d{6}$/);
        expect([...given].sort()).toEqual(given);
        expect(new Set(given).size).toBe(given.length);
      }),
    );
  });
});
