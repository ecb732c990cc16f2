import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRevisionWatch } from '../../src/queries/revision.ts';

describe('the watch over the store', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sees a change within a second, and tells of it once', async () => {
    let revision = 7;
    let told = 0;
    const watch = createRevisionWatch(
      async () => revision,
      () => {},
    );
    await watch.check();
    watch.onChange(() => (told += 1));
    watch.start();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(told).toBe(0);

    revision = 8;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watch.current()).toBe(8);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(told).toBe(1);
    watch.stop();
  });

  it('asks again when an answer does not come', async () => {
    const errors: unknown[] = [];
    let asked = 0;
    const watch = createRevisionWatch(
      () => (++asked === 1 ? new Promise<number>(() => {}) : Promise.resolve(4)),
      (error) => errors.push(error),
    );
    watch.start();
    await vi.advanceTimersByTimeAsync(13_000);
    expect(watch.current()).toBe(4);
    expect(errors).toHaveLength(1);
    watch.stop();
  });

  it('tells once of a database that is away, and goes on asking', async () => {
    let away = true;
    const errors: unknown[] = [];
    const watch = createRevisionWatch(
      () => (away ? Promise.reject(new Error('away')) : Promise.resolve(3)),
      (error) => errors.push(error),
    );
    watch.start();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(errors).toHaveLength(1);
    away = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watch.current()).toBe(3);
    away = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(errors).toHaveLength(2);
    watch.stop();
  });

  it('asks no more once stopped, even when stopped while asking', async () => {
    let asked = 0;
    const watch = createRevisionWatch(
      async () => {
        asked += 1;
        watch.stop();
        return 1;
      },
      () => {},
    );
    watch.start();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toBe(1);
  });
});
