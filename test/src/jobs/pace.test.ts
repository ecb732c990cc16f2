import { describe, expect, it } from 'vitest';
import { createPace } from '#src/jobs/schedule.ts';

/** Blocks the event loop, as work does. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('the pace of background work', () => {
  it('leaves the event loop to others between two turns', async () => {
    const pace = createPace();
    let isOver = false;
    let others = 0;
    const count = () => {
      others += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    for (let turn = 0; turn < 5; turn += 1) {
      await pace();
      const before = others;
      work(10);
      await pace();
      expect(others).toBeGreaterThan(before);
    }
    isOver = true;
  });

  it('gives each caller a turn of its own, in the order of asking', async () => {
    const pace = createPace();
    const turns: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async (caller) => {
        await pace();
        expect(turns).toHaveLength(caller - 1);
        turns.push(caller);
        work(5);
      }),
    );
    expect(turns).toEqual([1, 2, 3]);
  });
});
