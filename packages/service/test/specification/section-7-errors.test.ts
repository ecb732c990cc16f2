import { ERROR_CODES, type ErrorCode } from '@pain-signals/contract';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { createApiKey } from '../../src/accounts/keys/api-keys.ts';
import { ATTEMPT_LIMITS } from '../../src/accounts/limits/attempt-limits.ts';
import { importPosts } from '../../src/jobs/import.ts';
import { type Answer, type RunningServer, startServer } from '../api/support/running-server.ts';
import { signedIn } from '../api/support/visitor.ts';
import { createKey, openEmptyStore, type TestStore } from '../support/filled-store.ts';
import { complaints, DAY_MS, NOW } from '../support/posts.ts';
import { type RowOf, rowTests } from './row-tests.ts';

const UNKNOWN = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
const PIPELINE = '/api/meta/pipeline';
const TOP = '/api/dashboard/top';

let opened: TestStore;
let server: RunningServer;
let key: string;
let id: string;
let now = NOW;
let isBroken = false;

beforeAll(async () => {
  opened = await openEmptyStore();
  const { store } = opened;
  await importPosts({ store, now: () => NOW, newId: () => crypto.randomUUID() }, complaints(6));
  id = (await store.signals.top({ metric: 'score', limit: 1 }))[0]?.id ?? '';
  const top: typeof store.signals.top = async (question) => {
    if (isBroken) throw new Error('the secret of the database');
    return store.signals.top(question);
  };
  server = await startServer({
    store: { ...store, signals: { ...store.signals, top } },
    now: () => now,
    asOf: null,
    search: { search: async () => null },
  });
});
beforeEach(async () => {
  now += 1_000;
  isBroken = false;
  key = await createKey(opened.store);
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

interface Fault {
  row: RowOf<'7'>;
  /** Where it is not the row's own. */
  status?: number;
  code: ErrorCode;
  when: string;
  /** What this service adds to the body. */
  besides?: { reason: string };
  path: string;
  provoke(path: string): Promise<Answer>;
}
const withKey = (path: string) => server.ask(path, { key });
const withKeyOf = async (plan: 'free' | 'pro', path: string) =>
  server.ask(path, { key: await createKey(opened.store, plan) });
const toMcp = (given: string | null) => (path: string) => server.ask(path, { method: 'POST', key: given });

async function spend(path: string): Promise<Answer> {
  for (let call = 0; call < 60; call += 1) expect((await withKey(PIPELINE)).status).toBe(200);
  return server.ask(path, { key, method: path === '/mcp' ? 'POST' : 'GET' });
}

async function suspend(path: string): Promise<Answer> {
  const [, prefix = ''] = key.split('_');
  const account = (await opened.store.keys.findByPrefix(prefix))?.account.id ?? '';
  await opened.store.transaction(async ({ fairUse: conduct }) => {
    const known = await conduct.lock(account);
    await conduct.save({ ...known, suspendedAt: now, suspendedFor: 'paging' });
  });
  return withKey(path);
}

async function orderBriefs(path: string): Promise<Answer> {
  const { visitor } = await signedIn(server.url, opened.store);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const me = await server.ask('/api/me', { key: null, headers: { cookie } });
  const { csrfToken } = me.body as { csrfToken: string };
  const order = () => server.ask(path, { key: null, method: 'POST', headers: { cookie, 'x-csrf-token': csrfToken } });
  for (let brief = 0; brief < ATTEMPT_LIMITS.brief.tries; brief += 1) expect((await order()).status).toBe(202);
  return order();
}

const FAULTS: Fault[] = [
  {
    row: '400',
    code: 'INVALID_PARAMETER',
    when: 'a parameter is out of range',
    path: `${TOP}?limit=11`,
    provoke: withKey,
  },
  {
    row: '400',
    code: 'INVALID_PARAMETER',
    when: 'a parameter is of another type',
    path: `${TOP}?limit=ten`,
    provoke: withKey,
  },
  {
    row: '400',
    code: 'INVALID_PARAMETER',
    when: 'a parameter is missing',
    path: '/api/signals/semantic-search',
    provoke: withKey,
  },
  {
    row: '400',
    code: 'INVALID_MACRO_AREA',
    when: 'an area is none of the eleven',
    path: '/api/pain-signals?macroArea=FRONTEND',
    provoke: withKey,
  },
  { row: '401', code: 'UNAUTHORIZED', when: 'there is no key', path: PIPELINE, provoke: (path) => server.ask(path) },
  {
    row: '401',
    code: 'UNAUTHORIZED',
    when: 'the key is not known',
    path: PIPELINE,
    provoke: (path) => server.ask(path, { key: createApiKey().key }),
  },
  { row: '401', code: 'UNAUTHORIZED', when: 'there is no key at the MCP server', path: '/mcp', provoke: toMcp(null) },
  { row: '401', code: 'KEY_SUSPENDED', when: 'the key is suspended', path: PIPELINE, provoke: suspend },
  {
    row: '403',
    code: 'PRO_REQUIRED',
    when: 'the key is valid without the Pro subscription',
    path: PIPELINE,
    provoke: (path) => withKeyOf('free', path),
  },
  {
    row: '403',
    code: 'PRO_REQUIRED',
    when: 'the key is valid without the Pro subscription, at the MCP server',
    path: '/mcp',
    provoke: async (path) => toMcp(await createKey(opened.store, 'free'))(path),
  },
  {
    row: '403',
    code: 'SESSION_REQUIRED',
    when: 'a key asks for what is for people',
    path: '/api/me',
    provoke: withKey,
  },
  { row: '404', code: 'NOT_FOUND', when: 'there is no such address', path: '/api/nothing', provoke: withKey },
  {
    row: '404',
    code: 'NOT_FOUND',
    when: 'there is no such signal',
    path: `/api/pain-signals/${UNKNOWN}`,
    provoke: withKey,
  },
  {
    row: '404',
    code: 'NOT_FOUND',
    when: 'there is no such brief',
    path: `/api/pain-signals/${UNKNOWN}/brief`,
    provoke: withKey,
  },
  {
    row: '404',
    code: 'NOT_FOUND',
    when: 'the brief is older than 7 days',
    path: '/api/pain-signals/{id}/brief',
    besides: { reason: 'EXPIRED' },
    async provoke(path) {
      expect((await withKey(path)).status).toBe(200);
      now += 7 * DAY_MS;
      return withKey(path);
    },
  },
  { row: '429', code: 'RATE_LIMITED', when: 'the budget is spent', path: PIPELINE, provoke: spend },
  { row: '429', code: 'RATE_LIMITED', when: 'the budget is spent, at the MCP server', path: '/mcp', provoke: spend },
  {
    row: '429',
    code: 'QUOTA_EXCEEDED',
    when: "the day's briefs are ordered",
    path: '/api/pain-signals/{id}/brief/generate',
    provoke: orderBriefs,
  },
  {
    row: '503',
    code: 'SEARCH_UNAVAILABLE',
    when: 'the search is away',
    path: '/api/signals/semantic-search?q=docker',
    provoke: withKey,
  },
  {
    row: 'code',
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    when: 'something is to be written',
    path: '/api/opportunities',
    provoke: (path) => server.ask(path, { key, method: 'DELETE' }),
  },
  {
    row: 'code',
    status: 500,
    code: 'INTERNAL',
    when: 'the service has a fault',
    path: `${TOP}?metric=growth`,
    provoke(path) {
      isBroken = true;
      return withKey(path);
    },
  },
];

const letter = rowTests('7');

for (const { row, status = Number(row), code, when, path, besides, provoke } of FAULTS) {
  letter.row('7', row, `${row === 'code' ? `${status} ` : ''}is ${code} when ${when}`, async () => {
    const asked = path.replace('{id}', id);
    const { status: given, headers, body } = await provoke(asked);
    expect([given, body]).toEqual([
      status,
      { code, message: expect.any(String), path: asked.split('?')[0], ...besides },
    ]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('no-store');
  });
}

letter.row('7', '401', 'says in a challenge how to come back', async () => {
  expect((await server.ask(PIPELINE)).headers.get('www-authenticate')).toBe('Bearer realm="pain-signals"');
});
letter.row('7', '429', 'says to wait one second, and what the budget is', async () => {
  const { headers, body } = await spend(PIPELINE);
  expect(headers.get('retry-after')).toBe('1');
  expect(headers.get('ratelimit-limit')).toBe('60');
  expect(headers.get('ratelimit-remaining')).toBe('0');
  expect(Number(headers.get('ratelimit-reset'))).toBe(60);
  expect(body).toMatchObject({ message: expect.stringContaining('Wait one second and retry') });
});
letter.row('7', '503', 'says to retry, less and less often', async () => {
  const { body } = await withKey('/api/signals/semantic-search?q=docker');
  expect(body).toMatchObject({ message: expect.stringMatching(/Retry with exponential backoff/) });
});
letter.row('7', 'code', 'is one of a list, each of which was provoked above and is described', async () => {
  expect(new Set(FAULTS.map((fault) => fault.code))).toEqual(new Set(ERROR_CODES));
  const document = JSON.stringify(await server.read('/openapi.json', z.unknown()));
  expect(ERROR_CODES.filter((code) => !document.includes(code))).toEqual([]);
});
letter.row('7', 'message', 'of INVALID_MACRO_AREA names the value and lists the valid ones', async () => {
  const { body } = await withKey('/api/pain-signals?macroArea=FRONTEND');
  const { message } = body as { message: string };
  expect(message).toContain('"FRONTEND"');
  expect(message.match(/[A-Z]+(_[A-Z]+)+/g)).toHaveLength(11);
});
letter.row('7', 'message', 'of INVALID_PARAMETER names the parameter, the value and what is allowed', async () => {
  const { body } = await withKey(`${TOP}?limit=11`);
  expect(body).toMatchObject({ message: 'limit is "11". Allowed: an integer from 1 to 10.' });
});
letter.row('7', 'message', 'of a fault inside tells nothing of it', async () => {
  isBroken = true;
  const { body } = await withKey(`${TOP}?metric=volume`);
  expect((body as { message: string }).message).not.toContain('secret');
});
letter.row('7', 'path', 'is that of the request, without its query', async () => {
  const { body } = await withKey('/api/pain-signals?query=confidential&size=0');
  expect(body).toMatchObject({ path: '/api/pain-signals' });
  expect(JSON.stringify(body)).not.toContain('confidential');
});

letter.everyRow();
