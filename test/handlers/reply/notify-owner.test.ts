import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { OutboxMessage } from '#handlers/outbox-port.ts';
import { notifyOwner } from '#handlers/reply/notify-owner.ts';
import type { SendResult } from '#handlers/slack-port.ts';

const MINUTE_MS = 60_000;

type Deps = Parameters<typeof notifyOwner>[0];

/** Tells as often as it is asked to. Returns the waits in between, in minutes, and whether the owner counts as told. */
async function tellAgain(times: number, result: SendResult): Promise<{ waits: number[]; isTold: boolean }> {
  const waits: number[] = [];
  const outbox = {
    async change(message: OutboxMessage, change: { freeAt?: number | null }) {
      waits.push((change.freeAt ?? 0) / MINUTE_MS);
      Object.assign(message, change);
      return true;
    },
  };
  const deps = { outbox, now: () => 0, logger: pino({ level: 'silent' }) } as unknown as Deps;
  const message = { id: 'a', ownerId: null, attempts: 0, dueAt: 0 } as OutboxMessage;
  let isTold = false;
  for (let time = 0; time < times; time += 1) isTold = await notifyOwner(deps, message, [async () => result]);
  return { waits, isTold };
}

it('tells an owner again after one, two, four minutes, and at most an hour', async () => {
  const { waits, isTold } = await tellAgain(8, { ok: false, error: 'http_503', isConfirmed: true });
  expect([isTold, waits]).toEqual([false, [1, 2, 4, 8, 16, 32, 60, 60]]);
});

it('counts an owner as told whom three messages may have reached, an hour apart', async () => {
  const { waits, isTold } = await tellAgain(3, { ok: false, error: 'http_503', isConfirmed: false });
  expect([isTold, waits]).toEqual([true, [60, 60]]);
});

it('gives up a week after it first failed, however long ago the message was due', async () => {
  const week = 7 * 24 * 60 * MINUTE_MS;
  const message = { id: 'a', ownerId: null, attempts: 0, dueAt: 0 } as OutboxMessage;
  const outbox = { change: async (to: OutboxMessage, change: object) => Object.assign(to, change) };
  const tellAt = (now: number) => {
    const deps = { outbox, now: () => now, logger: pino({ level: 'silent' }) } as unknown as Deps;
    return notifyOwner(deps, message, [async () => ({ ok: false, error: 'http_503', isConfirmed: true })]);
  };
  const first = 2 * week;
  expect([await tellAt(first), await tellAt(first + week), await tellAt(first + week + 1)]).toEqual([
    false,
    false,
    true,
  ]);
});

it.each([
  ['a refusal that nobody knows', 'user_not_visible', true, ['first', 'second']],
  ['a rate limit', 'ratelimited', false, ['first']],
  ['a workspace’s limit of messages', 'message_limit_exceeded', false, ['first']],
  ['an answer that can’t be read', 'unreadable_answer', false, ['first']],
  ['a dead token', 'token_revoked', false, ['first', 'second']],
])('after %s the next way is tried at once, unless waiting may help', async (_, error, isTold, tried) => {
  const ways: string[] = [];
  const isDead = error === 'token_revoked';
  const deps = { outbox: { change: async () => true }, now: () => 0, logger: pino({ level: 'silent' }) };
  const told = await notifyOwner(deps as unknown as Deps, { ownerId: null, attempts: 0, dueAt: 0 } as OutboxMessage, [
    async () => {
      ways.push('first');
      return { ok: false, error, isConfirmed: true };
    },
    async () => {
      ways.push('second');
      return isDead ? { ok: false, error, isConfirmed: true } : { ok: true };
    },
  ]);
  expect([told, ways]).toEqual([isTold, tried]);
});
