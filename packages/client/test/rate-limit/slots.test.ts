import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RateLimitedError } from '../../src/index.ts';
import { createMemoryLedger } from '../../src/rate-limit/ledger.ts';
import { createPacer } from '../../src/rate-limit/pacer.ts';
import type { Priority } from '../../src/rate-limit/turn-queue.ts';
import { createCallPolicy } from '../../src/resilience/call-policy.ts';
import { createCircuitBreaker } from '../../src/resilience/circuit-breaker.ts';
import { fakedClock as clock, runUntil } from '../support/faked-clock.ts';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A strict service of 60 calls a minute, half of which somebody else spends, evenly, until `until`. */
function startSharedService({ until, tells = false }: { until: number; tells?: boolean }) {
  const ledger = createMemoryLedger({ windowMs: MINUTE, now: clock.now });
  const pacer = createPacer({ calls: 60, windowMs: MINUTE }, ledger, clock);
  const policy = createCallPolicy(pacer, clock, () => 0.5);
  const breaker = createCircuitBreaker(clock.now);
  let times: number[] = [];
  let nextOther = -MINUTE;

  const arrive = (at: number) => {
    times = times.filter((time) => time > at - MINUTE);
    if (times.length < 60) return times.push(at);
    throw new RateLimitedError('refused', 1_000, { status: 429 });
  };
  const letOthersSpend = () => {
    for (; nextOther <= Math.min(clock.now(), until); nextOther += MINUTE / 30) {
      try {
        arrive(nextOther);
      } catch {
        // The others are refused too where we were first.
      }
    }
  };
  const send = async () => {
    letOthersSpend();
    arrive(clock.now());
    if (tells) pacer.onRateLimitHeaders({ limit: 60, remaining: 60 - times.length });
    return clock.now();
  };
  const ask = (priority: Priority) => policy.perform(policy.begin(priority), { what: 'call', breaker, send });
  return { pacer, ask };
}

it.each([
  ['by its 429s, after a minute,', false, MINUTE],
  ['in its answers, from the first,', true, 1_000],
])(
  'loses at most 2 %% of the calls where the service tells %s that another spends half, and serves people first',
  async (_how, tells, from) => {
    const { ask } = startSharedService({ until: Number.POSITIVE_INFINITY, tells });
    const visit = async (at: number) => {
      await clock.sleep(at);
      await ask('person');
      return clock.now() - at;
    };
    const background = Array.from({ length: 180 }, () => ask('background'));
    const people = Array.from({ length: 20 }, (_, person) => visit(from + person * 17_000));
    const settled = await runUntil(Promise.allSettled([...background, ...people]));
    expect(settled.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(settled.length * 0.02);
    // Background work still waits when the last of them comes.
    for (const wait of await Promise.all(people)) expect(wait).toBeLessThan(2_500);
    expect(clock.now()).toBeGreaterThan(from + 20 * 17_000);
  },
);

it.each([false, true])('takes the whole budget again when nobody else spends any more (told: %s)', async (tells) => {
  const { pacer, ask } = startSharedService({ until: 2 * MINUTE, tells });
  await runUntil(Promise.all(Array.from({ length: 45 }, () => ask('background'))));
  const throttled = (await pacer.budget()).leftForBackground;
  expect(throttled).toBeLessThan(40);
  await vi.advanceTimersByTimeAsync(7 * MINUTE);
  expect(await pacer.budget()).toMatchObject({ left: 60, leftForBackground: 50 });
});
