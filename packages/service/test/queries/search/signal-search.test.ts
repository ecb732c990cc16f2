import { randomUUID } from 'node:crypto';
import { STRONG_RELEVANCE } from '@pain-signals/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importPosts } from '../../../src/jobs/import.ts';
import { preparePost } from '../../../src/jobs/pipeline/prepare-post.ts';
import type { SignalSearch } from '../../../src/queries/deps.ts';
import { createQueries } from '../../../src/queries/index.ts';
import { createSignalSearch } from '../../../src/queries/search/signal-search.ts';
import { LEAST_RELEVANCE } from '../../../src/search/rank-signals.ts';
import { searchOver } from '../../api/support/running-server.ts';
import { openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { aPost, complaints, NOW } from '../../support/posts.ts';

/** Signals by a short name: title and body of the posts that several people wrote. */
const PAINS = {
  login: ['Refresh token is lost after the redirect', 'The SSO session is gone after the callback.'],
  pods: ['Old pods drop requests during a rollout', 'SIGTERM and then connection refused while rolling out.'],
  tests: ['Test suite fails in random order', 'Passes alone, fails in the full run.'],
  grid: ['Data grid cannot be used with a screen reader', 'Focus is trapped in the table.'],
  autocomplete: ['Autocomplete takes seconds in the monorepo', 'The tsserver eats the CPU.'],
} as const;

const LISTING = { sortBy: 'score', direction: 'desc', page: 0, size: 100 } as const;

describe('semantic search', () => {
  let opened: TestStore;
  let search: SignalSearch;
  const idOf = new Map<string, string>();

  const posts = Object.entries(PAINS).flatMap(([name, [title, body]]) =>
    complaints(4, { title, repository: `acme/${name}` }).map((post, at) => ({
      ...post,
      body: at === 1 ? body : null,
    })),
  );
  const deps = () => ({ store: opened.store, now: () => NOW, newId: randomUUID });

  beforeAll(async () => {
    opened = await openEmptyStore(() => NOW);
    await importPosts(deps(), [
      ...posts,
      aPost({ externalId: 'alone', title: 'Kaleidoscope widget flickers', body: null }),
      aPost({ externalId: 'code', title: '{{7*7}} #{7*7} =cmd|" /C calc"!A0', body: 'The zoetrope crashes on start.' }),
    ]);
    const byTitle = new Map(posts.map((post) => [post.externalId, post.repository?.slice('acme/'.length) ?? '']));
    for await (const { externalId, painSignalId } of opened.store.assignments())
      if (byTitle.has(externalId)) idOf.set(painSignalId ?? '', byTitle.get(externalId) ?? '');
    search = searchOver(opened.store);
  });
  afterAll(() => opened.close());

  const find = async (question: string, limit = 3) => (await search.search(question, limit)) ?? [];
  const found = async (question: string) =>
    (await find(question)).map(({ signalId }) => idOf.get(signalId) ?? signalId);
  const ask = (question: string) =>
    createQueries({ store: opened.store, search, cached: (_, load) => load(), at: () => NOW }).semanticSearch({
      q: question,
      limit: 3,
    });

  it.each([
    ['the words themselves', 'refresh token redirect', 'login'],
    ['other forms of the words', 'failing tests ordered randomly', 'tests'],
    ['a synonym', 'kubernetes rollout', 'pods'],
    ['a word for a phrase', 'a11y of the grid', 'grid'],
    ['half a word', 'autocompl', 'autocomplete'],
    ['a typing error', 'moonrepo', 'autocomplete'],
    ['swapped letters', 'reidrect', 'login'],
    ['what only one of its posts says', 'tsserver', 'autocomplete'],
    ['the parts of an identifier', 'DataGrid', 'grid'],
    ['what people dislike about it', 'what do users dislike about the random order?', 'tests'],
  ])('finds a signal by %s', async (_, question, name) => {
    expect((await found(question))[0]).toBe(name);
  });

  it('says which words and which sentence matched, and who wrote it', async () => {
    const { items } = await ask('connection refused after SIGTERM');
    expect(items[0]).toMatchObject({
      confirmed: true,
      match: {
        sentence: 'SIGTERM and then connection refused while rolling out.',
        author: expect.stringMatching(/^author-/),
        chunkId: expect.stringMatching(/^\d+-0$/),
        ...{ provider: expect.any(String), externalId: expect.any(String) },
      },
    });
    expect(items[0]?.match.words).toEqual(expect.arrayContaining(['connection', 'refused', 'sigterm']));
  });

  it('lets a model answer from strong hits only', async () => {
    const read: (readonly string[])[] = [];
    const queries = createQueries({
      store: opened.store,
      search,
      cached: (_, load) => load(),
      at: () => NOW,
      answerQuestion: async (_, signalIds) => {
        read.push(signalIds);
        return null;
      },
    });
    const found = async (q: string) => (await queries.semanticSearch({ q, limit: 3, answer: 'true' })).items;
    const [strong] = await found('refresh token lost after redirect');
    const weak = await found('lost redirect of a payment');
    expect(weak.map(({ match }) => match.relevance).every((relevance) => relevance < STRONG_RELEVANCE)).toBe(true);
    expect(weak).not.toEqual([]);
    expect(read).toEqual([[strong?.id], []]);
  });

  it('finds a few posts that are no signal yet, says so, and names no chunk of them', async () => {
    const { items } = await ask('kaleidoscope widget');
    const match = { sentence: 'Kaleidoscope widget flickers', chunkId: null };
    expect(items).toMatchObject([
      { confirmed: false, topic: 'Kaleidoscope widget flickers', volume: 1, mentionsLastWindow: 1, match },
    ]);
  });

  it('names no signal by a title that nobody can read', async () => {
    expect(await find('zoetrope crashes')).not.toEqual([]);
    expect(await ask('zoetrope crashes')).toMatchObject({ items: [] });
    await importPosts(deps(), [aPost({ externalId: 'error', title: '0x80263001', body: 'The stroboscope crashes.' })]);
    expect(await ask('stroboscope crashes')).toMatchObject({ items: [{ topic: '0x80263001' }] });
  });

  it('finds a signal that nobody has written about for years', async () => {
    const title = 'Gramophone plugin crashes on scratched grooves';
    await importPosts(deps(), complaints(4, { title, repository: 'acme/g', daysAgo: 900 }));
    const { items } = await ask('gramophone grooves');
    expect(items).toMatchObject([{ confirmed: true, volume: 4, mentionsLastWindow: 0 }]);
    expect((await opened.store.signals.list(LISTING)).rows.map(({ id }) => id)).not.toContain(items[0]?.id);
  });

  it('leaves out a few posts about no trouble', async () => {
    await importPosts(deps(), [
      aPost({
        externalId: 'gift',
        title: 'Gift for an uncle who collects harmonicas',
        body: 'He is sixty.',
        repository: null,
      }),
    ]);
    expect((await find('harmonicas for an uncle')).length).toBe(1);
    expect((await ask('harmonicas for an uncle')).items).toEqual([]);
  });

  it('cuts weak hits: one shared word of many is none', async () => {
    expect(await found('the redirect of the river flooded two villages near the mountains')).toEqual([]);
  });

  it('finds the one post that says an identifier and the word behind it', async () => {
    const posts = Array.from({ length: 14 }, (_, at) =>
      aPost({
        externalId: `layers-${at}`,
        title: 'Docker layer cache invalidated',
        body: at === 5 ? 'Then getUserProfileData overheats too.' : null,
      }),
    );
    await importPosts(deps(), posts);
    expect((await ask('getUserProfileData overheats')).items).toMatchObject([
      { match: { sentence: 'Then getUserProfileData overheats too.' } },
    ]);
  });

  it('takes the name of a repository for its posts, which rarely say it', async () => {
    const titles = {
      kite: 'Spreadsheet snapshots fail with corrupt rows',
      gull: 'Calendar snapshots crash for recurring appointments',
    };
    for (const [name, title] of Object.entries(titles))
      await importPosts(deps(), complaints(4, { title, repository: `acme/${name}` }));
    const matched = async (question: string) => (await ask(question)).items[0]?.match.sentence;
    expect(await matched('kite snapshots')).toMatch(/rows/);
    expect(await matched('gull snapshots')).toMatch(/appointments/);
  });

  it('finds nothing for words that no post knows, and for no words', async () => {
    expect(await find('xylophone zygote')).toEqual([]);
    expect(await find('!!! ???')).toEqual([]);
    expect(await find(`"'\\ & | ( ) * NEAR( : ^ -`)).toEqual([]);
  });

  it('finds what was imported since, and nothing that was hidden', async () => {
    await importPosts(
      deps(),
      complaints(4, { title: 'Zeppelin exporter writes corrupt archives', repository: 'acme/z' }),
    );
    const [hit] = await find('zeppelin exporter');
    expect(hit?.confirmed).toBe(true);
    await opened.store.hiding.signal(hit?.signalId ?? '', true);
    expect(await find('zeppelin exporter')).toEqual([]);
  });

  it('answers in order of relevance, within the limit, and the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 500 }), fc.integer({ min: 1, max: 4 }), async (noise, limit) => {
        const hits = await find(`redirect fails again ${noise}`, limit);
        const relevances = hits.map(({ relevance }) => relevance);
        expect(hits.length).toBeLessThanOrEqual(limit);
        expect(relevances).toEqual(relevances.toSorted((a, b) => b - a));
        expect(relevances.every((relevance) => relevance >= LEAST_RELEVANCE)).toBe(true);
        expect(await find(`redirect fails again ${noise}`, limit)).toEqual(hits);
      }),
      { numRuns: 25 },
    );
  });

  it('takes a long question for a text whose likes are sought', async () => {
    const text = Object.values(PAINS.pods).join(' ');
    const long = `${text} We run three clusters with a load balancer, an ingress, probes, budgets, quotas, sidecars, meshes, operators, charts, secrets, volumes, nodes, pools, zones, alerts, dashboards and runbooks.`;
    expect((await found(long.slice(0, 500)))[0]).toBe('pods');
    expect(await find('a'.repeat(500))).toEqual([]);
  });
});

