import { afterAll, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import type { SignalSearch } from '../../src/queries/deps.ts';
import { connectClient, LIST_TOOLS, REVISIONS, send, toolCall } from '../api/support/mcp.ts';
import { type RunningServer, searchOver, startServer } from '../api/support/running-server.ts';
import { AT, addRises, createKey, openFilledStore, type TestStore } from '../support/filled-store.ts';
import { type RowOf, rowTests, type Section } from './row-tests.ts';

type Item = Record<string, unknown>;
interface Operation {
  parameters?: { name: string; required?: boolean; schema: { default?: unknown } }[];
}

let opened: TestStore;
let server: RunningServer;
let key: string;
let search: SignalSearch;
let isSearchAway = false;
let id: string;
let signals: Item[];
let operations: Record<string, { get?: Operation }>;

beforeAll(async () => {
  opened = await openFilledStore();
  await addRises(opened.store);
  key = await createKey(opened.store);
  search = await searchOver(opened.store);
  let now = AT;
  server = await startServer({
    store: opened.store,
    key,
    // A minute for each question, so that none is refused.
    now: () => (now += 60_000),
    search: { search: async (question, limit) => (isSearchAway ? null : search.search(question, limit)) },
  });
  id = (await items('/api/opportunities'))[0]?.painSignalId as string;
  signals = await list('');
  operations = (await read('/openapi.json')).paths as typeof operations;
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

const at = (path: string) => path.replace('{id}', id);
const read = (path: string): Promise<Item> => server.read(at(path), z.custom<Item>());
const items = async (path: string): Promise<Item[]> => {
  const answer = await read(path);
  return (Array.isArray(answer) ? answer : answer.items) as Item[];
};
/** All pages of a list. */
async function list(query: string): Promise<Item[]> {
  const found: Item[] = [];
  for (let page = 0; found.length === 100 * page; page++)
    found.push(...(await items(`/api/pain-signals?size=100&page=${page}&${query}`)));
  return found;
}
const wordsOf = (text: unknown): string[] =>
  String(text)
    .toLowerCase()
    .match(/[a-z]{6,}/g) ?? [];
const numbersOf = (found: Item[], name: string) => found.map((item) => item[name] as number);
const falling = (numbers: number[]) => numbers.toSorted((a, b) => b - a);

const letter = rowTests('4');

interface Parameter {
  /** With what else is needed for an answer. */
  path: string;
  name: string;
  /** What it is where it is left out; undefined for nothing, null where it must be given. */
  otherwise?: string | number | null;
  taken: (string | number)[];
  refused: (string | number)[];
  /** As the error says it. */
  allowed: string;
}

/** Both ends and a value between are taken; just outside and other types are refused; left out it is the default. */
function parameter<Of extends Section>(section: Of, row: RowOf<Of>, given: Parameter): void {
  const { path, name, otherwise, taken, refused, allowed } = given;
  const withValue = (value: string | number) =>
    `${at(path)}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  const prefix = row === name ? '' : `has ${name}, which `;

  letter.row(section, row, `${prefix}takes ${taken.map(shortened).join(', ')}`, async () => {
    for (const value of taken) expect([value, (await server.ask(withValue(value))).status]).toEqual([value, 200]);
  });
  letter.row(section, row, `${prefix}refuses ${refused.map(shortened).join(', ')}: ${allowed}`, async () => {
    for (const value of refused) {
      const { status, body } = await server.ask(withValue(value));
      expect([value, status]).toEqual([value, 400]);
      const { code, message } = body as Record<string, string>;
      expect(code).toBe(name === 'macroArea' ? 'INVALID_MACRO_AREA' : 'INVALID_PARAMETER');
      expect(message).toMatch(new RegExp(`^${name} is `));
      expect(message).toContain(shortened(value));
      expect(message).toContain(allowed);
    }
  });
  if (otherwise === null) {
    letter.row(section, row, `${prefix}is required`, async () => {
      expect(described(path, name)?.required).toBe(true);
      expect((await server.ask(path)).body).toMatchObject({ message: `${name} is missing. Allowed: ${allowed}.` });
    });
  } else if (otherwise === undefined) {
    letter.row(section, row, `${prefix}has no default`, () => {
      expect(described(path, name)).toBeDefined();
      expect(described(path, name)?.schema.default).toBeUndefined();
    });
  } else {
    letter.row(section, row, `${prefix}is ${otherwise} where it is left out`, async () => {
      expect(described(path, name)?.schema.default).toBe(otherwise);
      expect(await read(path)).toEqual(await server.read(withValue(otherwise), z.unknown()));
    });
  }
}

const shortened = (value: string | number) => {
  const text = String(value);
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
};
const described = (path: string, name: string) =>
  operations[path.split('?')[0] ?? '']?.get?.parameters?.find((one) => one.name === name);

const upTo = (most: number) => ({
  taken: [1, most],
  refused: [0, most + 1, -1, 'ten', '', '1.5', '1e1', 'true'],
  allowed: `an integer from 1 to ${most}`,
});
const LIMIT = { name: 'limit', otherwise: 10, ...upTo(10) };
const SIZE = { name: 'size', otherwise: 20, ...upTo(100) };
const DAYS = { name: 'days', ...upTo(365) };
const PAGE = {
  name: 'page',
  otherwise: 0,
  taken: [0, 1, 2_147_483_647],
  refused: [-1, 2_147_483_648, 'first', '', '0.5'],
  allowed: 'an integer from 0 to 2147483647',
};

const GET_PATHS = [
  '/api/dashboard/trending',
  '/api/dashboard/emerging',
  '/api/dashboard/top',
  '/api/pain-signals',
  '/api/pain-signals/{id}',
  '/api/pain-signals/{id}/stats',
  '/api/pain-signals/{id}/timeline',
  '/api/pain-signals/{id}/history',
  '/api/pain-signals/{id}/evidence',
  '/api/pain-signals/{id}/brief',
  '/api/signals/semantic-search?q=tests',
  '/api/opportunities',
  '/api/meta/pipeline',
];
letter.row('4.0', 'methods', 'are GET alone: nothing can be written', async () => {
  for (const path of GET_PATHS)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await server.ask(at(path), { method });
      expect([path, method, status]).toEqual([path, method, 405]);
      expect(body).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    }
});
letter.row('4.0', 'JSON', 'is what each answers', async () => {
  for (const path of GET_PATHS) {
    const { status, headers } = await server.ask(at(path));
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});
letter.row('4.0', 'Authorization', 'is required by each', async () => {
  for (const path of GET_PATHS) expect((await server.ask(at(path), { key: null })).status).toBe(401);
});

const TRENDING = '/api/dashboard/trending';
letter.row('4.1', `GET ${TRENDING}`, 'gives the top signals by growth rate', async () => {
  const growth = numbersOf(await items(TRENDING), 'growth');
  expect(growth.length).toBeGreaterThan(1);
  expect(growth).toEqual(falling(growth));
  expect(await items(`${TRENDING}?limit=1`)).toHaveLength(1);
});
parameter('4.1', `GET ${TRENDING}`, { path: TRENDING, ...LIMIT });

const EMERGING = '/api/dashboard/emerging';
letter.row('4.1', `GET ${EMERGING}`, 'gives signals of low volume and high growth', async () => {
  const found = await items(`${EMERGING}?minGrowth=-1&maxVolume=1000000`);
  expect(found.length).toBeGreaterThan(1);
  const most = Math.max(...numbersOf(found, 'volume'));
  const few = await items(`${EMERGING}?minGrowth=-1&maxVolume=${most - 1}`);
  expect(numbersOf(few, 'volume').every((volume) => volume < most)).toBe(true);
  expect(await items(`${EMERGING}?maxVolume=${most}`)).toHaveLength(found.length);
  const best = Math.max(...numbersOf(found, 'growth'));
  const fast = numbersOf(await items(`${EMERGING}?minGrowth=${best}`), 'growth');
  expect(fast.length).toBeGreaterThan(0);
  expect(fast.every((growth) => growth === best)).toBe(true);
  expect(await items(`${EMERGING}?minGrowth=${best + 0.001}`)).toEqual([]);
});
parameter('4.1', `GET ${EMERGING}`, {
  path: EMERGING,
  name: 'maxVolume',
  otherwise: 100,
  taken: [0, 1, Number.MAX_SAFE_INTEGER],
  refused: [-1, '2.5', 'many', ''],
  allowed: 'an integer of at least 0',
});
parameter('4.1', `GET ${EMERGING}`, {
  path: EMERGING,
  name: 'minGrowth',
  otherwise: 0.5,
  taken: [-1, 0, 0.5, 12.25],
  refused: ['high', '', 'NaN', 'Infinity'],
  allowed: 'a decimal number',
});
parameter('4.1', `GET ${EMERGING}`, { path: EMERGING, ...LIMIT });

const TOP = '/api/dashboard/top';
letter.row('4.1', `GET ${TOP}`, 'gives the top signals by each metric', async () => {
  for (const metric of ['score', 'growth', 'volume']) {
    const values = numbersOf(await items(`${TOP}?metric=${metric}`), metric);
    expect(values).toHaveLength(10);
    expect(values).toEqual(falling(values));
    expect(values[0]).toBe(Math.max(...numbersOf(signals, metric)));
    expect(await items(`${TOP}?metric=${metric}&limit=3`)).toHaveLength(3);
  }
});
parameter('4.1', `GET ${TOP}`, {
  path: TOP,
  name: 'metric',
  otherwise: 'score',
  taken: ['score', 'growth', 'volume'],
  refused: ['lastSeenAt', 'Score', '', '1'],
  allowed: 'one of score, growth, volume',
});
parameter('4.1', `GET ${TOP}`, { path: TOP, ...LIMIT });

const LIST = '/api/pain-signals';
letter.row('4.2', 'GET /api/pain-signals', 'gives a page of 20 of all signals', async () => {
  expect(await read(LIST)).toMatchObject({ page: 0, size: 20, totalItems: signals.length });
});
parameter('4.2.1', 'query', {
  path: LIST,
  name: 'query',
  taken: ['', 'a', 'a'.repeat(500), '"two words"', '%'],
  refused: ['a'.repeat(501)],
  allowed: '0 to 500 characters',
});
letter.row('4.2.1', 'query', 'is looked for in topic and summary', async () => {
  const described = await Promise.all(signals.slice(0, 20).map(({ id }) => read(`${LIST}/${id}`)));
  const alone = (of: 'topic' | 'summary', other: 'topic' | 'summary') =>
    described
      .map((signal) => ({
        id: signal.id,
        word: wordsOf(signal[of]).find((word) => !wordsOf(signal[other]).includes(word)),
      }))
      .find(({ word }) => word !== undefined);
  for (const one of [alone('topic', 'summary'), alone('summary', 'topic')]) {
    const found = await list(`query=${one?.word?.toUpperCase()}`);
    expect([one?.word, found.map((item) => item.id)]).toEqual([one?.word, expect.arrayContaining([one?.id])]);
    expect(found.length).toBeLessThan(signals.length);
  }
  expect(await list('query=zzzzzz')).toEqual([]);
});
parameter('4.2.1', 'sortBy', {
  path: LIST,
  name: 'sortBy',
  otherwise: 'score',
  taken: ['score', 'growth', 'volume', 'lastSeenAt'],
  refused: ['topic', 'SCORE', '', '0'],
  allowed: 'one of score, growth, volume, lastSeenAt',
});
parameter('4.2.1', 'direction', {
  path: LIST,
  name: 'direction',
  otherwise: 'desc',
  taken: ['asc', 'desc'],
  refused: ['DESC', 'up', '', '1'],
  allowed: 'one of asc, desc',
});
for (const sortBy of ['score', 'growth', 'volume', 'lastSeenAt']) {
  const sorted = async (direction: string) =>
    (await list(`sortBy=${sortBy}&direction=${direction}`)).map((item) =>
      sortBy === 'lastSeenAt' ? Date.parse(item.lastSeenAt as string) : (item[sortBy] as number),
    );
  letter.row('4.2.1', 'sortBy', `sorts by ${sortBy}, the highest first`, async () => {
    const values = await sorted('desc');
    expect(new Set(values).size).toBeGreaterThan(1);
    expect(values).toEqual(falling(values));
  });
  letter.row('4.2.1', 'direction', `turns the order by ${sortBy} round`, async () => {
    const values = await sorted('asc');
    expect(values).toHaveLength(signals.length);
    expect(values).toEqual(falling(values).reverse());
  });
}
parameter('4.2.1', 'page', { path: LIST, ...PAGE });
letter.row('4.2.1', 'page', 'begins with 0, and none is skipped or given twice', async () => {
  const pages = [];
  for (let page = 0; page * 30 < signals.length; page++) pages.push(await items(`${LIST}?size=30&page=${page}`));
  expect(pages.flat().map((item) => item.id)).toEqual(signals.map((item) => item.id));
});
parameter('4.2.1', 'size', { path: LIST, ...SIZE });
parameter('4.2.1', 'minScore', {
  path: LIST,
  name: 'minScore',
  taken: [0, 100, 49.5, -1],
  refused: ['high', '', 'NaN', '1e2'],
  allowed: 'a decimal number',
});
letter.row('4.2.1', 'minScore', 'is inclusive', async () => {
  const middle = signals[Math.floor(signals.length / 2)]?.score as number;
  const scores = numbersOf(await list(`minScore=${middle}`), 'score');
  expect(scores).toEqual(numbersOf(signals, 'score').filter((score) => score >= middle));
  expect(scores).toContain(middle);
});
parameter('4.2.1', 'minDocumentDiversity', {
  path: LIST,
  name: 'minDocumentDiversity',
  taken: [0, 1, 2_147_483_647],
  refused: [-1, 2_147_483_648, 'many', '', '1.5'],
  allowed: 'an integer from 0 to 2147483647',
});
letter.row('4.2.1', 'minDocumentDiversity', 'leaves the signals of at least so many repositories', async () => {
  let before = signals.map((item) => item.id);
  const sizes = [];
  for (let least = 1; before.length > 0; least += 1) {
    const left = (await list(`minDocumentDiversity=${least}`)).map((item) => item.id);
    expect(before).toEqual(expect.arrayContaining(left));
    sizes.push(left.length);
    before = left;
  }
  expect(new Set(sizes).size).toBeGreaterThan(2);
});
parameter('4.2.1', 'macroArea', {
  path: LIST,
  name: 'macroArea',
  taken: ['AUTH_IDENTITY', 'AI_AGENTS_LLM'],
  refused: ['auth_identity', 'AUTH', '', '1'],
  allowed: 'AUTH_IDENTITY, AI_AGENTS_LLM, ',
});
letter.row('4.2.1', 'macroArea', 'leaves the signals of that area, of each of eleven', async () => {
  const { body } = await server.ask(`${LIST}?macroArea=x`);
  const areas = (body as { message: string }).message.match(/[A-Z]+(_[A-Z]+)+/g) ?? [];
  expect(areas).toHaveLength(11);
  for (const area of areas)
    expect(await list(`macroArea=${area}`)).toEqual(signals.filter(({ macroArea }) => macroArea === area));
});
parameter('4.2.1', 'painType', {
  path: LIST,
  name: 'painType',
  taken: ['bug', 'feature_request', 'complaint', 'question'],
  refused: ['Bug', 'pain', '', '1'],
  allowed: 'one of bug, feature_request, complaint, question',
});
letter.row('4.2.1', 'painType', 'leaves the signals of that type', async () => {
  for (const type of ['bug', 'feature_request', 'complaint', 'question'])
    expect(await list(`painType=${type}`)).toEqual(signals.filter(({ painType }) => painType === type));
});
parameter('4.2.1', 'owner', {
  path: LIST,
  name: 'owner',
  taken: ['', 'a', 'a'.repeat(200)],
  refused: ['a'.repeat(201)],
  allowed: '0 to 200 characters',
});
letter.row('4.2.1', 'owner', 'is a part of the name of the top owner', async () => {
  const owners = signals.map(({ topOwnerName }) => topOwnerName as string | null);
  const part = owners.find((owner) => owner !== null)?.slice(1, -1) ?? '';
  const found = await list(`owner=${part}`);
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(signals.filter((_item, index) => owners[index]?.includes(part)));
});

for (const [row, part] of [
  ['GET /api/pain-signals/{id}', ''],
  ['GET /api/pain-signals/{id}/stats', '/stats'],
  ['GET /api/pain-signals/{id}/timeline', '/timeline'],
  ['GET /api/pain-signals/{id}/history', '/history'],
  ['GET /api/pain-signals/{id}/evidence', '/evidence'],
  ['GET /api/pain-signals/{id}/brief', '/brief'],
] as const) {
  letter.row('4.2', row, 'takes the UUID of a signal, and no other id is found', async () => {
    const answer = JSON.stringify(await read(`${LIST}/{id}${part}`));
    expect(answer).toContain(id);
    for (const other of ['6ba7b810-9dad-41d1-80b4-00c04fd430c8', 'not-a-uuid', '1']) {
      const { status, body } = await server.ask(`${LIST}/${other}${part}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'NOT_FOUND', path: `${LIST}/${other}${part}` });
    }
  });
}
parameter('4.2', 'GET /api/pain-signals/{id}/timeline', { path: `${LIST}/{id}/timeline`, ...DAYS, otherwise: 30 });
letter.row('4.2', 'GET /api/pain-signals/{id}/timeline', 'has as many days as asked for, 30 by itself', async () => {
  const days = async (query: string) => ((await read(`${LIST}/{id}/timeline${query}`)).buckets as Item[]).length;
  expect([await days(''), await days('?days=1'), await days('?days=365')]).toEqual([30, 1, 365]);
});
parameter('4.2', 'GET /api/pain-signals/{id}/history', { path: `${LIST}/{id}/history`, ...DAYS, otherwise: 90 });
parameter('4.2', 'GET /api/pain-signals/{id}/evidence', { path: `${LIST}/{id}/evidence`, ...PAGE });
parameter('4.2', 'GET /api/pain-signals/{id}/evidence', { path: `${LIST}/{id}/evidence`, ...SIZE });
letter.row('4.2', 'GET /api/pain-signals/{id}/brief', 'is 404 where there is no brief', async () => {
  const briefed = (await items('/api/opportunities')).map(({ painSignalId }) => painSignalId);
  const without = signals.find((signal) => !briefed.includes(signal.id))?.id;
  expect(await server.ask(`${LIST}/${without}/brief`)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', reason: expect.stringMatching(/^(TOO_FEW_POSTS|TOO_FEW_ALIKE|NOT_WRITTEN_YET)$/) },
  });
});

