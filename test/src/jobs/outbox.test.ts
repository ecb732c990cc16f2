import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOutboxWorker } from '#src/jobs/outbox.ts';
import { createInFlight } from '#src/slack/request-tracking.ts';
import type { Store } from '#src/store/open-store.ts';
import { aShare } from '../../support/store/shares.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { subscribe } from '../../support/worlds/digest-program.ts';

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

it('pauses a digest that the database refuses, and the other workspaces get theirs', async () => {
  let dueAt = 0;
  for (const workspaceId of ['T1', 'T2', 'T3']) {
    const [{ nextDueAt } = { nextDueAt: 0 }] = await subscribe(store, workspaceId, ['C1']);
    dueAt = nextDueAt;
  }
  const worker = createOutboxWorker({
    store: {
      ...store,
      transaction: (work) =>
        store.transaction((stores) =>
          work({
            ...stores,
            outbox: { ...stores.outbox, add: refusing(stores.outbox.add) as typeof stores.outbox.add },
          }),
        ),
    },
    depsOf: async () => null,
    inFlight: createInFlight(),
    withReference: (work) => work('1'),
    pace: async () => undefined,
    now: () => now,
    logger: pino({ level: 'silent' }),
  });
  now = dueAt;
  await worker.job.run(now, new AbortController().signal);
  await worker.idle();
  const found = await Promise.all(
    ['T1', 'T2', 'T3'].map(async (workspaceId) => {
      const digest = await store.subscriptions.ofChannel(workspaceId, 'C1');
      const [line] = await store.outbox.list(workspaceId, 'digest', { sourceId: digest?.id ?? '', limit: 5 });
      return [digest?.pausedBecause, line?.notice];
    }),
  );
  expect(found).toEqual([
    [null, null],
    ['unreadable', 'paused'],
    [null, null],
  ]);
});

/** Refuses the digest of T2 as PostgreSQL does what is too long for an index. */
const refusing =
  (add: Store['outbox']['add']) =>
  (workspaceId: string, message: Parameters<Store['outbox']['add']>[1]): Promise<unknown> =>
    workspaceId === 'T2' && message.notice !== 'paused'
      ? Promise.reject(Object.assign(new Error('index row requires 87608 bytes'), { code: '54000' }))
      : add(workspaceId, message);
