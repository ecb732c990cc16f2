import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeCall, USER_LIMIT } from '../../../src/accounts/limits/rate-limit.ts';

const { calls, windowMs } = USER_LIMIT;

/** Calls at these moments, one after the other; the times of those that were let through. */
function callAt(moments: readonly number[]): { admitted: number[]; left: number[] } {
  let times: number[] = [];
  const admitted: number[] = [];
  const left: number[] = [];
  for (const now of moments) {
    const taken = takeCall(times, now);
    times = taken.times;
    left.push(taken.window.remaining);
    if (taken.window.taken) admitted.push(now);
  }
  return { admitted, left };
}

const moments = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 300 }).map((steps) => {
  let moment = 1_000_000;
  return steps.map((step) => {
    moment += step;
    return moment;
  });
});

describe('the window of calls', () => {
  it('lets sixty through and refuses the next', () => {
    const { admitted, left } = callAt(Array.from({ length: 61 }, (_, index) => 1_000_000 + index));
    expect(admitted).toHaveLength(60);
    expect(left.slice(0, 2)).toEqual([59, 58]);
    expect(left.slice(-2)).toEqual([0, 0]);
  });

  it('never lets more than sixty through in any sixty seconds', () => {
    fc.assert(
      fc.property(moments, (times) => {
        const { admitted } = callAt(times);
        for (const start of admitted) {
          expect(admitted.filter((time) => time >= start && time < start + windowMs).length).toBeLessThanOrEqual(calls);
        }
      }),
    );
  });

  it('refuses only who has made sixty calls in the sixty seconds before, so refused calls do not prolong the wait', () => {
    fc.assert(
      fc.property(moments, (times) => {
        const { admitted } = callAt(times);
        for (const time of times.filter((moment) => !admitted.includes(moment))) {
          expect(admitted.filter((other) => other > time - windowMs && other <= time)).toHaveLength(calls);
        }
      }),
    );
  });

  it('frees a place sixty seconds after the call that took it, and says when', () => {
    const start = 1_000_000;
    const full = callAt([start, ...Array.from({ length: 59 }, () => start + 10_000)]);
    expect(full.admitted).toHaveLength(60);
    const times = full.admitted;
    expect(takeCall(times, start + 30_000).window).toEqual({ taken: false, remaining: 0, resetMs: 30_000 });
    expect(takeCall(times, start + windowMs - 1).window.taken).toBe(false);
    expect(takeCall(times, start + windowMs).window.taken).toBe(true);
  });

  it('forgets calls of a time to come, so that a clock set back locks nobody out', () => {
    const ahead = Array.from({ length: 60 }, () => 5_000_000);
    expect(takeCall(ahead, 1_000_000).window).toMatchObject({ taken: true, remaining: 59 });
  });
});