const SEARCH = '/api/signals/semantic-search';
parameter('4.3', 'q', {
  path: SEARCH,
  name: 'q',
  otherwise: null,
  taken: ['abc', 'a'.repeat(500)],
  refused: ['', 'ab', 'a'.repeat(501)],
  allowed: '3 to 500 characters',
});
parameter('4.3', 'limit', { path: `${SEARCH}?q=tests`, name: 'limit', otherwise: 20, ...upTo(50) });
letter.row('4.3', 'response', 'is a page of signals, the best answer first', async () => {
  const { id: best, topic } = signals[0] ?? {};
  const found = await read(`${SEARCH}?limit=5&q=${encodeURIComponent(String(topic))}`);
  expect(found).toMatchObject({ page: 0, size: 5, totalPages: 1, items: expect.any(Array) });
  const [first] = found.items as Item[];
  expect(first).toMatchObject({ ...signals[0], id: best });
});
letter.row('4.3', 'unavailable', 'is 503', async () => {
  isSearchAway = true;
  const answer = await server.ask(`${SEARCH}?q=tests`);
  isSearchAway = false;
  expect(answer).toMatchObject({ status: 503, body: { code: 'SEARCH_UNAVAILABLE', path: SEARCH } });
});

letter.row('4.4', 'GET /api/opportunities', 'gives all briefs, one a signal, and takes no parameters', async () => {
  const briefs = await items('/api/opportunities');
  expect(operations['/api/opportunities']?.get?.parameters).toBeUndefined();
  expect(await items('/api/opportunities?page=1&size=1')).toEqual(briefs);
  const known = new Set(briefs.map(({ painSignalId }) => painSignalId));
  for (const signal of signals) {
    const { status } = await server.ask(`${LIST}/${signal.id}/brief`);
    expect([signal.id, status]).toEqual([signal.id, known.has(signal.id) ? 200 : 404]);
  }
});
letter.row('4.4', 'GET /api/meta/pipeline', 'says how fresh the figures are', async () => {
  expect(await read('/api/meta/pipeline')).toMatchObject({ latestSnapshotAt: new Date(AT).toISOString() });
});

