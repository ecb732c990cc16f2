import { describe, expect, it } from 'vitest';
import { type Clock, RateLimitedError, systemClock } from '../../src/index.ts';
import { createMemoryLedger } from '../../src/rate-limit/ledger.ts';
import { type CallGroup, createPacer, resolvePacing } from '../../src/rate-limit/pacer.ts';
import type { PacingOptions } from '../../src/rate-limit/slots.ts';
import { movedClock } from '../support/moved-clock.ts';

const FOREVER = Number.POSITIVE_INFINITY;

function startPacer(options: PacingOptions, clock: Clock) {
  const pacing = resolvePacing(options);
  return createPacer(pacing, createMemoryLedger({ windowMs: pacing.windowMs, now: clock.now }), clock);
}

/** Refuses what a strict sliding-window service would refuse. */
function slidingWindow(now: () => number, calls: number, windowMs: number) {
  const times: number[] = [];
  return async () => {
    const at = now();
    if (times.filter((time) => time > at - windowMs).length >= calls) throw new Error('429');
    times.push(at);
    return times.length;
  };
}

it('lets 200 calls through a strict sliding window of 60 without one refusal, in nearly the ideal time', async () => {
  const clock = movedClock();
  const pacer = startPacer({}, clock);
  const call = slidingWindow(clock.now, 60, 60_000);
  const start = clock.now();
  await Promise.all(
    Array.from({ length: 200 }, () => pacer.schedule({ priority: 'person', maxWaitMs: FOREVER, what: 'call' }, call)),
  );
  expect(clock.now() - start).toBeGreaterThanOrEqual(180_000);
  expect(clock.now() - start).toBeLessThanOrEqual(180_000 * 1.05);
});

it('keeps a sixth of the budget for people however much background work waits', async () => {
  const clock = movedClock();
  const pacer = startPacer({}, clock);
  const done: string[] = [];
  const background = Array.from({ length: 60 }, () =>
    pacer.schedule({ priority: 'background', maxWaitMs: FOREVER, what: 'background' }, async () =>
      done.push('background'),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  const people = Array.from({ length: 10 }, () =>
    pacer.schedule({ priority: 'person', maxWaitMs: 0, what: 'person' }, async () => done.push('person')),
  );
  await Promise.all(people);
  expect(done.filter((who) => who === 'person')).toHaveLength(10);
  await Promise.all(background);
  expect(done.slice(0, 60).filter((who) => who === 'background')).toHaveLength(50);
});

it('tells a person at once when the budget frees too late, instead of letting them wait', async () => {
  const clock = movedClock();
  const pacer = startPacer({ calls: 2 }, clock);
  await pacer.schedule({ priority: 'person', maxWaitMs: 0, what: 'first' }, async () => 1);
  await pacer.schedule({ priority: 'person', maxWaitMs: 0, what: 'second' }, async () => 2);
  const before = clock.now();
  const refused = await pacer
    .schedule({ priority: 'person', maxWaitMs: 2_500, what: 'third' }, async () => 3)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RateLimitedError);
  expect((refused as RateLimitedError).retryAfterMs).toBe(60_600);
  expect(clock.now()).toBe(before);
  expect(await pacer.budget()).toMatchObject({ calls: 2, left: 0 });
});

it('frees a slot only one window after its call is over', async () => {
  const clock = movedClock();
  const pacer = startPacer({ calls: 1, windowMs: 1_000 }, clock);
  await pacer.schedule({ priority: 'person', maxWaitMs: 0, what: 'slow' }, async () => clock.advance(5_000));
  expect((await pacer.budget()).left).toBe(0);
  clock.advance(1_009);
  expect((await pacer.budget()).left).toBe(0);
  clock.advance(2);
  expect((await pacer.budget()).left).toBe(1);
});

it('holds every call back for as long as a 429 says, since others spend the same budget', async () => {
  const clock = movedClock();
  const pacer = startPacer({}, clock);
  const refuse = async () => {
    throw new RateLimitedError('refused', 3_000, { status: 429 });
  };
  await expect(pacer.schedule({ priority: 'person', maxWaitMs: 0, what: 'first' }, refuse)).rejects.toThrow('refused');
  const before = clock.now();
  await pacer.schedule({ priority: 'person', maxWaitMs: 5_000, what: 'second' }, async () => 2);
  expect(clock.now() - before).toBe(3_000);
});

it('counts a call that met a 429 as not spent when it estimates what others leave to background work', async () => {
  const clock = movedClock();
  const pacer = startPacer({}, clock);
  const refuse = async () => {
    throw new RateLimitedError('refused', 1_000, { status: 429 });
  };
  for (let call = 0; call < 24; call += 1)
    await pacer.schedule({ priority: 'person', maxWaitMs: 0, what: 'call' }, async () => call);
  await expect(pacer.schedule({ priority: 'person', maxWaitMs: 0, what: 'refused' }, refuse)).rejects.toThrow(
    'refused',
  );
  // 24 of the 25 calls were let through, of which background work may spend five sixths once they are over.
  clock.advance(60_601);
  expect(await pacer.budget()).toMatchObject({ left: 60, leftForBackground: 20 });
});

it('rejects the calls that wait when it is closed, at once, and those that come later', async () => {
  const pacer = startPacer({ calls: 1 }, systemClock);
  const ask = (priority: 'person' | 'background') =>
    pacer.schedule({ priority, maxWaitMs: FOREVER, what: 'call' }, async () => priority);
  await ask('person');
  const waiting = [ask('background'), ask('person'), ask('background')];
  const settled = Promise.allSettled(waiting);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await pacer.stop();
  for (const { status } of await settled) expect(status).toBe('rejected');
  await expect(ask('person')).rejects.toThrow('The client is closed');
});

describe('the calls of one answer', () => {
  const ask = (pacer: ReturnType<typeof startPacer>, group: CallGroup) =>
    pacer.schedule({ priority: 'person', maxWaitMs: 2_500, what: 'call', group }, async () => 1);
  const isRefused = (error: unknown) => error instanceof RateLimitedError;

  it('are all made or none, however many answers begin at once', async () => {
    const pacer = startPacer({ calls: 24 }, movedClock());
    const made = Array.from({ length: 30 }, async () => {
      const group = pacer.group(2);
      const calls = await Promise.allSettled([ask(pacer, group), ask(pacer, group)]);
      group.release();
      return calls.filter(({ status }) => status === 'fulfilled').length;
    });
    expect((await Promise.all(made)).toSorted()).toEqual([...Array(18).fill(0), ...Array(12).fill(2)]);
    expect((await pacer.budget()).left).toBe(0);
  });

  it('cost nothing when they are not made, which lets another answer go on', async () => {
    const pacer = startPacer({ calls: 3 }, systemClock);
    const [first, second] = [pacer.group(3), pacer.group(2)];
    await ask(pacer, first);
    const waiting = ask(pacer, second);
    first.release();
    expect(await waiting).toBe(1);
    second.release();
    await expect.poll(async () => (await pacer.budget()).left).toBe(1);
  });

  it('take slots of their own beyond those that were reserved', async () => {
    const pacer = startPacer({ calls: 2 }, movedClock());
    const group = pacer.group(1);
    await Promise.all([ask(pacer, group), ask(pacer, group)]);
    expect(await ask(pacer, group).catch(isRefused)).toBe(true);
  });
});
