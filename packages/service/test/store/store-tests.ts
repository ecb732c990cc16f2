import { openDatabase } from '@pain-signals/storage';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { importPosts } from '../../src/jobs/import.ts';
import { refreshSignals } from '../../src/jobs/refresh/refresh.ts';
import { DAY_MS } from '../../src/model/day.ts';
import type { SignalListing, SignalRow, Store } from '../../src/store/index.ts';
import { mergeInto } from '../support/merge-into.ts';
import { aPost, complaints, NOW } from '../support/posts.ts';
import { assignmentsOf, type DatabaseLocation, openPipeline, openTestStore } from '../support/test-pipeline.ts';

const DOCKER = 'Docker layer cache invalidated';
const TOKENS = 'Refresh tokens lost after redirect';
const ICONS = 'Dark theme hides toolbar icons';

const LISTING: SignalListing = { sortBy: 'volume', direction: 'desc', page: 0, size: 20 };

/** What the store answers, the same on both databases; `place` gives each test an empty one. */
export function testStore(place: () => Promise<DatabaseLocation>): void {
  /** Three signals: of 6 posts, of 4 from two owners, and of 3 that are old enough to be dormant. */
  async function openWithSignals() {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, [
      ...complaints(6, { title: DOCKER, repository: 'Acme_Inc/widget' }),
      ...complaints(3, { title: TOKENS, repository: 'globex/app' }),
      aPost({ externalId: 'other owner', title: TOKENS, repository: 'initech/web' }),
      ...complaints(3, { title: ICONS, provider: 'discourse', repository: null, daysAgo: 40 }),
    ]);
    return pipeline;
  }
  const volumes = (rows: readonly SignalRow[]) => rows.map((row) => row.volume);
  const list = async (store: Store, wanted: Partial<SignalListing>) =>
    volumes((await store.signals.list({ ...LISTING, ...wanted })).rows);

  test('how often a thread ended is counted by what it was doing, until that ends well', async () => {
    const store = await openTestStore(await place());
    const { threadFailures } = store;
    await threadFailures.add('feed one', { failedAt: NOW, reason: 'Error' });
    await threadFailures.add('feed one', { failedAt: NOW + 1, reason: 'out of memory' });
    await threadFailures.add('feed two', { failedAt: NOW, reason: 'Error' });

    expect(await threadFailures.all()).toEqual([
      { work: 'feed one', failures: 2, failedAt: NOW + 1, reason: 'out of memory' },
      { work: 'feed two', failures: 1, failedAt: NOW, reason: 'Error' },
    ]);
    await threadFailures.clear('feed one', 'feed three');
    expect((await threadFailures.all()).map(({ work }) => work)).toEqual(['feed two']);
  });

  test('lists show active and dormant signals, dashboards active ones', async () => {
    const { store } = await openWithSignals();

    expect(await list(store, {})).toEqual([6, 4, 3]);
    expect(volumes(await store.signals.top({ metric: 'volume', limit: 10 }))).toEqual([6, 4]);
    expect(volumes(await store.signals.top({ metric: 'volume', limit: 1 }))).toEqual([6]);
  });

  test('damaged rows stop no others, and the next refresh writes them again', async () => {
    const where = await place();
    const pipeline = await openPipeline(where);
    await importPosts(pipeline, [...complaints(6, { title: DOCKER }), ...complaints(4, { title: TOKENS })]);
    const { store } = pipeline;
    expect(await list(store, {})).toEqual([6, 4]);
    const { kysely, close } = await openDatabase({ ...where, name: 'service' });
    onTestFinished(close);
    await sql`update signals set score_parts_json = '{' where volume = 6`.execute(kysely);
    await sql`update clusters set terms_json = '{' where documents = 6`.execute(kysely);
    await sql`update briefs set brief_json = '{'`.execute(kysely);

    const { rows, total } = await store.signals.list({ ...LISTING, size: 2 });
    expect([volumes(rows), total]).toEqual([[4], 2]);
    expect(await store.briefs.list(NOW)).toEqual([]);
    const more = [1, 2, 3].map((at) => aPost({ externalId: `later ${at}`, title: TOKENS, author: `later ${at}` }));
    await importPosts(pipeline, more);
    await refreshSignals(pipeline);
    expect(await list(store, {})).toEqual([7, 6]);
  });

  test('pages cut the list without loss and know its length', async () => {
    const { store } = await openWithSignals();

    const first = await store.signals.list({ ...LISTING, size: 2 });
    const second = await store.signals.list({ ...LISTING, size: 2, page: 1 });
    const beyond = await store.signals.list({ ...LISTING, size: 2, page: 9 });

    expect([volumes(first.rows), volumes(second.rows), volumes(beyond.rows)]).toEqual([[6, 4], [3], []]);
    expect([first.total, second.total, beyond.total]).toEqual([3, 3, 3]);
  });

  test('evidence is how each post begins, newest first, before it is how any goes on', async () => {
    const pipeline = await openPipeline(await place());
    const body = ['First', 'Second', 'Third'].map(
      (name) => `${name}. ${'The layer cache is invalidated again. '.repeat(12)}`,
    );
    const posts = complaints(4).map((post) => ({
      ...post,
      body: [`${post.externalId}. ${body[0]}`, ...body.slice(1)].join('\n\n'),
    }));
    await importPosts(pipeline, posts);
    const [signal] = await pipeline.store.signals.top({ metric: 'score', limit: 1 });
    const { rows, total } = await pipeline.store.evidence.page(signal?.id ?? '', 0, 100);
    const newestFirst = ['docker 3', 'docker 2', 'docker 1', 'docker 0'];

    expect(total).toBe(12);
    expect(rows.map(({ externalId }) => externalId)).toEqual([...newestFirst, ...newestFirst, ...newestFirst]);
    expect(rows.map(({ chunkId }) => chunkId.split('-')[1]).join('')).toBe('000011112222');
    expect([rows[0]?.nextText, rows.at(-1)?.nextText]).toEqual([rows[4]?.text, null]);
  });

  test('every order is the reverse of its opposite', async () => {
    const { store } = await openWithSignals();

    for (const sortBy of ['score', 'growth', 'volume', 'lastSeenAt'] as const) {
      const down = (await store.signals.list({ ...LISTING, sortBy })).rows.map((row) => row[sortBy]);
      const up = (await store.signals.list({ ...LISTING, sortBy, direction: 'asc' })).rows.map((row) => row[sortBy]);
      expect(up).toEqual(down.toReversed());
      expect(up).toEqual(up.toSorted((one, other) => one - other));
    }
  });

  test('filters narrow the list, limits included', async () => {
    const { store } = await openWithSignals();
    const [docker] = (await store.signals.list(LISTING)).rows;

    expect(await list(store, { minScore: docker?.score ?? 0 })).toContain(6);
    expect(await list(store, { minScore: 100.1 })).toEqual([]);
    expect(await list(store, { minDocumentDiversity: 2 })).toEqual([4]);
    expect(await list(store, { owner: 'ACME_' })).toEqual([6]);
    expect(await list(store, { owner: 'acmeXinc' })).toEqual([]);
    expect(await list(store, { owner: '%' })).toEqual([]);
    expect(await list(store, { keywords: [' docker', ' layer'] })).toEqual([6]);
    expect(await list(store, { keywords: ['docker', 'redirect'] })).toEqual([]);
    expect(await list(store, { keywords: ['_'] })).toEqual([]);
  });

  test('signals asked for by id come in that order, unknown ones are left out', async () => {
    const { store } = await openWithSignals();
    const ids = (await store.signals.list(LISTING)).rows.map((row) => row.id);

    const found = await store.signals.byIds([ids[2] ?? '', 'unknown', ids[0] ?? '']);

    expect(volumes(found)).toEqual([3, 6]);
    expect(await store.signals.byIds([])).toEqual([]);
  });

  test('a merged signal answers with the survivor, however often that was merged on', async () => {
    const { store } = await openWithSignals();
    const [docker = '', tokens = '', icons = ''] = (await store.signals.list(LISTING)).rows.map((row) => row.id);
    await mergeInto(store, tokens, [tokens, docker], [docker]);
    await mergeInto(store, icons, [icons, tokens, docker], [tokens]);

    expect((await store.signals.find(docker))?.id).toBe(icons);
    expect((await store.signals.find(tokens))?.id).toBe(icons);
    expect(await list(store, {})).toEqual([3]);
    const assigned = await assignmentsOf(store);
    expect(new Set(assigned.map((post) => post.painSignalId))).toEqual(new Set([icons]));
  });

  test('signals that were merged and have nothing in common part again, each under its old id', async () => {
    const { store, ...rest } = await openWithSignals();
    const [docker = '', tokens = ''] = (await store.signals.list(LISTING)).rows.map((row) => row.id);
    await mergeInto(store, docker, [docker, tokens], [tokens]);

    await refreshSignals({ store, ...rest });

    expect(await store.signals.find(docker)).toMatchObject({ id: docker, volume: 6, uniqueOwnerCount: 1 });
    expect(await store.signals.find(tokens)).toMatchObject({ id: tokens, volume: 4, uniqueOwnerCount: 2 });
  });

  test('evidence is newest first, in pages that meet without gap', async () => {
    const { store } = await openWithSignals();
    const [docker] = (await store.signals.list(LISTING)).rows;
    const page = (number: number, size: number) => store.evidence.page(docker?.id ?? '', number, size);

    const all = await page(0, 100);
    const pages = [await page(0, 4), await page(1, 4)];

    expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows);
    expect(all.rows.map((row) => row.postedAt)).toEqual(
      all.rows.map((row) => row.postedAt).toSorted((one, other) => other - one),
    );
    expect(all.rows[0]).toMatchObject({
      painSignalId: docker?.id,
      provider: 'github',
      postTitle: DOCKER,
      externalId: `${DOCKER} 5`,
      createdAt: NOW,
      url: null,
    });
    expect((await store.evidence.page('unknown', 0, 20)).total).toBe(0);
  });

  test('daily counts name UTC days with a post, both ends included', async () => {
    const { store } = await openWithSignals();
    const [docker] = (await store.signals.list(LISTING)).rows;

    const id = docker?.id ?? '';
    const days = (await store.evidence.dailyCounts([id], '2026-02-26', '2026-02-27')).get(id);

    expect(days).toEqual([
      { date: '2026-02-26', count: 1 },
      { date: '2026-02-27', count: 1 },
    ]);
  });

  test('posts are found by their terms, whatever signs those contain, and no longer once they are removed', async () => {
    const { store } = await openWithSignals();
    const terms = { titleTerms: `c++ don't .net`, bodyTerms: 'a\\b "quoted"' };
    await store.postTerms.put([
      { postId: 900_001, ...terms },
      { postId: 900_002, titleTerms: '', bodyTerms: 'c++' },
    ]);

    const match = async (...wordings: string[][]) => (await store.postTerms.matching([wordings], 10)).flat();
    expect(await match(['c++'])).toEqual([900_002, 900_001]);
    expect(await match(['c++', `don't`])).toEqual([900_001]);
    expect(await match(['nowhere'], ['.net'])).toEqual([900_001]);
    expect(await match(['a\\b', '"quoted"'])).toEqual([900_001]);
    expect(await match(['c'])).toEqual([]);
    const before = await match(['docker']);
    expect(before.length).toBeGreaterThan(1);
    expect(await store.postTerms.matching([[['docker']], [['nowhere']], [['c++']]], 1)).toEqual([
      before.slice(0, 1),
      [],
      [900_002],
    ]);
    expect(await store.postTerms.beginningWith('dock', 3)).toContain('docker');

    await store.removals.remove({ provider: 'github', externalId: `${DOCKER} 0` });
    expect(await match(['docker'])).toHaveLength(before.length - 1);
  });

  test('posts of signals are read tier by tier, of each the newest', async () => {
    const { store } = await openWithSignals();
    const [docker, tokens, refresh] = [[['docker']], [['token']], [['refresh']]];
    const titles = async (limit: number, ...tiers: string[][][][][]) =>
      (await store.postTerms.ofTiers(tiers, limit)).map(({ titleTerms }) => titleTerms.split(' ')[0]).sort();

    expect(await titles(3, [[docker]], [[docker], [tokens]])).toEqual(['docker', 'docker', 'docker']);
    expect(await titles(8, [[docker]], [[docker], [tokens]])).toEqual([
      ...Array<string>(6).fill('docker'),
      ...Array<string>(2).fill('refresh'),
    ]);
    expect(await titles(20, [[docker, tokens]])).toEqual([]);
    expect(await titles(20, [[tokens, refresh]])).toHaveLength(4);
    expect(await titles(20, [[[['nowhere'], ['token', 'refresh']]]])).toHaveLength(4);
    expect(await titles(20)).toEqual([]);
    const newest = await store.postTerms.matching([docker], 2);
    const found = await store.postTerms.ofTiers([[[docker]]], 2);
    expect(found.map(({ postId }) => postId).sort()).toEqual(newest.flat().sort());
    expect(found.map(({ volume }) => volume)).toEqual([6, 6]);
  });

  test('an embeddings model gets the signals with the highest scores, with their most typical posts', async () => {
    const { store } = await openWithSignals();

    const found = [];
    for await (const signal of store.signals.searchable(2)) found.push(signal);

    const highest = await store.signals.top({ metric: 'score', limit: 2 });
    expect(found.map(({ id }) => id)).toEqual(highest.map(({ id }) => id));
    expect(found.map(({ passages }) => passages.length)).toEqual([3, 3]);
    expect(found.flatMap(({ passages }) => passages).join()).toContain('Docker layer cache');
  });

  test('a brief is absent once it is seven days old', async () => {
    const { store } = await openWithSignals();
    const [docker] = (await store.signals.list(LISTING)).rows;
    const id = docker?.id ?? '';

    expect(await store.briefs.find(id, NOW)).toMatchObject({ painSignalId: id, topic: docker?.topic });
    expect((await store.briefs.list(NOW)).map((brief) => brief.painSignalId)).toContain(id);
    expect(await store.briefs.find(id, NOW + 7 * DAY_MS)).not.toBeNull();
    expect(await store.briefs.find(id, NOW + 7 * DAY_MS + 1)).toBeNull();
    expect(await store.briefs.list(NOW + 7 * DAY_MS + 1)).toEqual([]);
  });

  test('an address has one account, whatever its case', async () => {
    const store = await openTestStore(await place());
    const account = await store.accounts.create('Ada@Example.com', 'free');

    expect(await store.accounts.create('ada@example.com', 'pro')).toBeNull();
    expect(await store.accounts.find('ADA@example.com')).toEqual(account);
    expect(await store.accounts.setPlan('ada@EXAMPLE.com', 'pro')).toEqual({ ...account, plan: 'pro' });
    expect(await store.accounts.setPlan('nobody@example.com', 'pro')).toBeNull();
  });

  test('a key is found by its prefix with its account, before and after it is revoked', async () => {
    const store = await openTestStore(await place(), () => NOW);
    const account = await store.accounts.create('ada@example.com', 'pro');
    await store.keys.create({ accountId: account?.id ?? '', prefix: 'abcdefgh', secretHash: 'hash', name: 'laptop' });

    await store.keys.touch('abcdefgh');
    const before = await store.keys.findByPrefix('abcdefgh');
    const revoked = [await store.keys.revoke('abcdefgh'), await store.keys.revoke('nothere1')];

    expect(before).toMatchObject({ key: { secretHash: 'hash', lastUsedAt: NOW, revokedAt: null }, account });
    expect(revoked).toEqual([true, false]);
    const after = await store.keys.findByPrefix('abcdefgh');
    expect(after).toMatchObject({ key: { revokedAt: NOW }, revision: await store.revision() });
    expect(after?.revision).toBeGreaterThan(before?.revision ?? Number.POSITIVE_INFINITY);
    expect(await store.keys.findByPrefix('nothere1')).toBeNull();
    expect((await store.keys.list(account?.id ?? '')).map(({ prefix }) => prefix)).toEqual(['abcdefgh']);
  });

  test('the revision grows with all that readers must see: snapshots, plans and keys', async () => {
    const pipeline = await openPipeline(await place());
    const { store } = pipeline;
    const account = await store.accounts.create('ada@example.com', 'free');
    const revisions = [await store.revision()];
    const changes = [
      () => importPosts(pipeline, complaints(1)),
      () => store.accounts.setPlan('ada@example.com', 'pro'),
      () => store.keys.create({ accountId: account?.id ?? '', prefix: 'abcdefgh', secretHash: '', name: null }),
      () => store.keys.revoke('abcdefgh'),
    ];

    for (const change of changes) {
      await change();
      revisions.push(await store.revision());
    }

    expect(revisions).toEqual([...new Set(revisions)].toSorted((one, other) => one - other));
  });
}
