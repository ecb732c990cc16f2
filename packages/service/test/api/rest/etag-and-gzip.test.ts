import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEtagAndGzip } from '../../../src/api/rest/etag-and-gzip.ts';
import { createKey, openFilledStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

let opened: TestStore;
let server: RunningServer;
let authorization: string;
beforeAll(async () => {
  opened = await openFilledStore();
  server = await startServer({ store: opened.store });
  authorization = `Bearer ${await createKey(opened.store)}`;
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

const ask = async (path: string, given: Record<string, string> = {}) => {
  const { statusCode, headers, body } = await request(server.url + path, { headers: { authorization, ...given } });
  return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
};

it.each(['/api/dashboard/top', '/openapi.json'])(
  '%s is compressed for a client that accepts gzip, with the same content',
  async (path) => {
    const plain = await ask(path);
    const packed = await ask(path, { 'accept-encoding': 'br, gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    const { gunzipSync } = await import('node:zlib');
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  },
);

it.each([
  ['identity', undefined],
  ['gzip;q=0, br', undefined],
  ['gzip; Q=0.000', undefined],
  ['x-gzip-like', undefined],
  ['gzip;q=0.001', 'gzip'],
  ['br;q=0, GZIP;q=1.0', 'gzip'],
])('a client that says %s gets %s', async (acceptEncoding, encoding) => {
  const { status, headers } = await ask('/openapi.json', { 'accept-encoding': acceptEncoding });
  expect([status, headers['content-encoding']]).toEqual([200, encoding]);
});

it('answers 304 without a body while nothing changed, and says how long that may be kept', async () => {
  const { headers } = await ask('/api/dashboard/top');
  const again = await ask('/api/dashboard/top', { 'if-none-match': `"other", ${headers.etag}` });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': headers['cache-control'] });
  expect((await ask('/api/dashboard/top', { 'if-none-match': '"other"' })).status).toBe(200);
});

it('reads a header of 100 KB of spaces at once: anybody may send one', async () => {
  const headers: Record<string, unknown> = {};
  const reply = { statusCode: 200, headers: (given: object) => void Object.assign(headers, given) };
  const ifNoneMatch = `"one"${' '.repeat(100_000)}"other"`;
  const before = process.threadCpuUsage();
  const hook = createEtagAndGzip() as unknown as (...given: unknown[]) => Promise<Buffer>;
  const sent = await hook({ headers: { 'if-none-match': ifNoneMatch } }, reply, Buffer.from('{}'));
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(100);
  expect([sent.toString(), headers.vary]).toEqual(['{}', 'accept-encoding']);
});

it('leaves errors as they are', async () => {
  const { status, headers } = await ask('/api/dashboard/top?limit=99', { 'accept-encoding': 'gzip' });
  expect([status, headers.etag, headers['content-encoding']]).toEqual([400, undefined, undefined]);
});

it('describes itself for a registry of MCP servers by its own address', async () => {
  const { body } = await server.ask('/server.json', { key: null });
  // The limits of its schema of 2025-12-11, and the registry's: a reversed domain, one slash, an exact version.
  expect(body).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: expect.stringMatching(/^(?=.{3,200}$)[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
    title: expect.stringMatching(/^.{1,100}$/),
    description: expect.stringMatching(/^.{1,100}$/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    websiteUrl: 'http://127.0.0.1:4000',
    remotes: [{ type: 'streamable-http', url: expect.stringMatching(/^https?:\/\/[^\s]+\/mcp$/) }],
  });
});
