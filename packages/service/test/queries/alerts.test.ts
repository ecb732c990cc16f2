import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importPosts } from '../../src/jobs/import.ts';
import { judgeAlert } from '../../src/queries/alerts.ts';
import { createAnswerCache } from '../../src/queries/revision.ts';
import { openEmptyStore, type TestStore } from '../support/filled-store.ts';
import { complaints, NOW } from '../support/posts.ts';

let opened: TestStore;
beforeAll(async () => {
  opened = await openEmptyStore();
  await importPosts({ store: opened.store, now: () => NOW, newId: randomUUID }, complaints(6));
});
afterAll(() => opened.close());

it('is judged once for all who ask the same, until the store changes', async () => {
  let [revision, reads] = [1, 0];
  const { store } = opened;
  const list: typeof store.signals.list = (listing) => {
    reads += 1;
    return store.signals.list(listing);
  };
  const judge = judgeAlert({
    store: { ...store, signals: { ...store.signals, list } },
    search: { search: async () => [] },
    cached: createAnswerCache(() => revision),
    at: () => NOW,
  });
  const alert = { id: '1', signalId: null, query: 'docker', metric: 'volume', above: 1, createdAt: NOW } as const;
  const judged = await Promise.all([1, 2, 3].map((above) => judge({ ...alert, above })));
  expect(judged).toMatchObject([{ raised: true }, { raised: true }, { raised: true }]);
  expect(reads).toBe(1);
  await judge({ ...alert, metric: 'score' });
  revision += 1;
  await judge(alert);
  expect(reads).toBe(3);
});
