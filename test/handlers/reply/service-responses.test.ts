import { UnreachableError } from '@pain-signals/client';
import { expect, it } from 'vitest';
import { untilPrepared } from '../../../handlers/reply/service-responses.ts';

type Deps = Parameters<typeof untilPrepared>[0];

/** A service that answers so, one call after the other; null: it doesn't answer. */
function serviceThatSays(answers: (object | null)[]) {
  let waits = 0;
  let now = 0;
  const deps = {
    client: {
      pipeline: async () => {
        const data = answers.shift();
        if (data == null) throw new UnreachableError('no answer', {});
        return { data, stale: false };
      },
      budget: async () => ({ left: 60 }),
    },
    ...{ logger: { info() {} }, timeouts: { optionalMs: 1_000 }, now: () => now },
    wait: async (ms: number) => {
      waits += 1;
      now += ms;
    },
  } as unknown as Deps;
  return { deps, answers, waits: () => waits };
}

const PREPARING = { latestSnapshotAt: null, totalActiveSignals: 0, sample: true };
const READY = { latestSnapshotAt: '2026-03-20T02:00:00.000Z', totalActiveSignals: 9 };

it('goes on waiting for the first data while the service is too busy to answer', async () => {
  const service = serviceThatSays([PREPARING, null, PREPARING, null, READY]);
  const said: boolean[] = [];
  await untilPrepared(service.deps, async (isSample) => void said.push(isSample));
  expect(said).toEqual([true]);
  expect(service.answers).toEqual([]);
});

it('waits for nothing where the service doesn’t answer at all', async () => {
  const service = serviceThatSays([null]);
  await untilPrepared(service.deps, async () => expect.unreachable());
  expect(service.waits()).toBe(0);
});

/** Prepares for so long; the calls of the minute are counted. */
function serviceReadyAfter(readyAt: number, preparing: object, callsPerMinute = 60) {
  const service = serviceThatSays([]);
  const { deps } = service;
  const calls: number[] = [];
  deps.client.pipeline = (async () => {
    calls.push(deps.now());
    return { data: deps.now() >= readyAt ? READY : preparing, stale: false };
  }) as unknown as Deps['client']['pipeline'];
  deps.client.budget = (async () => ({ left: callsPerMinute - calls.length })) as unknown as Deps['client']['budget'];
  return { ...service, calls };
}

it.each([3_100, 13_400, 28_900])(
  'notices within a second that the sample data is there, after %i ms',
  async (readyAt) => {
    const service = serviceReadyAfter(readyAt, PREPARING);
    await untilPrepared(service.deps, async () => {});
    expect(service.deps.now() - readyAt).toBeLessThan(1_000);
  },
);

it('asks seldom after half a minute, and leaves people half of the minute’s calls', async () => {
  const service = serviceReadyAfter(60_000, PREPARING);
  await untilPrepared(service.deps, async () => {});
  expect(service.deps.now() - 60_000).toBeLessThan(5_000);
  expect(service.calls.length).toBeLessThan(40);
  expect(service.calls.filter((at) => at < 30_000).length).toBeLessThanOrEqual(31);
});

it('asks seldom at once where few calls are left', async () => {
  const service = serviceReadyAfter(20_000, PREPARING, 20);
  await untilPrepared(service.deps, async () => {});
  expect(service.waits()).toBeLessThanOrEqual(4);
});

it('asks less often the longer other posts take', async () => {
  const service = serviceReadyAfter(40_000, { ...PREPARING, sample: false });
  await untilPrepared(service.deps, async () => {});
  expect(service.waits()).toBeLessThan(15);
});
