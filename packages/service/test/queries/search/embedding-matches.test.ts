import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchableSignal } from '../../../src/model/signal.ts';
import { createEmbeddingMatches } from '../../../src/queries/search/embedding-matches.ts';
import { rankSignals } from '../../../src/search/rank-signals.ts';
import { type LocalServer, sendJson, startServer } from '../../sources/support/local-server.ts';
import { openEmptyStore, type TestStore } from '../../support/filled-store.ts';

const KEY = 'sk-very-secret-key';

/** What the pretended model knows: each topic is a direction, whatever words it is told in. */
const TOPICS = [
  ['login', 'redirect', 'identity', 'refresh token', 'who am i'],
  ['pod', 'rollout', 'sigterm', 'closing down gently'],
  ['flaky', 'random order', 'moody suite'],
  ['invoice', 'bill', 'wallet bleeding'],
];

const SIGNALS: SearchableSignal[] = [
  ['login', 'Refresh token is lost after the redirect', 'login gone after callback'],
  ['pods', 'Old pods drop requests during a rollout', 'SIGTERM arrives and requests fail'],
  ['tests', 'Test suite fails in random order', 'flaky again'],
  ['bill', 'NAT gateway costs more than compute', 'the bill doubled'],
].map(([id = '', topic = '', passage = '']) => ({
  id,
  topic,
  passages: [`${topic}\n${passage}`],
}));

function vectorOf(text: string, dimension: number): number[] {
  const told = TOPICS.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length);
  return [...told, 0.05, ...Array.from({ length: dimension - TOPICS.length - 1 }, () => 0)];
}

describe('meaning by an embeddings endpoint', () => {
  let opened: TestStore;
  let server: LocalServer;
  let errors: string[];
  let dimension: number;
  let answer: 'vectors' | 'failure' | 'nonsense' | 'redirect';

  beforeEach(async () => {
    opened = await openEmptyStore();
    errors = [];
    dimension = 8;
    answer = 'vectors';
    server = await startServer((request, response) => {
      if (answer === 'failure') return response.writeHead(500).end(`no, ${KEY}`);
      if (answer === 'nonsense') return sendJson(response, { data: [{ index: 0, embedding: ['x'] }] });
      if (answer === 'redirect') return response.writeHead(307, { location: '/elsewhere' }).end();
      const { input } = JSON.parse(request.body) as { input: string[] };
      sendJson(response, { data: input.map((text, index) => ({ index, embedding: vectorOf(text, dimension) })) });
    });
  });
  afterEach(() => opened.close());

  // The signals of this file are in no table, and would be pruned.

  const meaningOf = (model: string) =>
    createEmbeddingMatches(
      { url: `${server.url}/v1`, model, apiKey: KEY },
      {
        signals: { ...opened.store.signals, searchable: () => Readable.from(SIGNALS) },
        vectors: { ...opened.store.vectors, prune: async () => {} },
      },
      (error) => errors.push(String(error)),
    );
  const texts = () => server.seen.flatMap(({ body }) => (JSON.parse(body) as { input: string[] }).input);
  /** Without a word in common. */
  const find = async (question: string, meaning: ReturnType<typeof meaningOf>) =>
    rankSignals([], [], new Map(), await meaning.match(question)).map(({ signalId }) => signalId);

  it('finds a signal that shares no word with the question, and nothing for what is near none', async () => {
    const meaning = meaningOf('first');
    await meaning.load();
    expect(await find('my wallet bleeding', meaning)).toEqual(['bill']);
    expect(await find('closing down gently', meaning)).toEqual(['pods']);
    expect(await find('see you at the lake', meaning)).toEqual([]);
    expect(server.seen[0]?.url.pathname).toBe('/v1/embeddings');
    expect(server.seen.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
  });

  it('finds no signal nearer than the same text, though the product of a unit vector with itself is more than 1', async () => {
    const meaning = meaningOf('first');
    await meaning.load();
    expect((await meaning.match('see the bill')).get('bill')).toBe(1);
  });

  it('says nothing until every signal has its vector, and asks for none', async () => {
    const meaning = meaningOf('first');
    expect(await meaning.match('refresh token')).toEqual(new Map());
    expect(server.seen).toEqual([]);
  });

  it('asks once for each text, also after a start, and once for each question', async () => {
    await meaningOf('first').load();
    expect(texts()).toHaveLength(SIGNALS.length);
    const meaning = meaningOf('first');
    await meaning.load();
    expect(texts()).toHaveLength(SIGNALS.length);
    await meaning.match('who am i');
    await meaning.match('who am i');
    expect(texts()).toHaveLength(SIGNALS.length + 1);
  });

  it('asks anew for every signal when the model is another one, and never compares the two', async () => {
    await meaningOf('first').load();
    dimension = 12;
    const meaning = meaningOf('second');
    expect(await meaning.match('who am i')).toEqual(new Map());
    await meaning.load();
    expect(texts()).toHaveLength(2 * SIGNALS.length);
    expect(await find('who am i', meaning)).toEqual(['login']);
    expect((await opened.store.vectors.all('first')).length).toBe(0);
  });

  it('keeps no vector of a signal that cannot be found any more', async () => {
    await meaningOf('first').load();
    expect(await opened.store.vectors.all('first')).toHaveLength(SIGNALS.length);
    await opened.store.vectors.prune();
    expect(await opened.store.vectors.all('first')).toEqual([]);
  });

  it.each(['failure', 'nonsense', 'redirect'] as const)(
    'says nothing after a %s, reports it without the key, and rests',
    async (trouble) => {
      const meaning = meaningOf('first');
      await meaning.load();
      answer = trouble;
      const before = server.seen.length;
      expect(await find('refresh token', meaning)).toEqual([]);
      expect(await find('random order', meaning)).toEqual([]);
      expect(server.seen.length).toBe(before + 1);
      expect(errors).toHaveLength(1);
      expect(errors.join()).not.toContain(KEY);
      expect(server.seen.some(({ url }) => url.pathname === '/elsewhere')).toBe(false);
    },
  );
});
