import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDuplicateCheck } from '#src/store/seen-requests.ts';

const logger = pino({ level: 'silent' });
const request = { responseUrl: null, channelId: null, userId: 'U1', threadTs: null, query: null };
const kept = { workspaceId: 'T1', request };
const press = { body: { type: 'block_actions', trigger_id: '1.1' }, context: { signature: 'v0=a' } };

function check(claim: (key: string) => Promise<boolean>) {
  const claimed = createDuplicateCheck({ seen: { claim }, timeoutMs: 1_000, now: () => 0, logger });
  return async (...given: Parameters<typeof claimed>) => (await claimed(...given)).taken;
}

it('lets each process know its own requests while the database is away', async () => {
  const claim = async () => {
    throw new Error('the database is away');
  };
  const claimed = check(claim);
  expect([await claimed(press), await claimed(press)]).toEqual(['first', 'repeated']);
});

it('takes a request that a slow database says nothing about within the time limit, and says where it was to be kept', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const claimed = check(() => new Promise(() => undefined));
  const taken = [claimed(press), claimed({ ...press, body: { ...press.body, trigger_id: '2.2' } }, kept)];
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...(await Promise.all(taken)), await claimed(press)]).toEqual(['first', 'unkept', 'repeated']);
});

it('takes a dialog that Slack sends again, signed anew, and refuses one that somebody else sends again', async () => {
  const claimed = new Set<string>();
  const claim = async (key: string) => !claimed.has(key) && Boolean(claimed.add(key));
  const restarted = () => check(claim);
  const submission = (signature: string) => ({
    body: { type: 'view_submission', trigger_id: '1.1' },
    context: { signature },
  });
  expect(await restarted()(submission('v0=a'))).toBe('first');
  expect(await restarted()(submission('v0=b'))).toBe('first');
  expect(await restarted()(submission('v0=a'))).toBe('repeated');
});
