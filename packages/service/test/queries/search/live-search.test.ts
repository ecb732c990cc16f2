import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importPosts } from '../../../src/jobs/import.ts';
import { createLiveSearch, type LiveSearch } from '../../../src/queries/search/live-search.ts';
import { createKey, openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { complaints, NOW } from '../../support/posts.ts';

describe('the live search', () => {
  let opened: TestStore;
  let search: LiveSearch;
  let errors: unknown[];
  let loaded: number[];

  beforeEach(async () => {
    opened = await openEmptyStore();
    errors = [];
    loaded = [];
    search = createLiveSearch({
      source: { dataDir: opened.dataDir },
      embeddings: null,
      onEmbeddingsError: (error) => errors.push(error),
      hasSignals: opened.store.signals.any,
      onLoaded: (signals) => loaded.push(signals),
      onError: (error) => errors.push(error),
    });
  });
  afterEach(async () => {
    await search.stop();
    await opened.close();
  });

  it('has nothing to search in until the first index stands', async () => {
    expect(await search.search('login', 5)).toBeNull();
    await search.renew();
    expect(await search.search('login', 5)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('does not deny the first signals of a store that was empty, but asks for patience', async () => {
    await search.renew();
    await importPosts({ store: opened.store, now: () => NOW, newId: randomUUID }, complaints(6));
    const renewed = search.renew();
    expect(await search.search('docker layer cache', 5)).toBeNull();
    await renewed;
    expect(await search.search('docker layer cache', 5)).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('finds what was imported since once it is renewed, and answers meanwhile', async () => {
    const deps = { store: opened.store, now: () => NOW, newId: randomUUID };
    await importPosts(deps, complaints(6, { title: 'Flaky login test on Safari', repository: 'acme/login' }));
    await search.renew();
    await importPosts(deps, complaints(6));
    const renewed = search.renew();
    expect(await search.search('docker layer cache', 5)).toEqual([]);
    await renewed;
    const [found] = (await search.search('docker layer cache', 5)) ?? [];
    expect((await opened.store.signals.find(found?.signalId ?? ''))?.topic).toContain('ocker');
    expect(errors).toEqual([]);
  });

  it('is not built anew for a change that it has nothing to do with', async () => {
    const deps = { store: opened.store, now: () => NOW, newId: randomUUID };
    await importPosts(deps, complaints(6));
    await search.renew();
    await createKey(opened.store);
    await search.renew();
    expect(loaded).toEqual([1]);
    await importPosts(deps, complaints(8));
    await search.renew();
    expect(loaded).toEqual([1, 1]);
  });

  it('sees all that was there when it was asked to renew, also in the midst of renewing', async () => {
    const first = search.renew();
    await importPosts({ store: opened.store, now: () => NOW, newId: randomUUID }, complaints(6));
    await Promise.all([search.renew(), search.renew(), first]);
    expect(await search.search('docker layer cache', 5)).toHaveLength(1);
  });
});

describe('a live search without a database', () => {
  it('says why it cannot load, and stays unavailable', async () => {
    const errors: unknown[] = [];
    const search = createLiveSearch({
      source: { dataDir: '/dev/null/nowhere' },
      embeddings: null,
      onEmbeddingsError: (error) => errors.push(error),
      hasSignals: async () => false,
      onLoaded: () => {},
      onError: (error) => errors.push(error),
    });
    await search.renew();
    expect(errors).toHaveLength(1);
    expect(await search.search('login', 5)).toBeNull();
    await search.stop();
  });
});
