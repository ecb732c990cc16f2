import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../../storage/test/support/eventually.ts';
import { importPosts } from '../../src/jobs/import.ts';
import { LIST_TOOLS, send, toolCall } from '../api/support/mcp.ts';
import { registerProgram } from '../api/support/oauth-program.ts';
import { type RunningServer, startServerAtItsAddress } from '../api/support/running-server.ts';
import { signedIn } from '../api/support/visitor.ts';
import { addKey, createKey, openEmptyStore, type TestStore } from '../support/filled-store.ts';
import { complaints, DAY_MS, NOW } from '../support/posts.ts';
import { rowTests } from './row-tests.ts';

const PIPELINE = '/api/meta/pipeline';
const LIST = '/api/pain-signals';
const SEARCH = '/api/signals/semantic-search?q=docker';
const JSON_TYPE = { 'content-type': 'application/json' };
/** So that there is something to page through. */
const MANY_SIGNALS = 1_000;

let opened: TestStore;
let server: RunningServer;
let key: string;
let id: string;
let now = NOW;
let hasManySignals = false;

beforeAll(async () => {
  opened = await openEmptyStore();
  const { store } = opened;
  const title = 'Docker layer cache invalidated again';
  const [first, ...others] = complaints(25, { title });
  const posts = first === undefined ? [] : [{ ...first, body: longBody() }, ...others];
  await importPosts({ store, now: () => NOW, newId: () => crypto.randomUUID() }, posts);
  id = (await store.signals.top({ metric: 'volume', limit: 1 }))[0]?.id ?? '';
  const list: typeof store.signals.list = async (listing) => {
    if (!hasManySignals) return store.signals.list(listing);
    const { rows } = await store.signals.list({ ...listing, page: 0, size: 1 });
    const start = listing.page * listing.size;
    const numbers = Array.from({ length: listing.size }, (_, index) => signalNumber(start + index));
    return { rows: rows.flatMap((row) => numbers.map((number) => ({ ...row, id: number }))), total: MANY_SIGNALS };
  };
  server = await startServerAtItsAddress({
    store: { ...store, signals: { ...store.signals, list } },
    now: () => now,
    asOf: null,
  });
});
beforeEach(async () => {
  now += 60_000;
  hasManySignals = false;
  key = await createKey(opened.store);
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

/** Twelve paragraphs of one complaint. */
const longBody = () =>
  Array.from({ length: 12 }, (_, part) =>
    `On day ${part} the docker layer cache was invalidated again although no file had changed. `.repeat(12).trim(),
  ).join('\n\n');
const signalNumber = (number: number) => `6ba7b810-9dad-41d1-80b4-${String(number).padStart(12, '0')}`;

const ask = (path: string, given = key) => server.ask(path.replace('{id}', id), { key: given });
const statusOf = async (path: string) => (await ask(path)).status;
const sizeOf = async (path: string) => ((await ask(path)).body as { size: number }).size;
const mcp = (bearer: string, body = LIST_TOOLS) =>
  send(server, body, { ...JSON_TYPE, authorization: `Bearer ${bearer}` });

const letter = rowTests('8');

letter.row('8', 'Rate limit', 'is 60 in any 60 seconds for a user, over REST, MCP, keys and programs', async () => {
  const { account, visitor } = await signedIn(server.url, opened.store);
  const keys = [await addKey(opened.store, account.id), await addKey(opened.store, account.id)] as const;
  const program = await registerProgram(server.url);
  const token = String((await program.redeem(await program.getCode(visitor))).body.access_token);
  const doors = [
    () => ask(PIPELINE, keys[0]).then(({ status, headers }) => [status, headers.get('ratelimit-remaining')]),
    () => mcp(keys[1]).then(({ status, headers }) => [status, headers['ratelimit-remaining']]),
    () => mcp(token).then(({ status, headers }) => [status, headers['ratelimit-remaining']]),
  ];
  for (let call = 0; call < 60; call += 1) expect(await doors[call % 3]?.()).toEqual([200, String(59 - call)]);
  for (const door of doors) expect(await door()).toEqual([429, '0']);
  expect(await statusOf(PIPELINE)).toBe(200);
  now += 59_999;
  for (const door of doors) expect(await door()).toEqual([429, '0']);
  now += 1;
  for (const door of doors) expect((await door())[0]).toBe(200);
});
letter.row('8', 'Rate limit', 'counts answers that were kept, and refusals, too', async () => {
  const left = async (path: string) => (await ask(path)).headers.get('ratelimit-remaining');
  const paths = ['/api/dashboard/top', '/api/dashboard/top', '/api/dashboard/top?limit=11', '/api/pain-signals/x'];
  const remaining = [];
  for (const path of paths) remaining.push(await left(path));
  expect(remaining).toEqual(['59', '58', '57', '56']);
});
for (const path of [LIST, `${LIST}/{id}/evidence`]) {
  letter.row('8', 'Page size', `is 20 by itself and 100 at most: ${path}`, async () => {
    expect(await sizeOf(path)).toBe(20);
    expect(await sizeOf(`${path}?size=100`)).toBe(100);
    expect(await statusOf(`${path}?size=101`)).toBe(400);
  });
}
letter.row('8', 'Page size', 'is how many items come', async () => {
  const count = async (query: string) =>
    ((await ask(`${LIST}/{id}/evidence${query}`)).body as { items: unknown[] }).items.length;
  expect([await count(''), await count('?size=21')]).toEqual([20, 21]);
});
for (const list of ['trending', 'emerging', 'top']) {
  letter.row('8', 'limit on dashboard endpoints', `is 10 at most and by itself: ${list}`, async () => {
    const path = `/api/dashboard/${list}`;
    expect((await ask(path)).body).toEqual((await ask(`${path}?limit=10`)).body);
    expect(await statusOf(`${path}?limit=11`)).toBe(400);
  });
}
letter.row('8', 'Semantic search', 'takes 3 to 500 characters and a limit from 1 to 50, 20 by itself', async () => {
  const withLength = (length: number) => statusOf(`/api/signals/semantic-search?q=${'a'.repeat(length)}`);
  expect([await withLength(2), await withLength(3), await withLength(500), await withLength(501)]).toEqual([
    400, 200, 200, 400,
  ]);
  const withLimit = (limit: number) => statusOf(`${SEARCH}&limit=${limit}`);
  expect([await withLimit(0), await withLimit(1), await withLimit(50), await withLimit(51)]).toEqual([
    400, 200, 200, 400,
  ]);
  expect(await sizeOf(SEARCH)).toBe(20);
});
for (const part of ['timeline', 'history']) {
  letter.row('8', 'days', `are 1 to 365: ${part}`, async () => {
    const withDays = (days: number) => statusOf(`${LIST}/{id}/${part}?days=${days}`);
    expect([await withDays(0), await withDays(1), await withDays(365), await withDays(366)]).toEqual([
      400, 200, 200, 400,
    ]);
  });
}
for (const [path, seconds] of [
  ['/api/dashboard/trending', 300],
  ['/api/dashboard/top', 300],
  [PIPELINE, 60],
] as const) {
  letter.row('8', 'Cache TTL', `is ${seconds} seconds: ${path}`, async () => {
    expect((await ask(path)).headers.get('cache-control')).toBe(`private, max-age=${seconds}`);
  });
}
letter.row('8', 'Brief freshness', 'ends when a brief is older than 7 days', async () => {
  const path = `${LIST}/{id}/brief`;
  const briefs = async () => ((await ask('/api/opportunities')).body as unknown[]).length;
  now = NOW + 7 * DAY_MS;
  expect([await statusOf(path), await briefs()]).toEqual([200, 1]);
  now += 1;
  expect([await statusOf(path), await briefs()]).toEqual([404, 0]);
  expect((await ask(path)).body).toMatchObject({ code: 'NOT_FOUND', reason: 'EXPIRED' });
});
for (const [mode, least, most] of [
  ['summary', 250, 300],
  ['full', 1_900, 2_000],
] as const) {
  letter.row('8', 'Evidence excerpts (MCP)', `have at most ${most} characters: ${mode}`, async () => {
    const { body } = await mcp(key, toolCall('get_signal_evidence', { signalId: id, mode, size: 100 }));
    const { result } = body as { result: { structuredContent: { items: { excerpt: string }[] } } };
    const longest = Math.max(...result.structuredContent.items.map(({ excerpt }) => excerpt.length));
    expect(longest).toBeLessThanOrEqual(most);
    expect(longest).toBeGreaterThan(least);
  });
}

/** A second for each look, since what was read is counted a moment after the answer. */
const untilTold = (told: (answer: Awaited<ReturnType<typeof ask>>) => void) =>
  eventually(async () => {
    now += 1_000;
    told(await ask(PIPELINE));
  }, 100);
/** The first time is a warning, and the key still works; the same again suspends it. */
async function warnsThenSuspends(misuse: () => Promise<void>, deed: string): Promise<void> {
  await misuse();
  await untilTold(({ status, headers }) =>
    expect([status, headers.get('warning')]).toEqual([200, expect.stringContaining(deed)]),
  );
  await misuse();
  await untilTold(({ status, body }) =>
    expect([status, body]).toEqual([401, expect.objectContaining({ code: 'KEY_SUSPENDED' })]),
  );
}
letter.row('8', 'Bulk export', 'is none: who pages through all signals is warned, then suspended', async () => {
  hasManySignals = true;
  await warnsThenSuspends(async () => {
    for (let page = 0; page < 6; page += 1) {
      now += 2_000;
      expect(await statusOf(`${LIST}?size=100&page=${page}`)).toBe(200);
    }
  }, 'more than half of all signals were listed');
});
letter.row('8', 'Semantic search use', 'in a loop is warned of, then suspends', async () => {
  await warnsThenSuspends(async () => {
    for (let search = 0; search < 61; search += 1) {
      now += 2_000;
      expect(await statusOf(SEARCH)).toBe(200);
    }
  }, 'more than 60 semantic searches');
});
letter.row('8', 'Fair use', 'is told to everybody, and a key can be revoked', async () => {
  const { info } = await server.read('/openapi.json', z.object({ info: z.object({ description: z.string() }) }));
  const terms = info.description.replaceAll(/\s+/g, ' ');
  for (const words of [
    'integrating data into agent workflows, automating market research and validation, and building internal dashboards or summaries',
    'Competitive scraping, data resale and training ML models on the corpus are not permitted',
    'no bulk export',
    'revocation',
  ])
    expect(terms).toContain(words);
  expect(await statusOf(PIPELINE)).toBe(200);
  await opened.store.keys.revoke(key.split('_')[1] ?? '');
  expect(await statusOf(PIPELINE)).toBe(401);
});

letter.everyRow();
