import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOutboxWorker } from '#src/jobs/outbox.ts';
import { createInFlight } from '#src/slack/request-tracking.ts';
import type { Store } from '#src/store/open-store.ts';
import { aShare } from '../../support/store/shares.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';

let now: number;
let store: Store;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  now = 1_000;
  store = await openTemporaryStore(() => now);
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

it('keeps its claim on a message as long as the work on it takes, and no longer', async () => {
  const renewed: string[] = [];
  const { promise: composed, resolve: compose } = Promise.withResolvers<null>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const outbox = {
    ...store.outbox,
    renew: async ({ id }: { id: string }) => void renewed.push(id),
  };
  const worker = createOutboxWorker({
    store: { ...store, outbox },
    depsOf() {
      begin();
      return composed;
    },
    inFlight: createInFlight(),
    withReference: (work) => work('1'),
    pace: async () => undefined,
    now: () => now,
    logger: pino({ level: 'silent' }),
  });
  const message = await store.outbox.add('T1', aShare('a'));
  worker.wake();
  await begun;
  vi.advanceTimersByTime(60_000);
  expect(renewed).toEqual([message?.id, message?.id, message?.id]);
  compose(null);
  await worker.idle();
  vi.advanceTimersByTime(60_000);
  expect(renewed).toHaveLength(3);
});
