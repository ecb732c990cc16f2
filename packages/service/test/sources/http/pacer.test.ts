import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPacer, type Pace } from '../../../src/sources/http/pacer.ts';
import { createManualClock } from '../support/manual-clock.ts';

const START = Date.UTC(2026, 10, 21);
const HOST = 'https://api.example';

it('lets a burst through and then one call at a time', async () => {
  const clock = createManualClock(START);
  const pacer = createPacer(clock);
  const pace: Pace = { budget: 'core', everyMs: 1_000, burst: 3 };
  for (let call = 0; call < 5; call += 1) await pacer.take(HOST, pace);
  expect(clock.slept).toEqual([1_000, 1_000]);
});

it('waits no longer when the clock is set back by a year', async () => {
  const clock = createManualClock(START);
  const pacer = createPacer(clock);
  const pace: Pace = { budget: 'core', everyMs: 1_000, burst: 1 };
  await pacer.take(HOST, pace);
  clock.set(START - 365 * 86_400_000);
  await pacer.take(HOST, pace);
  pacer.hold(HOST, pace, clock.now() + 30_000);
  await pacer.take(HOST, pace);
  expect(clock.slept).toEqual([1_000, 30_000]);
});

it('keeps the budgets of one host, and the hosts, apart', async () => {
  const clock = createManualClock(START);
  const pacer = createPacer(clock);
  const core: Pace = { budget: 'core', everyMs: 1_000, burst: 1 };
  await pacer.take(HOST, core);
  await pacer.take(HOST, { ...core, budget: 'search' });
  await pacer.take('https://other.example', core);
  expect(clock.slept).toEqual([]);
});

it('lets nothing through before the platform allows it, and refuses a call that cannot wait so long', async () => {
  const clock = createManualClock(START);
  const pacer = createPacer(clock);
  const pace: Pace = { budget: 'core', everyMs: 10, burst: 5 };
  pacer.hold(HOST, pace, START + 30_000);
  pacer.hold(HOST, pace, START + 5_000);
  await expect(pacer.take(HOST, pace, 29_999)).rejects.toMatchObject({ reason: 'late', retryAfterMs: 30_000 });
  expect(clock.now()).toBe(START);
  await pacer.take(HOST, pace, 30_000);
  expect(clock.now()).toBe(START + 30_000);
});

it('queues calls that are made side by side', async () => {
  const clock = createManualClock(START);
  const pacer = createPacer(clock);
  const pace: Pace = { budget: 'core', everyMs: 100, burst: 1 };
  const call = () => pacer.take(HOST, pace).then(() => clock.now() - START);
  expect(await Promise.all([call(), call(), call()])).toEqual([0, 100, 200]);
});

it('never lets more than the burst and what has been refilled since through any stretch of time', async () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      gaps,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 2_000 }),
      async (rests, burst, everyMs) => {
        const clock = createManualClock(START);
        const pacer = createPacer(clock);
        const calls: number[] = [];
        for (const rest of rests) {
          clock.set(clock.now() + rest);
          await pacer.take(HOST, { budget: 'core', everyMs, burst });
          calls.push(clock.now());
        }
        for (const [first, from] of calls.entries()) {
          for (const [last, to] of calls.entries()) {
            if (last >= first)
              expect(last - first + 1).toBeLessThanOrEqual(burst + Math.floor((to - from) / everyMs) + 1);
          }
        }
      },
    ),
    { numRuns: 50 },
  );
});
