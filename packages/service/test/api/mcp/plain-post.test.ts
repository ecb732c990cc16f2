import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKey, openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { LIST_TOOLS, type PlainAnswer, send, toolCall } from '../support/mcp.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

const JSON_TYPE = 'application/json';
const MAX_BYTES = 65_536;

describe('a plain POST', () => {
  let opened: TestStore;
  let server: RunningServer;
  let authorization: string;

  beforeAll(async () => {
    opened = await openEmptyStore();
    server = await startServer({ store: opened.store });
  });
  beforeEach(async () => {
    authorization = `Bearer ${await createKey(opened.store)}`;
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  const post = (body: string | Buffer, headers: Record<string, string> = {}): Promise<PlainAnswer> =>
    send(server, body, { authorization, 'content-type': JSON_TYPE, ...headers });
  const rpcError = (code: number, id: unknown = null) => ({
    jsonrpc: '2.0',
    id,
    error: { code, message: expect.stringMatching(/\w/) },
  });

  it.each([
    {},
    { accept: '*/*' },
    { accept: JSON_TYPE },
    { accept: 'text/event-stream' },
    { accept: 'image/png' },
    { accept: '' },
  ])('without a session is answered as JSON, whatever it accepts: %j', async (headers) => {
    const { status, headers: answered, body } = await post(LIST_TOOLS, headers);
    expect(status).toBe(200);
    expect(answered['content-type']).toBe(JSON_TYPE);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: { length: 8 } } });
  });

  it('calls a tool', async () => {
    const { status, body } = await post(toolCall('list_top_signals', { limit: 1 }, 'seven'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 'seven', result: { structuredContent: { items: [] } } });
    expect(JSON.stringify(body)).toContain('There are no active signals.');
    expect(JSON.stringify(body)).toContain('No data yet');
  });

  it('says what is left of the budget, and that nobody may keep the answer', async () => {
    const { headers } = await post(LIST_TOOLS);
    expect(headers).toMatchObject({
      'ratelimit-limit': '60',
      'ratelimit-remaining': '59',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('may carry a charset, and any revision of the protocol that the server knows', async () => {
    expect((await post(LIST_TOOLS, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
    expect((await post(LIST_TOOLS, { 'mcp-protocol-version': '2025-06-18' })).status).toBe(200);
    const { status, text } = await post(LIST_TOOLS, { 'mcp-protocol-version': '1999-01-01' });
    expect(status).toBe(400);
    expect(text).toContain('2025-11-25');
  });

  it('of a notification is accepted without an answer', async () => {
    const { status, text } = await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    expect([status, text]).toEqual([202, '']);
  });

  it.each(['', '{', 'tools/list', '{"jsonrpc":"2.0"', '\0', Buffer.from([0xff, 0xfe, 0x00])])(
    'of what is no JSON is refused: %j',
    async (body) => {
      const { status, body: answer } = await post(body);
      expect(status).toBe(400);
      expect(answer).toEqual(rpcError(-32700));
    },
  );

  it.each([
    'null',
    '1',
    '"x"',
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":{},"method":"x"}',
  ])('of JSON that is no message is refused: %s', async (body) => {
    const { status, body: answer } = await post(body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  });

  it('of a batch is refused, since it would be many calls for one', async () => {
    for (const batch of ['[]', `[${LIST_TOOLS}]`, `[${LIST_TOOLS},${LIST_TOOLS}]`]) {
      const { status, body, text } = await post(batch);
      expect(status).toBe(400);
      expect(body).toEqual(rpcError(-32600));
      expect(text).toContain('one message per request');
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'multipart/form-data'])(
    'of another content type is refused: %j',
    async (type) => {
      const { status, text } = await post(LIST_TOOLS, { 'content-type': type });
      expect(status).toBe(415);
      expect(text).toContain('Send the request with Content-Type: application/json.');
    },
  );

  it('of no content type at all is refused', async () => {
    expect((await send(server, LIST_TOOLS, { authorization })).status).toBe(415);
    expect((await post(LIST_TOOLS, { 'content-type': '' })).status).toBe(415);
  });

  it('of a method or a tool that does not exist says so', async () => {
    const { body: method } = await post(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'roots/list' }));
    expect(method).toEqual(rpcError(-32601, 3));
    const { body: tool } = await post(toolCall('drop_table', {}, 4));
    expect(tool).toEqual(rpcError(-32602, 4));
  });

  it('takes up to 64 KiB, announced or not', async () => {
    const pad = (bytes: number) => toolCall('semantic_search_signals', { q: 'x'.repeat(bytes) });
    const fits = await post(pad(MAX_BYTES - 200));
    expect(fits.status).toBe(200);
    expect(fits.text).toContain('3 to 500 characters');
    expect(fits.text.length).toBeLessThan(1_000);
    const { status, body } = await post(pad(MAX_BYTES));
    expect(status).toBe(413);
    expect(body).toMatchObject({ error: { message: expect.stringContaining('65536 bytes') } });
    expect((await post(pad(MAX_BYTES), { 'transfer-encoding': 'chunked' })).status).toBe(413);
    expect((await post(LIST_TOOLS)).status).toBe(200);
  });

  it('survives JSON of any depth', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const call = toolCall('search_signals', { query: 0 }).replace('"query":0', `"query":${deep}`);
    expect((await post(call)).status).toBeLessThan(500);
    expect((await post(LIST_TOOLS)).status).toBe(200);
  });

  it('that breaks off in the middle harms nobody, and is no error of the service', async () => {
    const socket = connect(server.port, '127.0.0.1');
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`;
    await new Promise((resolve) => socket.write(`${head}Content-Length: 1000\r\n\r\n{"jsonrpc"`, resolve));
    socket.destroy();
    await expect.poll(() => server.log.join('')).toContain('MCP request aborted by its caller');
    expect(server.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    expect((await post(LIST_TOOLS)).status).toBe(200);
  });
});

describe('other ways to the door', () => {
  let opened: TestStore;
  let server: RunningServer;

  beforeAll(async () => {
    opened = await openEmptyStore();
    server = await startServer({ store: opened.store });
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('%s is not taken, since there are no sessions', async (method) => {
    const { status, headers, body } = await send(server, '', { method, accept: 'text/event-stream' });
    expect(status).toBe(405);
    expect(headers.allow).toBe('POST');
    expect(body).toEqual({ code: 'METHOD_NOT_ALLOWED', message: 'Method not allowed. Use POST.', path: '/mcp' });
  });

  it('the health of the server is told without a key', async () => {
    const { status, headers, body } = await send(server, '', { method: 'GET', path: '/health' });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    expect(body).toEqual({ status: 'ok' });
  });
});
