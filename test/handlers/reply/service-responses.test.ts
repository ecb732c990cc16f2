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

it('asks less often the longer it takes, and leaves people the calls of the minute', async () => {
  const service = serviceThatSays(Array.from({ length: 60 }, () => PREPARING));
  service.deps.wait = ((wait) => async (ms: number) => {
    await wait(ms);
    if (service.deps.now() >= 40_000) service.answers.splice(0, 60, READY);
  })(service.deps.wait);
  await untilPrepared(service.deps, async () => {});
  expect(service.waits()).toBeLessThan(15);
});
