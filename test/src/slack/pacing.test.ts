import { beforeEach, describe, expect, it } from 'vitest';
import type { SendResult } from '#handlers/slack-port.ts';
import { createSlackPacer, type SlackPacer } from '#src/slack/pacing.ts';

let now: number;
let pace: SlackPacer;
let calledAt: number[];
beforeEach(() => {
  now = 0;
  calledAt = [];
  pace = createSlackPacer({
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
  });
});

const LIMITED = (retryAfterMs: number): SendResult => ({
  ok: false,
  error: 'ratelimited',
  isConfirmed: true,
  retryAfterMs,
});
const post = (key: string, ...answers: SendResult[]) =>
  pace.schedule({ key, intervalMs: 1_000, pausedWith: 'all' }, async (): Promise<SendResult> => {
    calledAt.push(now);
    return answers.shift() ?? { ok: true };
  });

describe('Slack’s limits', () => {
  it('let posts to one channel start a second apart, and those to another at once', async () => {
    await post('one');
    await post('two');
    await post('one');
    await post('one');
    expect(calledAt).toEqual([0, 0, 1_000, 2_000]);
  });

  it('are waited for as long as Slack asks, and the call is made again', async () => {
    expect(await post('one', LIMITED(2_000))).toEqual({ ok: true });
    expect(calledAt).toEqual([0, 2_000]);
  });

  it('end in time though the clock was set back by a year', async () => {
    await post('one', LIMITED(30_000));
    now -= 365 * 86_400_000;
    expect(await post('one')).toMatchObject({ ok: false, retryAfterMs: 30_000 });
    now += 30_000;
    expect(await post('one')).toEqual({ ok: true });
  });

  it('that last longer than a person waits are told, and Slack is not asked again before they end', async () => {
    expect(await post('one', LIMITED(30_000))).toMatchObject({ ok: false, error: 'ratelimited', isConfirmed: true });
    expect(await post('one')).toMatchObject({ ok: false, retryAfterMs: 30_000 });
    expect(calledAt).toEqual([0]);
    now = 30_000;
    expect(await post('one')).toEqual({ ok: true });
  });

  it('that Slack finds passed in one channel hold up those that it pauses with, and nothing else', async () => {
    await post('one', LIMITED(30_000));
    expect(await post('two')).toMatchObject({ ok: false, error: 'ratelimited', retryAfterMs: 30_000 });
    const other = { key: 'one', intervalMs: 1_000, pausedWith: 'another workspace' };
    expect(await pace.schedule(other, async () => ({ ok: true }))).toEqual({ ok: true });
    expect(calledAt).toEqual([0]);
  });

  it('that somebody else meets hold up those who wait for their turn already', async () => {
    const wakes: (() => void)[] = [];
    pace = createSlackPacer({ now: () => now, wait: () => new Promise((resolve) => void wakes.push(resolve)) });
    await post('one');
    const waiting = post('one');
    const limited = post('two', LIMITED(2_000));
    await expect.poll(() => wakes.length).toBe(2);
    now = 1_000;
    wakes.shift()?.();
    await expect.poll(() => wakes.length).toBe(2);
    expect(calledAt).toEqual([0, 0]);
    now = 2_000;
    for (const wake of wakes) wake();
    expect(await Promise.all([waiting, limited])).toEqual([{ ok: true }, { ok: true }]);
    expect(calledAt).toEqual([0, 0, 2_000, 2_000]);
  });

  it('end no try in a loop, whatever pause Slack asks for', async () => {
    expect(await post('one', ...Array.from({ length: 50 }, () => LIMITED(0)))).toMatchObject({ ok: false });
    expect(calledAt).toEqual([0, 1_000, 2_000, 3_000]);
  });
});
