import { ErrorBody } from '@pain-signals/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importPosts } from '../../../src/jobs/import.ts';
import { AT, createKey, openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { complaints } from '../../support/posts.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

const NAMES = [
  ...['limit', 'maxVolume', 'minGrowth', 'metric', 'query', 'sortBy', 'direction', 'page', 'size', 'minScore'],
  ...['minDocumentDiversity', 'macroArea', 'painType', 'owner', 'days', 'q', '__proto__', 'constructor', ''],
];
const number = fc.oneof(fc.integer(), fc.double(), fc.bigInt()).map(String);
const value = fc.oneof(
  number,
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '0', '1', '100', 'score', 'asc', 'bug', 'AUTH_IDENTITY', '\0', '%', '"', `'; drop table posts`),
);
const query = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 6 });
const rawQuery = fc.stringMatching(/^[!$-;=?-Z_a-z~]{0,80}$/);

describe('whatever is asked', () => {
  let opened: TestStore;
  let server: RunningServer;
  let paths: string[];
  let now = AT;

  beforeAll(async () => {
    opened = await openEmptyStore();
    const posts = complaints(5, { daysAgo: 1 });
    await importPosts({ store: opened.store, now: () => AT, newId: () => crypto.randomUUID() }, posts);
    const [signal] = await opened.store.signals.top({ metric: 'score', limit: 1 });
    server = await startServer({
      store: opened.store,
      key: await createKey(opened.store),
      now: () => (now += 60_000),
    });
    const parts = ['', '/stats', '/timeline', '/history', '/evidence', '/brief'];
    paths = [
      ...['trending', 'emerging', 'top'].map((list) => `/api/dashboard/${list}`),
      '/api/pain-signals',
      '/api/signals/semantic-search',
      '/api/opportunities',
      '/api/meta/pipeline',
      ...parts.map((part) => `/api/pain-signals/${signal?.id}${part}`),
    ];
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  /** A fault of the caller's or an answer, never a fault of ours. */
  const check = async (path: string): Promise<void> => {
    const { status, body } = await server.ask(path);
    expect([200, 400, 404]).toContain(status);
    if (status !== 200) expect(ErrorBody.strict().parse(body).path).toBe(path.split('?')[0]);
  };

  it('with any parameters, it never fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), query, async (pick, parameters) => {
        await check(`${paths[pick % paths.length]}?${new URLSearchParams(parameters)}`);
      }),
      { numRuns: 300 },
    );
  });

  it('with any text for a query, it never fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), rawQuery, async (pick, text) => {
        await check(`${paths[pick % paths.length]}?${text}`);
      }),
      { numRuns: 100 },
    );
  });

  it('with any path, it never fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (text) => {
        await check(`/api/pain-signals/${encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E')}`);
      }),
      { numRuns: 100 },
    );
  });
});
