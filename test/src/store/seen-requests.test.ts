import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDuplicateCheck } from '#src/store/seen-requests.ts';

const logger = pino({ level: 'silent' });
const press = { body: { type: 'block_actions', trigger_id: '1.1' }, context: { signature: 'v0=a' } };

it('lets each process know its own requests while the database is away', async () => {
  const claim = async () => {
    throw new Error('the database is away');
  };
  const isFirst = createDuplicateCheck({ seen: { claim }, now: () => 0, logger });
  expect([await isFirst(press), await isFirst(press)]).toEqual([true, false]);
});

it('takes a request that a slow database says nothing about within a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const isFirst = createDuplicateCheck({ seen: { claim: () => new Promise(() => undefined) }, now: () => 0, logger });
  const taken = isFirst(press);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await taken, await isFirst(press)]).toEqual([true, false]);
});

it('takes a dialog that Slack sends again, signed anew, and refuses one that somebody else sends again', async () => {
  const claimed = new Set<string>();
  const claim = async (key: string) => !claimed.has(key) && Boolean(claimed.add(key));
  const restarted = () => createDuplicateCheck({ seen: { claim }, now: () => 0, logger });
  const submission = (signature: string) => ({
    body: { type: 'view_submission', trigger_id: '1.1' },
    context: { signature },
  });
  expect(await restarted()(submission('v0=a'))).toBe(true);
  expect(await restarted()(submission('v0=b'))).toBe(true);
  expect(await restarted()(submission('v0=a'))).toBe(false);
});
