import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../../storage/test/support/eventually.ts';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { startScheduleThread } from '../../../src/jobs/schedule/worker-threads.ts';
import { createWorkTracker } from '../../../src/jobs/thread-work.ts';
import { NOW } from '../../support/posts.ts';
import { openTestStore } from '../../support/test-pipeline.ts';

async function aThread(file: URL) {
  const dataDir = temporaryFolder();
  const store = await openTestStore({ dataDir });
  const logged: unknown[] = [];
  const pauses: number[] = [];
  const stop = startScheduleThread('fetch', {
    workerData: { dataDir },
    store,
    now: () => NOW,
    onDamaged: () => undefined,
    log: { error: (fields: unknown) => void logged.push(fields) } as never,
    file,
    delayMs: (failures) => {
      pauses.push(failures);
      return 0;
    },
  });
  onTestFinished(stop);
  return { store, logged, pauses, stop };
}

const DYING = new URL('./support/dying-thread.ts', import.meta.url);

test('a thread that dies is started again, and says what it was doing', async () => {
  const { store, logged, pauses, stop } = await aThread(DYING);

  // The second one gets the lock that the first one held.
  await eventually(() => expect(pauses.slice(0, 2)).toEqual([1, 2]));
  await stop();

  expect(logged[0]).toMatchObject({ work: ['sources', 'feed hostile'], err: expect.any(TypeError), restartInMs: 0 });
  const [hostile, ...others] = await store.threadFailures.all();
  expect(hostile).toMatchObject({ work: 'feed hostile', failedAt: NOW, reason: 'TypeError' });
  expect(others.map(({ work }) => work)).toEqual(['sources']);
});

test('a thread that cannot even start is started again, too', async () => {
  const { store, stop } = await aThread(new URL('./support/missing-thread.ts', import.meta.url));

  await eventually(async () => expect((await store.threadFailures.all())[0]?.failures).toBeGreaterThan(1));
  await stop();

  expect(await store.threadFailures.all()).toMatchObject([{ work: 'fetch thread' }]);
});

test('work that ends, well or with an error, is no longer blamed', async () => {
  const store = await openTestStore({ dataDir: temporaryFolder() });
  const track = createWorkTracker(store, 'fetch thread', () => {});
  for (const work of ['fetch thread', 'feed one', 'feed two'])
    await store.threadFailures.add(work, { failedAt: NOW, reason: 'Error' });

  await track('feed one', async () => {});
  expect((await store.threadFailures.all()).map(({ work }) => work)).toEqual(['feed two']);
  await expect(track('feed two', () => Promise.reject(new Error('answers 500')))).rejects.toThrow('answers 500');
  expect(await store.threadFailures.all()).toEqual([]);
});