const SESSION_ONLY = { status: 403, body: { code: 'SESSION_REQUIRED' } };
letter.row('4.5', 'POST /api/pain-signals/{id}/brief/generate', 'is refused for API keys', async () => {
  const before = await read(`${LIST}/{id}/brief`);
  const answer = await server.ask(at(`${LIST}/{id}/brief/generate`), { method: 'POST' });
  expect(answer).toMatchObject(SESSION_ONLY);
  expect(await read(`${LIST}/{id}/brief`)).toEqual(before);
});
for (const [row, path, method] of [
  ['brief generation', `${LIST}/{id}/brief/generate`, 'POST'],
  ['user profile', '/api/me', 'GET'],
  ['alerts', '/api/alerts', 'GET'],
  ['billing', '/api/billing', 'GET'],
  ['raw chunk record', '/api/chunks/1-0', 'GET'],
] as const) {
  letter.row('4.6', row, `is out of a key's reach: ${method} ${path}`, async () => {
    expect(await server.ask(at(path), { method })).toMatchObject(SESSION_ONLY);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (body: string, headers: Record<string, string> = JSON_TYPE) =>
  send(server, body, { authorization: `Bearer ${key}`, ...headers });
const callTool = async (name: string, args: unknown) => {
  const { body } = await post(toolCall(name, args));
  return (body as { result: { structuredContent: Item; isError?: boolean; content: [{ text: string }] } }).result;
};
letter.row('4.7', 'Transport', 'is Streamable HTTP, as the official client speaks it', async () => {
  for (const revision of REVISIONS) {
    const client = await connectClient(server, key, revision);
    expect((await client.listTools()).tools).toHaveLength(8);
    await client.close();
  }
});
letter.row('4.7', 'Server URL', 'is /mcp', async () => {
  expect((await post(LIST_TOOLS)).status).toBe(200);
  expect((await post(LIST_TOOLS, { ...JSON_TYPE, path: '/mcp/x' })).status).toBe(404);
});
letter.row('4.7', 'Protocol', 'is JSON-RPC 2.0 over POST as application/json', async () => {
  const { headers, body } = await post(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' }));
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(body).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
  expect((await post(LIST_TOOLS, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post('{', JSON_TYPE)).body).toMatchObject({ error: { code: -32_700 } });
  expect((await server.ask('/mcp')).status).toBe(405);
});
letter.row('4.7', 'tools/list', 'gives 8 tools after authentication', async () => {
  expect((await send(server, LIST_TOOLS, JSON_TYPE)).status).toBe(401);
  const { body } = await post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  const { tools } = (body as { result: { tools: Item[] } }).result;
  expect(tools).toHaveLength(8);
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['opportunity_brief', 'get_signal_evidence']));
});
letter.row('4.7', 'GET {mcp_url}/health', 'says ok to everybody', async () => {
  const { status, body } = await server.ask('/health', { key: null });
  expect([status, body]).toEqual([200, { status: 'ok' }]);
});
letter.row('4.7', 'GET {mcp_url}/.well-known/oauth-authorization-server', 'leads programs to signing in', async () => {
  const { status, body } = await server.ask('/.well-known/oauth-authorization-server', { key: null });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    issuer: expect.stringMatching(/^http/),
    authorization_endpoint: expect.stringMatching(/^http/),
    token_endpoint: expect.stringMatching(/^http/),
    code_challenge_methods_supported: ['S256'],
  });
});
letter.row('4.7', 'opportunity_brief', 'reads a brief and makes none', async () => {
  const { structuredContent } = await callTool('opportunity_brief', { signalId: id });
  expect(structuredContent.brief).toEqual(await read(`${LIST}/{id}/brief`));
  const briefed = (await items('/api/opportunities')).map(({ painSignalId }) => painSignalId);
  const without = signals.find((signal) => !briefed.includes(signal.id))?.id;
  const { isError, content } = await callTool('opportunity_brief', { signalId: without });
  expect(isError).toBe(true);
  expect(content[0].text).toContain('NOT_FOUND');
  expect((await server.ask(`${LIST}/${without}/brief`)).status).toBe(404);
});
letter.row('4.7', 'get_signal_evidence', 'has the mode summary, by itself, or full, and no other', async () => {
  const { structuredContent: summary } = await callTool('get_signal_evidence', { signalId: id, mode: 'summary' });
  expect((await callTool('get_signal_evidence', { signalId: id })).structuredContent).toEqual(summary);
  expect((await callTool('get_signal_evidence', { signalId: id, mode: 'full' })).structuredContent).toMatchObject({
    items: (summary.items as Item[]).map(({ chunkId }) => ({ chunkId })),
  });
  const { body } = await post(toolCall('get_signal_evidence', { signalId: id, mode: 'long' }));
  expect(JSON.stringify(body)).toContain('one of summary, full');
});

letter.everyRow();