it('finds an old post with the whole question behind thousands of newer ones with a single word', async () => {
  const opened = await openEmptyStore(() => NOW);
  const titles = [
    'Kaleidoscope flickers',
    ...repeat('Kaleidoscope is blank', 2_100),
    ...repeat('Screen flickers', 2_100),
  ];
  const posts = titles.map((title, at) => {
    const post = aPost({ externalId: String(at), title });
    const placement = { clusterId: title, similarity: 1, duplicateOf: null };
    return { id: at + 1, post, prepared: preparePost(post), placement, sample: false, storedAt: NOW };
  });
  const kinds = [...new Set(titles)];
  await opened.store.transaction(async (stores) => {
    await stores.posts.insert(posts);
    await stores.signalChanges.addCandidates(kinds, NOW);
    await stores.clusters.save({
      clusters: kinds.map((id) => ({
        id,
        signalId: id,
        documents: titles.filter((each) => each === id).length,
        lastAt: NOW,
        terms: [],
      })),
      documentFrequencies: [
        ['kaleidoscop', 2_101],
        ['flicker', 2_101],
      ],
      documents: posts.length,
      retired: [],
    });
  });

  const hits = await searchOver(opened.store).search('kaleidoscope flickers', 3);
  expect(hits?.map(({ postId }) => postId)).toContain(1);
  await opened.close();
});

const repeat = (title: string, times: number) => Array<string>(times).fill(title);

it('is unavailable while the database cannot be read, and says why', async () => {
  const opened = await openEmptyStore();
  const errors: unknown[] = [];
  const search = createSignalSearch({ store: opened.store, meaning: null, onError: (error) => errors.push(error) });
  expect(await search.search('login', 5)).toEqual([]);
  await opened.close();
  expect(await search.search('login', 5)).toBeNull();
  expect(errors).toHaveLength(1);
});
