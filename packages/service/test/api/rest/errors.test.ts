import { request } from 'node:http';
import { connect } from 'node:net';
import { ErrorBody } from '@pain-signals/contract';
import { DatabaseBusyError } from '@pain-signals/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/index.ts';
import { createKey, openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

const ID = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';

describe('what cannot be answered', () => {
  let opened: TestStore;
  let server: RunningServer;
  let key: string;

  beforeAll(async () => {
    opened = await openEmptyStore();
    server = await startServer({ store: opened.store });
  });
  beforeEach(async () => {
    key = await createKey(opened.store);
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  /** Sends bytes as they are and answers what came back. */
  const send = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (data) => {
        answer += data.toString();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
    });
  const bodyOf = (answer: string) => ErrorBody.strict().parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''));

  it.each(['/nothing', '/api', '/API/meta/pipeline', '/api/dashboard/trending/x', '/openapi'])(
    'is not found at %s, with a key and without',
    async (path) => {
      for (const who of [key, null]) {
        const { status, body } = await server.ask(`${path}?q=secret`, { key: who });
        expect(status).toBe(404);
        expect(body).toEqual({ code: 'NOT_FOUND', message: expect.stringContaining('/openapi.json'), path });
      }
    },
  );

  it.each([ID, 'not-an-id', '00000000-0000-0000-0000-00000000000x', '%F0%9F%92%A5', 'a%2Fb', 'x'.repeat(500)])(
    'is not found under the id %s',
    async (id) => {
      for (const part of ['', '/stats', '/timeline', '/history', '/evidence', '/brief']) {
        const { status, body } = await server.ask(`/api/pain-signals/${id}${part}`, { key });
        expect(status).toBe(404);
        expect(body).toMatchObject({ code: 'NOT_FOUND', path: `/api/pain-signals/${id}${part}` });
      }
    },
  );

  it.each([
    ['POST', '/api/dashboard/trending', 'GET, HEAD'],
    ['DELETE', `/api/pain-signals/${ID}`, 'GET, HEAD'],
    ['PUT', '/healthz', 'GET, HEAD'],
    ['OPTIONS', '/api/pain-signals', 'GET, HEAD'],
    ['PROPFIND', '/api/opportunities', 'GET, HEAD'],
    ['GET', `/api/pain-signals/${ID}/brief/generate`, 'POST'],
  ])('is no method of the address: %s %s', async (method, path, allow) => {
    const { status, headers, body } = await server.ask(path, { key, method });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allow);
    expect(body).toEqual({ code: 'METHOD_NOT_ALLOWED', message: expect.stringContaining(allow), path });
  });

  it('is no reason to read a body', async () => {
    for (const [type, body] of [
      ['application/json', '{"broken'],
      ['application/xml', '<x/>'],
      ['text/plain', 'x'.repeat(2_000_000)],
    ] as const) {
      const init = { method: 'POST', body, headers: { 'content-type': type } };
      expect((await server.ask('/api/opportunities', { key, ...init })).status).toBe(405);
      expect((await server.ask('/nothing', { key, ...init })).status).toBe(404);
    }
  });

  it('is a path that cannot be decoded', async () => {
    const { status, body } = await server.ask('/api/pain-signals/%zz?limit=1', { key });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_PARAMETER', path: '/api/pain-signals/%zz' });
  });

  it('is a query whose characters cannot be decoded only in part', async () => {
    const { status, body } = await server.ask('/api/dashboard/top?limit=%zz&metric=%ff', { key });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_PARAMETER' });
  });

  it('is a URL over 8 KiB', async () => {
    const { status, body } = await server.ask(`/api/pain-signals?x=${'a'.repeat(8_200)}`, { key });
    expect(status).toBe(414);
    expect(body).toEqual({
      code: 'INVALID_PARAMETER',
      message: 'The URL exceeds 8192 characters.',
      path: '/api/pain-signals',
    });
  });

  it('is a request with headers over 16 KiB', async () => {
    const answer = await send(`GET /api/opportunities?a=b HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(bodyOf(answer)).toMatchObject({ code: 'INVALID_PARAMETER', path: '/api/opportunities' });
  });

  it.each(['nonsense\r\n\r\n', 'GET /healthz HTTP/1.1\r\nContent-Length: x\r\n\r\n', '\0\0\0\r\n\r\n'])(
    'is what is not HTTP: %j',
    async (bytes) => {
      const answer = await send(bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(bodyOf(answer)).toMatchObject({ code: 'INVALID_PARAMETER' });
    },
  );

  it.each(['', 'a b', '[', 'x:99999', '%zz', 'u@127.0.0.1', 'localhost@evil.example', '127.0.0.1/x', '::1', 'a,b'])(
    'is a request to the host “%s”, over MCP too',
    async (host) => {
      const head = `Host: ${host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n`;
      const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      const post = `Content-Type: application/json\r\nContent-Length: ${ping.length}\r\n\r\n${ping}`;
      for (const bytes of [`GET /api/meta/pipeline HTTP/1.1\r\n${head}\r\n`, `POST /mcp HTTP/1.1\r\n${head}${post}`]) {
        const answer = await send(bytes);
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(bodyOf(answer)).toMatchObject({ code: 'INVALID_PARAMETER' });
      }
    },
  );

  it.each(['GET /healthz HTTP/1.0\r\n', 'GET /healthz HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close\r\n'])(
    'is not %j',
    async (bytes) => {
      expect(await send(`${bytes}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it('has no body when only the head is asked for', async () => {
    for (const [path, status] of [
      ['/api/meta/pipeline', 200],
      ['/api/dashboard/top?limit=99', 400],
      ['/nothing', 404],
    ] as const) {
      const answer = await server.ask(path, { key, method: 'HEAD' });
      expect(answer.status).toBe(status);
      expect(answer.body).toBeNull();
      expect(answer.headers.get('content-type')).toContain('application/json');
    }
  });

  it('says to every browser to show, run and guess nothing', async () => {
    for (const path of ['/api/meta/pipeline', '/nothing', '/healthz', '/openapi.json']) {
      const { headers } = await server.ask(path, { key });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('leaves neither keys nor what people look for in the log', async () => {
    await server.ask('/api/pain-signals?query=confidential&size=0', { key });
    await server.ask('/nothing?query=confidential', { key });
    await new Promise((resolve) => {
      const headers = { authorization: `Bearer ${key}`, connection: 'close' };
      request(`${server.url}/api/meta/pipeline`, { headers }, (answer) => answer.resume().on('end', resolve)).end();
    });
    const log = server.log.join('');
    expect(log).toContain('/api/pain-signals');
    expect(log).not.toContain('confidential');
    expect(log).not.toContain(key.split('_')[2]);
    expect(log).not.toContain('Bearer');
  });
});

describe('when something fails inside', () => {
  let opened: TestStore;
  let server: RunningServer;
  let key: string;

  beforeAll(async () => {
    opened = await openEmptyStore();
    key = await createKey(opened.store);
  });
  afterAll(() => opened.close());

  const startWith = async (signals: Partial<Store['signals']>, others: Partial<Store> = {}) => {
    const store: Store = { ...opened.store, signals: { ...opened.store.signals, ...signals }, ...others };
    server = await startServer({ store, key });
  };

  it('tells a reference and nothing else, and logs the rest under it', async () => {
    await startWith({ top: () => Promise.reject(new Error('select secret from table')) });
    const { status, headers, body } = await server.ask('/api/dashboard/top');
    expect(status).toBe(500);
    expect(headers.get('cache-control')).toBe('no-store');
    const { code, message } = ErrorBody.strict().parse(body);
    expect(code).toBe('INTERNAL');
    expect(message).not.toMatch(/secret|table|\.ts/);
    const reference = /[0-9a-f-]{36}/.exec(message)?.[0] ?? 'none';
    const line = server.log.find((entry) => entry.includes(reference) && entry.includes('select secret'));
    expect(line).toBeDefined();
    await server.close();
  });

  it('sends nothing that is not what the interface says', async () => {
    const row = { id: ID, score: 1_000 };
    await startWith({ top: () => Promise.resolve([row as never]) });
    expect((await server.ask('/api/dashboard/top')).status).toBe(500);
    await server.close();
  });

  it.each([
    Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ])('asks for patience while the database is away: %s', async (lost) => {
    await startWith({ top: () => Promise.reject(lost) });
    const path = '/api/dashboard/top';
    const { status, headers, body } = await server.ask(path);
    expect(status).toBe(503);
    expect(headers.get('cache-control')).toBe('no-store');
    const message = 'The database is unavailable. Retry with exponential backoff.';
    expect(body).toEqual({ code: 'INTERNAL', message, path });
    expect(server.log.some((entry) => entry.includes(lost.message))).toBe(true);
    await server.close();
  });

  it.each([
    new DatabaseBusyError(),
    Object.assign(new Error('database is locked'), { errcode: 5 }),
    Object.assign(new Error('database is locked'), { errcode: 517 }),
  ])('asks for patience while another process writes for long: %s', async (busy) => {
    await startWith({ top: () => Promise.reject(busy) });
    const path = '/api/dashboard/top';
    const { status, headers, body } = await server.ask(path);
    expect([status, headers.get('retry-after')]).toEqual([503, '10']);
    const message = 'The database is busy. Retry with exponential backoff.';
    expect(body).toEqual({ code: 'INTERNAL', message, path });
    await server.close();
  });

  it('does not blame the connection for what else the database refuses', async () => {
    await startWith({ top: () => Promise.reject(Object.assign(new Error('no such column'), { code: '42703' })) });
    expect((await server.ask('/api/dashboard/top')).status).toBe(500);
    await server.close();
  });

  it('is alive but not ready while the database is away', async () => {
    await startWith({}, { revision: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1')) });
    expect((await server.ask('/healthz', { key: null })).status).toBe(200);
    const { status, body } = await server.ask('/readyz', { key: null });
    expect(status).toBe(503);
    expect(body).toEqual({ code: 'INTERNAL', message: 'The database is unavailable.', path: '/readyz' });
    await server.close();
  });

  it('is unavailable for searching while the index is loaded', async () => {
    server = await startServer({ store: opened.store, key, search: { search: async () => null } });
    const { status, body } = await server.ask('/api/signals/semantic-search?q=login');
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'SEARCH_UNAVAILABLE', path: '/api/signals/semantic-search' });
    await server.close();
  });
});
