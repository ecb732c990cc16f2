import { describe, expect, it } from 'vitest';
import { createInFlight } from '#src/slack/request-tracking.ts';

describe('work in flight', () => {
  it('is waited for, also what begins while waiting, and also when it fails', async () => {
    const inFlight = createInFlight();
    const done: string[] = [];
    const later = async (name: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push(name);
    };
    const first = inFlight.track(later('first').then(() => inFlight.track(later('second'))));
    const failing = inFlight.track(Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await inFlight.drain(10_000)).toBe(0);
    await first;
    expect(done).toEqual(['first', 'second']);
  });

  it('is left behind when the time is over, and counted', async () => {
    const inFlight = createInFlight();
    inFlight.track(new Promise(() => undefined));
    expect(await inFlight.drain(1)).toBe(1);
  });
});
