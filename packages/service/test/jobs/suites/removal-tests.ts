import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { fetchFeeds } from '../../../src/jobs/fetch.ts';
import { importPosts } from '../../../src/jobs/import.ts';
import { importDropped } from '../../../src/jobs/import-folder.ts';
import { ingest } from '../../../src/jobs/ingest.ts';
import { rebuild } from '../../../src/jobs/rebuild.ts';
import { generateBrief } from '../../../src/jobs/refresh/briefs.ts';
import { forget, setHidden } from '../../../src/jobs/removals.ts';
import type { IncomingPost } from '../../../src/model/post.ts';
import type { Store } from '../../../src/store/index.ts';
import { aPost, complaints, DAY_MS, NOW } from '../../support/posts.ts';
import {
  assignmentsOf,
  type DatabaseLocation,
  listedSignals,
  openPipeline,
  type TestPipeline,
} from '../../support/test-pipeline.ts';
import { scriptedFeed } from './scripted-feed.ts';

/** Words that occur nowhere else, so that they can be looked for. */
const TELLINGS = [
  'The zanzibarian builder fails on every second push since we upgraded, and nobody could tell us why.',
  'Nothing is cached when the quokkafied lock file changes, so each build takes forty minutes of waiting.',
  'Our runner throws the layers away whenever the flumoxed proxy restarts, which costs us hours a week.',
  'Pruning does not help: the wobbulated cache is invalidated again after the next merge.',
  'Even the cache mount is ignored on the snorkelled machines, and the docs say nothing about it.',
  'We gave up and copy the gribbled layers by hand now, which breaks whenever somebody forgets it.',
];
const ADA = 0;

const tellings = (): IncomingPost[] =>
  complaints(6).map((post, index) => ({
    ...post,
    body: TELLINGS[index] ?? null,
    author: index === ADA ? 'Ada' : post.author,
  }));

/** Everything that the store says in words, and what it learnt. */
async function everyWord(store: Store): Promise<string> {
  const said: unknown[] = [];
  for await (const signal of store.signals.searchable(100)) said.push(signal);
  for (const signal of await listedSignals(store)) {
    said.push(signal, await store.briefs.find(signal.id, NOW));
    said.push((await store.evidence.page(signal.id, 0, 100)).rows, await store.documents.ofSignal(signal.id, NOW, 100));
  }
  said.push(
    await Array.fromAsync(store.clusters.open()),
    await store.clusters.documentFrequencies(),
    await store.briefs.list(NOW),
  );
  return JSON.stringify(said);
}

const publicSignal = async ({ store }: TestPipeline) => {
  const [signal] = await listedSignals(store);
  if (signal === undefined) throw new Error('no signal');
  return signal;
};

const originsOf = async ({ store }: TestPipeline) => (await Array.fromAsync(store.posts.origins())).flat();
const idsOf = async (pipeline: TestPipeline) => (await originsOf(pipeline)).map(({ externalId }) => externalId);

const lineOf = (post: IncomingPost) => JSON.stringify({ ...post, createdAt: new Date(post.createdAt).toISOString() });

/** The ways in which posts reach the service. */
const ARRIVALS: Readonly<Record<string, (pipeline: TestPipeline, post: IncomingPost) => Promise<unknown>>> = {
  'an import': (pipeline, post) => importPosts(pipeline, [post]),
  'a push': (pipeline, post) => ingest(pipeline, Buffer.from(lineOf(post)), null),
  'a dropped file': (pipeline, post) => {
    const folder = temporaryFolder();
    const file = join(folder, 'posts.ndjson');
    writeFileSync(file, lineOf(post));
    utimesSync(file, NOW / 1000, NOW / 1000 - 60);
    return importDropped({ ...pipeline, realNow: () => NOW }, folder);
  },
  'a feed': (pipeline, post) => {
    const cursor = { since: NOW - DAY_MS, reached: NOW };
    return fetchFeeds({ ...pipeline, realNow: () => NOW }, [scriptedFeed({ batches: [{ posts: [post], cursor }] })]);
  },
};

const EMAIL = 'ada@example.com';
const [DEV, USERS] = ['dev@lists.example.org', 'users@lists.example.org'];
/** As versions before this one stored it. */
const earlierPseudonym = (author: string) =>
  `someone-${createHash('sha256').update(author).digest('hex').slice(0, 10)}`;

