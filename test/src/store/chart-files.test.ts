import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '#src/store/open-store.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
let now = 0;
let store: Store;
beforeEach(async () => {
  now = Date.parse('2026-03-20T12:00:00Z');
  store = await openTemporaryStore(() => now);
});
afterEach(() => store.close());

it('knows which picture is which file, for one workspace alone', async () => {
  await store.chartFiles.set('T1', 'hash', 'F1');
  await store.chartFiles.set('T1', 'hash', 'F2');
  expect(await store.chartFiles.find('T1', 'hash')).toBe('F2');
  expect(await store.chartFiles.find('T2', 'hash')).toBeNull();
  await store.chartFiles.remove('T2', 'hash');
  expect(await store.chartFiles.find('T1', 'hash')).toBe('F2');
  await store.chartFiles.remove('T1', 'hash');
  expect(await store.chartFiles.find('T1', 'hash')).toBeNull();
});

it('forgets a picture after a month, when its signal has long moved on', async () => {
  await store.chartFiles.set('T1', 'old', 'F1');
  now += 29 * DAY_MS;
  await store.chartFiles.set('T1', 'new', 'F2');
  expect(await store.chartFiles.find('T1', 'old')).toBe('F1');
  now += 2 * DAY_MS;
  await store.chartFiles.forgetOld();
  expect([await store.chartFiles.find('T1', 'old'), await store.chartFiles.find('T1', 'new')]).toEqual([null, 'F2']);
});