/** What is removed and what is hidden, the same on both databases; `place` gives each test an empty one. */
export function testRemovals(place: () => Promise<DatabaseLocation>): void {
  const filled = async (posts = tellings()): Promise<TestPipeline> => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, posts);
    return pipeline;
  };

  test('a forgotten author leaves no word behind, and the signal says what the others say', async () => {
    const pipeline = await filled();
    const before = await publicSignal(pipeline);
    expect(await everyWord(pipeline.store)).toMatch(/zanzibarian.*Ada/s);

    const tally = await forget(pipeline, { kind: 'author', name: 'ada', provider: null });

    expect(tally).toEqual({ posts: 1, endedSignals: 0, keptOut: true });
    expect(await listedSignals(pipeline.store)).toMatchObject([{ id: before.id, volume: 5, authorCount: 5 }]);
    const words = await everyWord(pipeline.store);
    expect(words).not.toMatch(/zanzibar|"Ada"/);
    expect(words).toMatch(/quokka/);
    expect(await pipeline.store.briefs.find(before.id, NOW)).not.toBeNull();
  });

  test('nothing of a forgotten author is left in a rebuild that was interrupted before', async () => {
    const pipeline = await filled();
    const { store } = pipeline;
    const dies = () => Promise.reject(new Error('interrupted'));
    const rebuilding = rebuild({ ...pipeline, store: { ...store, rebuild: { ...store.rebuild, clusters: dies } } });
    await expect(rebuilding).rejects.toThrow('interrupted');
    const staged = async () =>
      JSON.stringify([
        await Array.fromAsync(store.rebuild.withTerms()),
        [...(await store.rebuild.documentFrequencies())],
      ]);
    expect(await staged()).toMatch(/zanzibar.*zanzibar/);

    await forget(pipeline, { kind: 'author', name: 'ada', provider: null });

    expect(await staged()).not.toMatch(/zanzibar/);
  });

  test.each([
    ['author', { kind: 'author', name: 'ADA', provider: 'github' }],
    ['post', { kind: 'post', name: 'docker 0', provider: 'github' }],
  ] as const)(
    'by %s: what was forgotten stays away when it is imported again, and forgetting again removes nothing',
    async (_, removal) => {
      const pipeline = await filled();
      await forget(pipeline, removal);

      const again = await importPosts(pipeline, tellings());
      const second = await forget(pipeline, removal);

      expect(again).toMatchObject({ stored: 0, known: 5, forgotten: 1 });
      expect(second).toEqual({ posts: 0, endedSignals: 0, keptOut: true });
      expect(await assignmentsOf(pipeline.store)).toHaveLength(5);
    },
  );

  test('a brief that a model writes while a post is forgotten says nothing of that post', async () => {
    const pipeline = await filled([
      ...tellings(),
      aPost({ externalId: 'docker 6', author: 'grace', body: TELLINGS[1] ?? null }),
    ]);
    const { id } = await publicSignal(pipeline);
    let asked = 0;
    const writeSections = async () => {
      asked += 1;
      await forget(pipeline, { kind: 'author', name: 'ada', provider: null });
      return null;
    };
    const openChat = () => ({ model: 'slow', concurrency: 1, describe, answer: describe, writeSections });
    const describe = async () => null;

    await generateBrief({ ...pipeline, openChat }, id);

    expect(asked).toBe(2);
    expect(await pipeline.store.briefs.find(id, NOW)).not.toBeNull();
    expect(await everyWord(pipeline.store)).not.toMatch(/zanzibar|"Ada"/);
  });

  test('the number of a forgotten post is never given to another one', async () => {
    const pipeline = await filled();
    const { id } = await publicSignal(pipeline);
    const chunks = async () => (await pipeline.store.evidence.page(id, 0, 100)).rows.map(({ chunkId }) => chunkId);
    const before = await chunks();
    await forget(pipeline, { kind: 'post', name: 'docker 5', provider: 'github' });
    const left = await chunks();
    expect(left).toHaveLength(before.length - 1);

    await importPosts(pipeline, [aPost({ externalId: 'another', author: 'grace' })]);

    const added = (await chunks()).filter((chunkId) => !left.includes(chunkId));
    expect(added).toHaveLength(1);
    expect(before).not.toContain(added[0]);
  });

  test('what was forgotten stays away when its author or repository has another name by then', async () => {
    const pipeline = await filled();
    await forget(pipeline, { kind: 'author', name: 'Ada', provider: null });
    const renamed = tellings().map((post) => ({ ...post, author: `new ${post.author}`, repository: 'acme/renamed' }));
    expect(await importPosts(pipeline, renamed)).toMatchObject({ stored: 0, forgotten: 1 });
  });

  test('only the provider that is named forgets', async () => {
    const pipeline = await filled();

    const ofGitlab = { kind: 'author', name: 'Ada', provider: 'gitlab' } as const;
    const tally = await forget(pipeline, ofGitlab, { alsoInFuture: true });

    expect(tally.posts).toBe(0);
    expect(await importPosts(pipeline, [aPost({ externalId: 'x', author: 'ada', provider: 'gitlab' })])).toMatchObject({
      forgotten: 1,
    });
  });

  test('a name that nobody has is not blocked, since it may be misspelt, unless that is asked for', async () => {
    const pipeline = await filled();
    const removal = { kind: 'author', name: 'Adda', provider: null } as const;
    const lateComer = () => aPost({ externalId: 'late', author: 'adda' });

    expect(await forget(pipeline, removal)).toEqual({ posts: 0, endedSignals: 0, keptOut: false });
    expect(await importPosts(pipeline, [lateComer()])).toMatchObject({ stored: 1, forgotten: 0 });
    expect(await forget(pipeline, removal)).toMatchObject({ posts: 1, keptOut: true });
    expect(await importPosts(pipeline, [lateComer()])).toMatchObject({ stored: 0, forgotten: 1 });
  });

  test.each(Object.keys(ARRIVALS).flatMap((way) => ['the real name', 'the pseudonym'].map((by) => [by, way] as const)))(
    'who has an email address for a name and was forgotten by %s is not brought back by %s',
    async (by, way) => {
      const pipeline = await filled([...complaints(3), aPost({ externalId: 'hers', author: EMAIL })]);
      const pseudonym = (await originsOf(pipeline)).find(({ externalId }) => externalId === 'hers')?.author ?? '';
      expect(pseudonym).not.toBe(EMAIL);
      const name = by === 'the pseudonym' ? pseudonym : 'ADA@example.com';

      expect(await forget(pipeline, { kind: 'author', name, provider: null })).toMatchObject({
        posts: 1,
        keptOut: true,
      });

      for (const author of [EMAIL, 'Ada@Example.com', 'eve@example.com'])
        await ARRIVALS[way]?.(pipeline, aPost({ externalId: `of ${author}`, author }));
      expect(await idsOf(pipeline)).toEqual(['docker 0', 'docker 1', 'docker 2', 'of eve@example.com']);
      for (const again of [EMAIL, pseudonym])
        expect(await forget(pipeline, { kind: 'author', name: again, provider: null })).toMatchObject({
          posts: 0,
          keptOut: true,
        });
    },
  );

  test('somebody whose name is an email address is kept out of the named provider before anything of hers is stored', async () => {
    const pipeline = await filled();
    const removal = { kind: 'author', name: EMAIL, provider: 'mail' } as const;

    expect(await forget(pipeline, removal, { alsoInFuture: true })).toMatchObject({ posts: 0, keptOut: true });

    const hers = aPost({ externalId: 'hers', provider: 'mail', author: EMAIL });
    const elsewhere = aPost({ externalId: 'elsewhere', author: EMAIL });
    expect(await importPosts(pipeline, [hers, elsewhere])).toMatchObject({ stored: 1, forgotten: 1 });
  });

  test('who was stored or forgotten under a pseudonym by an earlier version is forgotten by the real name, and stays away', async () => {
    const mixed = 'Ada@Example.com';
    const pipeline = await filled([
      aPost({ externalId: 'hers', author: earlierPseudonym(mixed) }),
      aPost({ externalId: 'hers too', author: earlierPseudonym('ADA@EXAMPLE.COM') }),
    ]);

    const tally = await forget(pipeline, { kind: 'author', name: mixed.toLowerCase(), provider: null });

    expect(tally).toMatchObject({ posts: 2, keptOut: true });
    const { tombstones } = pipeline.store;
    await tombstones.add([{ kind: 'author', name: earlierPseudonym('Eve@Example.com'), provider: null }]);
    const later = [mixed, 'Eve@Example.com', 'joe@example.com'].map((author) => aPost({ externalId: author, author }));
    expect(await importPosts(pipeline, later)).toMatchObject({ stored: 1, forgotten: 2 });
  });

  test.each([
    ['author', 'hf_enthusiast', 'HF_Enthusiast'],
    ['author', 'npm_registry', 'NPM_Registry'],
    ['repository', 'huggingface/hf_transfer', 'HuggingFace/HF_Transfer'],
    ['author', 'Ada Lovelace', ' ada lovelace '],
  ] as const)(
    'by %s: a name is forgotten in any spelling, though only some are scrubbed: %s, %s',
    async (kind, one, other) => {
      for (const [stored, told] of [
        [one, other],
        [other, one],
      ]) {
        const pipeline = await filled([...complaints(3), aPost({ externalId: 'theirs', [kind]: stored ?? '' })]);

        expect(await forget(pipeline, { kind, name: told ?? '', provider: null })).toMatchObject({ posts: 1 });

        const later = [one, other].map((name) => aPost({ externalId: `later ${name}`, [kind]: name }));
        expect(await importPosts(pipeline, later)).toMatchObject({ stored: 0, forgotten: 2 });
      }
    },
  );

  test('an author forgotten by the pseudonym of one spelling is not brought back under another', async () => {
    const pipeline = await filled([...complaints(3), aPost({ externalId: 'theirs', author: 'hf_enthusiast' })]);
    const pseudonym = (await originsOf(pipeline)).find(({ externalId }) => externalId === 'theirs')?.author ?? '';
    expect(pseudonym).toMatch(/^someone-/);
    await forget(pipeline, { kind: 'author', name: pseudonym, provider: null });

    const later = aPost({ externalId: 'later', author: 'HF_Enthusiast' });

    expect(await importPosts(pipeline, [later])).toMatchObject({ stored: 0, forgotten: 1 });
  });

  test('a space after a name makes no other author', async () => {
    const pipeline = await filled([
      ...complaints(3),
      ...['Ada', 'Ada '].map((author) => aPost({ externalId: `by ${author}.`, author })),
    ]);

    expect((await publicSignal(pipeline)).authorCount).toBe(4);
  });

  test('two mailing lists are two places, and forgetting one by its address leaves the other', async () => {
    const idsIn = (list: string) => [0, 1, 2].map((at) => `${list} ${at}`);
    const pipeline = await filled(
      [DEV, USERS].flatMap((repository) =>
        idsIn(repository).map((externalId) => aPost({ provider: 'mail', externalId, repository })),
      ),
    );
    expect(new Set((await originsOf(pipeline)).map(({ repository }) => repository)).size).toBe(2);
    // Posts of one day in one place would be no signal.
    expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 6 }]);

    const tally = await forget(pipeline, { kind: 'repository', name: DEV.toUpperCase(), provider: null });

    expect(tally).toMatchObject({ posts: 3, keptOut: true });
    const later = [DEV, USERS].map((list) => aPost({ provider: 'mail', externalId: `${list} 3`, repository: list }));
    expect(await importPosts(pipeline, later)).toMatchObject({ stored: 1, forgotten: 1 });
    expect(await idsOf(pipeline)).toEqual([...idsIn(USERS), `${USERS} 3`]);
  });

  test('a mailing list that is forgotten by the name it is shown under stays away', async () => {
    const pipeline = await filled(
      [DEV, USERS].map((list) => aPost({ provider: 'mail', externalId: list, repository: list })),
    );
    const shown = (await originsOf(pipeline)).find(({ externalId }) => externalId === DEV)?.repository ?? '';

    expect(await forget(pipeline, { kind: 'repository', name: shown, provider: null })).toMatchObject({ posts: 1 });

    const later = [DEV, USERS].map((list) => aPost({ provider: 'mail', externalId: `${list} 1`, repository: list }));
    expect(await importPosts(pipeline, later)).toMatchObject({ stored: 1, forgotten: 1 });
  });

  test('a repository whose URL has a password is one place with any password, and forgotten without it', async () => {
    const urls = ['https://bob:ghx1Tq9@git.example/acme/widget', 'https://eve:Zs81mmP2@git.example/acme/widget'];
    const pipeline = await filled(urls.map((repository, at) => aPost({ externalId: `${at}`, repository })));
    expect(new Set((await originsOf(pipeline)).map(({ repository }) => repository)).size).toBe(1);

    const removal = { kind: 'repository', name: 'https://git.example/acme/widget', provider: null } as const;
    expect(await forget(pipeline, removal)).toMatchObject({ posts: 2 });

    const later = urls.map((repository, at) => aPost({ externalId: `later ${at}`, repository }));
    expect(await importPosts(pipeline, later)).toMatchObject({ stored: 0, forgotten: 2 });
  });

  test('a forgotten repository takes its signals with it, and their ids answer nobody', async () => {
    const pipeline = await filled();
    const { id } = await publicSignal(pipeline);

    const tally = await forget(pipeline, { kind: 'repository', name: 'acme/widget', provider: null });

    expect(tally).toEqual({ posts: 6, endedSignals: 1, keptOut: true });
    expect(await pipeline.store.signals.find(id)).toBeNull();
    expect(await everyWord(pipeline.store)).toBe(JSON.stringify([[], [], []]));
    expect((await pipeline.store.snapshots.latest())?.totalActiveSignals).toBe(0);
    const others = complaints(3).map((post) => ({
      ...post,
      externalId: `${post.externalId}!`,
      repository: 'other/thing',
    }));
    expect(await importPosts(pipeline, others)).toMatchObject({ stored: 3 });
    expect(await listedSignals(pipeline.store)).toHaveLength(1);
  });

  test('whoever wrote the same many times is forgotten whole, and the next one who said it takes the place', async () => {
    const [said] = tellings();
    if (said === undefined) throw new Error('no posts');
    const copies = Array.from({ length: 5 }, (_, index) => ({ ...said, externalId: `copy ${index}` }));
    const pipeline = await filled([...copies, { ...said, externalId: 'other', author: 'Grace' }]);

    const tally = await forget(pipeline, { kind: 'author', name: 'Ada', provider: null });

    expect(tally).toMatchObject({ posts: 5, endedSignals: 0 });
    expect(await Array.fromAsync(pipeline.store.assignments())).toMatchObject([
      { externalId: 'other', painSignalId: expect.any(String) },
    ]);
  });

  test('somebody who said the same takes the place of a forgotten post', async () => {
    const [first, ...others] = tellings();
    if (first === undefined) throw new Error('no posts');
    const pipeline = await filled([first, { ...first, externalId: 'copy', author: 'Grace' }, ...others]);

    await forget(pipeline, { kind: 'author', name: 'Ada', provider: null });

    expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 6 }]);
    const words = await everyWord(pipeline.store);
    expect(words).not.toContain('Ada');
    expect(words).toMatch(/zanzibarian.*Grace/s);
  });

  test('a hidden copy of a forgotten post stays hidden, and a visible one takes the place', async () => {
    const [first, ...others] = tellings();
    if (first === undefined) throw new Error('no posts');
    const copies = ['Grace', 'Edith'].map((author) => ({ ...first, externalId: `by ${author}`, author }));
    const pipeline = await filled([first, ...copies, ...others]);
    const { store } = pipeline;
    const byGrace = { provider: 'github', externalId: 'by Grace' };
    await setHidden(pipeline, { post: byGrace }, true);

    await forget(pipeline, { kind: 'author', name: 'Ada', provider: null });
    const words = await everyWord(store);
    await forget(pipeline, { kind: 'author', name: 'Edith', provider: null });
    const [signal] = await listedSignals(store);

    expect(words).toMatch(/zanzibarian.*Edith/s);
    expect(signal).toMatchObject({ volume: 5 });
    expect(JSON.stringify((await store.evidence.page(signal?.id ?? '', 0, 100)).rows)).not.toContain('zanzibarian');
    expect(await setHidden(pipeline, { post: byGrace }, false)).toBe('done');
    expect(await listedSignals(store)).toMatchObject([{ volume: 6 }]);
  });

  test('what repeats a hidden post stays hidden when that is forgotten, until it is shown itself', async () => {
    const [first, ...others] = tellings();
    if (first === undefined) throw new Error('no posts');
    const pipeline = await filled([first, { ...first, externalId: 'copy', author: 'Grace' }, ...others]);
    await setHidden(pipeline, { post: { provider: 'github', externalId: first.externalId } }, true);

    await forget(pipeline, { kind: 'author', name: 'Ada', provider: null });
    await rebuild(pipeline);

    expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 5 }]);
    expect(await setHidden(pipeline, { post: { provider: 'github', externalId: 'copy' } }, false)).toBe('done');
    expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 6 }]);
  });

  test('a hidden signal is in no list, search, figure or brief and has no address, until it is shown again', async () => {
    const pipeline = await filled();
    const { store } = pipeline;
    const { id } = await publicSignal(pipeline);
    const revision = await store.revision();

    expect(await setHidden(pipeline, { signalId: id.toUpperCase() }, true)).toBe('done');

    expect(await store.revision()).toBeGreaterThan(revision);
    expect(await store.signals.find(id)).toBeNull();
    expect([
      await listedSignals(store),
      await store.signals.byIds([id]),
      await store.signals.top({ metric: 'score', limit: 9 }),
      await store.signals.any(),
      await store.briefs.list(NOW),
      await store.briefs.find(id, NOW),
      (await store.snapshots.latest())?.totalActiveSignals,
    ]).toEqual([[], [], [], false, [], null, 0]);
    for await (const signal of store.signals.searchable(100)) expect(signal).toBeUndefined();
    expect((await assignmentsOf(store))[0]).toMatchObject({ painSignalId: id, public: false });

    expect(await setHidden(pipeline, { signalId: id }, true)).toBe('as before');
    expect(await setHidden(pipeline, { signalId: id }, false)).toBe('done');
    expect(await listedSignals(store)).toMatchObject([{ id, volume: 6 }]);
    expect((await store.snapshots.latest())?.totalActiveSignals).toBe(1);
    expect(await store.briefs.find(id, NOW)).not.toBeNull();
  });

  test('a hidden signal stays hidden when more is written about it', async () => {
    const pipeline = await filled();
    const { id } = await publicSignal(pipeline);
    await setHidden(pipeline, { signalId: id }, true);

    await importPosts(pipeline, [aPost({ externalId: 'one more' })]);

    expect(await listedSignals(pipeline.store)).toEqual([]);
    expect((await pipeline.store.snapshots.latest())?.totalActiveSignals).toBe(0);
  });

  test('a hidden post counts nowhere and is quoted nowhere, nor is what repeats it, until it is shown again', async () => {
    const pipeline = await filled();
    const { store } = pipeline;
    const [first] = tellings();
    if (first === undefined) throw new Error('no posts');
    const { id } = await publicSignal(pipeline);
    const { rows } = await store.evidence.page(id, 0, 100);
    const chunk = rows.find((row) => row.text.includes('zanzibarian'))?.chunkId ?? '';
    const post = { provider: 'github', externalId: 'docker 0' };

    expect(await setHidden(pipeline, { post }, true)).toBe('done');
    await importPosts(pipeline, [{ ...first, externalId: 'copy' }]);

    expect(await listedSignals(store)).toMatchObject([{ id, volume: 5 }]);
    expect(await store.evidence.chunk(chunk)).toBeNull();
    const briefs = JSON.stringify([await store.briefs.list(NOW), (await store.evidence.page(id, 0, 100)).rows]);
    expect(briefs).not.toContain('zanzibarian');
    expect((await assignmentsOf(store))[0]).toMatchObject({ painSignalId: null, public: false });

    expect(await setHidden(pipeline, { post }, false)).toBe('done');
    expect(await listedSignals(store)).toMatchObject([{ id, volume: 6 }]);
    expect(await store.evidence.chunk(chunk)).not.toBeNull();
  });

  test('what is not there cannot be hidden', async () => {
    const pipeline = await filled();
    const post = { provider: 'github', externalId: 'nowhere' };

    expect(await setHidden(pipeline, { post }, true)).toBe('unknown');
    expect(await setHidden(pipeline, { signalId: '00000000-0000-0000-0000-000000000000' }, true)).toBe('unknown');
  });
}
