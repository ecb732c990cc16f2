import { once } from 'node:events';
import { createServer as createProxyServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { MAX_JSON_VALUES } from '@pain-signals/contract';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  AccessDeniedError,
  AddressRefusedError,
  GoneError,
  RateLimitedError,
  UnavailableError,
  UnexpectedResponseError,
} from '../../../src/sources/http/errors.ts';
import { createGuardedConnector } from '../../../src/sources/http/guarded-connector.ts';
import { createHttp, type HttpOptions } from '../../../src/sources/http/http.ts';
import type { Pace } from '../../../src/sources/http/pacer.ts';
import { allowAlso } from '../../../src/sources/http/public-address.ts';
import { type Handler, sendJson, startServer } from '../support/local-server.ts';
import { createManualClock } from '../support/manual-clock.ts';

const START = Date.UTC(2026, 10, 21);
const PACE: Pace = { budget: 'core', everyMs: 10, burst: 10 };
const Greeting = z.object({ hello: z.string() });

async function open(handler: Handler, options: Partial<HttpOptions> = {}) {
  const server = await startServer(handler);
  const clock = createManualClock(START);
  const http = createHttp({
    clock,
    random: () => 0,
    userAgent: 'pain-signals/1.2.3',
    connect: createGuardedConnector({ allowAddress: (address) => address === '127.0.0.1' }),
    ...options,
  });
  onTestFinished(() => http.close());
  const ask = (path: string, more: { secrets?: Record<string, string>; body?: string } = {}) =>
    http.requestJson({ url: new URL(path, server.url), pace: PACE, ...more }, Greeting);
  return { server, clock, http, ask };
}

/** Answers by turns; the last one stays. */
const inTurn =
  (...handlers: Handler[]): Handler =>
  (request, response) =>
    (handlers.length > 1 ? handlers.shift() : handlers[0])?.(request, response);

const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    sendJson(response, { message: 'no' }, headers, code);
const greet: Handler = (_request, response) => sendJson(response, { hello: 'world' });

it('names itself, asks for JSON and takes a packed answer', async () => {
  const { ask, server } = await open((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync('{"hello":"gzip"}'));
  });
  expect((await ask('/a')).body).toEqual({ hello: 'gzip' });
  expect(server.seen[0]?.headers).toMatchObject({ 'user-agent': 'pain-signals/1.2.3', accept: 'application/json' });
});

it('reads JSON behind a byte order mark', async () => {
  const { ask } = await open((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('\uFEFF{"hello":"mark"}');
  });
  expect((await ask('/a')).body).toEqual({ hello: 'mark' });
});

it('waits as long as the platform says and asks again', async () => {
  const { ask, clock } = await open(inTurn(status(429, { 'retry-after': '30' }), greet));
  expect((await ask('/a')).body).toEqual({ hello: 'world' });
  expect(clock.now() - START).toBeGreaterThanOrEqual(30_000);
});

it("knows GitHub's limits, which answer 403", async () => {
  const reset = String(START / 1000 + 20);
  const primary = status(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset });
  const secondary: Handler = (_request, response) =>
    sendJson(response, { message: 'You have exceeded a secondary rate limit.' }, {}, 403);
  const { ask, clock } = await open(inTurn(primary, secondary, greet));
  await ask('/a');
  expect(clock.now() - START).toBeGreaterThanOrEqual(80_000);
});

it('waits after the last call of a budget before it makes the next', async () => {
  const last: Handler = (_request, response) =>
    sendJson(response, { hello: 'last' }, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '45' });
  const { ask, clock } = await open(inTurn(last, greet));
  await ask('/a');
  expect(clock.now()).toBe(START);
  await ask('/b');
  expect(clock.now()).toBe(START + 45_000);
});

it('gives up at once when the pause would be long, and says when to go on', async () => {
  const { ask, server } = await open(status(429, { 'retry-after': '3600' }));
  const error = await ask('/a').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RateLimitedError);
  expect((error as RateLimitedError).retryAt).toBeGreaterThanOrEqual(START + 3_600_000);
  await expect(ask('/b')).rejects.toThrow(RateLimitedError);
  expect(server.seen).toHaveLength(1);
});

it('obeys a pause that an answer asks for', async () => {
  const { ask, http, clock, server } = await open(greet);
  http.pauseFor({ url: new URL(server.url), pace: PACE }, 12_000);
  await ask('/a');
  expect(clock.slept).toEqual([12_000]);
});

it('tries a failing server again, ever more patiently, and then gives up', async () => {
  const { ask, clock, server } = await open(status(502));
  await expect(ask('/a')).rejects.toThrow(UnavailableError);
  expect(server.seen).toHaveLength(5);
  expect(clock.slept).toEqual([500, 1_000, 2_000, 4_000]);
});

it('tries again after a broken connection', async () => {
  const { ask } = await open(inTurn((_request, response) => response.destroy(), greet));
  expect((await ask('/a')).body).toEqual({ hello: 'world' });
});

it('gives an attempt up that takes too long', async () => {
  const silent: Handler = () => {};
  const endless: Handler = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"hello":');
  };
  const { ask } = await open(inTurn(silent, endless, greet), { timeoutMs: 500 });
  expect((await ask('/a')).body).toEqual({ hello: 'world' });
});

it('refuses a web page where JSON was asked for, without showing the query', async () => {
  const { ask } = await open((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><title>Just a moment...</title>');
  });
  const error = await ask('/latest.json?key=secret').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(String(error)).toMatch(/GET 127\.0\.0\.1:\d+\/latest\.json returned text\/html instead of JSON/);
  expect(String(error)).not.toContain('secret');
});

it('refuses JSON that is none or has another shape', async () => {
  const broken: Handler = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"hello":');
  };
  const other: Handler = (_request, response) => sendJson(response, { hello: 7 });
  const { ask } = await open(inTurn(broken, other));
  await expect(ask('/a')).rejects.toThrow('returned invalid JSON');
  await expect(ask('/a')).rejects.toThrow(/unexpected response: hello: /);
});

it('refuses an answer that swells beyond the limit when unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, ' '));
  const { ask } = await open((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(bomb);
  });
  await expect(ask('/a')).rejects.toThrow(/The response exceeds \d+ bytes/);
});

it('refuses an encoding that nobody asked for, and goes on', async () => {
  const zstd = status(200, { 'content-encoding': 'zstd' });
  const { ask } = await open(inTurn(zstd, greet));
  await expect(ask('/a')).rejects.toThrow('an encoding that was not requested');
  expect((await ask('/a')).body).toEqual({ hello: 'world' });
});

it('refuses a list with more entries than any page has, before it is read', async () => {
  const { ask } = await open((_request, response) =>
    sendJson(response, { hello: 'world', rows: [{ tags: Array(10_001).fill(1) }] }),
  );
  await expect(ask('/a')).rejects.toThrow('returned a list of more than 10000 entries');
});

it.each([
  [404, GoneError],
  [410, GoneError],
  [401, AccessDeniedError],
  [403, AccessDeniedError],
  [400, UnexpectedResponseError],
])('asks once and no more when the answer is %i', async (code, kind) => {
  const { ask, server } = await open(status(code));
  await expect(ask('/a')).rejects.toThrow(kind);
  expect(server.seen).toHaveLength(1);
});

it('follows three redirects and no more', async () => {
  const hop: Handler = ({ url }, response) => {
    const left = Number(url.searchParams.get('left'));
    if (left === 0) return sendJson(response, { hello: 'there' });
    response.writeHead(301, { location: `/a?left=${left - 1}` }).end();
  };
  const { ask } = await open(hop);
  expect((await ask('/a?left=3')).body).toEqual({ hello: 'there' });
  await expect(ask('/a?left=4')).rejects.toThrow('More than 3 redirects');
});

it.each(['http://127.0.0.2/', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/'])(
  'does not follow a redirect to %s',
  async (location) => {
    const { ask } = await open((_request, response) => response.writeHead(302, { location }).end());
    await expect(ask('/a')).rejects.toThrow(AddressRefusedError);
  },
);

it.each(['file:///etc/passwd', 'ftp://forum.example/', 'http://['])(
  'does not follow a redirect to %s',
  async (location) => {
    const { ask } = await open((_request, response) => response.writeHead(302, { location }).end());
    await expect(ask('/a')).rejects.toThrow(UnexpectedResponseError);
  },
);

it('shows a token to its own host alone', async () => {
  const other = await startServer(greet);
  const { ask, server } = await open((_request, response) =>
    response.writeHead(302, { location: `${other.url}/moved` }).end(),
  );
  await ask('/a', { secrets: { authorization: 'Bearer token' } });
  expect(server.seen[0]?.headers.authorization).toBe('Bearer token');
  expect(other.seen[0]?.headers).not.toHaveProperty('authorization');
});

it('posts a body, and never to another address than the one meant', async () => {
  const { ask, server } = await open(
    inTurn(greet, (_request, response) => response.writeHead(307, { location: '/b' }).end()),
  );
  await ask('/graphql', { body: '{}' });
  expect(server.seen[0]).toMatchObject({ method: 'POST', body: '{}' });
  await expect(ask('/graphql', { body: '{}' })).rejects.toThrow('redirects to an address that is not followed');
});

it('ends what is under way when the program stops', async () => {
  const stopping = new AbortController();
  const { ask } = await open(() => stopping.abort(), { signal: stopping.signal });
  await expect(ask('/a')).rejects.toThrow('aborted');
});

it('goes through the proxy where one is set, which is asked for the name and not for an address', async () => {
  const asked: string[] = [];
  const proxy = createProxyServer();
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  const http = createHttp({
    clock: createManualClock(0),
    random: () => 0,
    userAgent: 'pain-signals/test',
    proxyUrl: `http://127.0.0.1:${port}`,
  });
  onTestFinished(async () => {
    await http.close();
    proxy.close();
  });
  const question = { url: new URL('https://forum.example/x'), pace: { budget: 'x', everyMs: 1, burst: 9 } };
  await expect(http.requestJson(question, z.unknown())).rejects.toThrow(UnavailableError);
  expect(new Set(asked)).toEqual(new Set(['forum.example:443']));
});

/** @returns the address of a proxy that answers every request by itself */
async function startProxyTo(answer: RequestListener): Promise<string> {
  const inner = createProxyServer(answer);
  inner.on('connect', (_request, socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    inner.emit('connection', socket);
  });
  await once(inner.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void inner.close().closeAllConnections());
  return `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;
}

it('follows a redirect to a private address through a proxy only where that one is allowed', async () => {
  const reached: (string | undefined)[] = [];
  const proxyUrl = await startProxyTo((request, response) => {
    reached.push(request.headers.host);
    if (request.headers.host === 'forum.example') response.writeHead(302, { location: 'http://10.1.2.3/' }).end();
    else sendJson(response, { hello: 'from inside' });
  });
  const ask = async (guard: HttpOptions['guard']) => {
    const http = createHttp({ clock: createManualClock(0), random: () => 0, userAgent: 'test', proxyUrl, guard });
    onTestFinished(() => http.close());
    return await http.requestJson({ url: new URL('http://forum.example/x'), pace: PACE }, Greeting);
  };
  await expect(ask({})).rejects.toThrow(AddressRefusedError);
  expect(new Set(reached)).toEqual(new Set(['forum.example']));
  await expect(ask({ allowAddress: allowAlso(['10.1.0.0/16']) })).resolves.toMatchObject({
    body: { hello: 'from inside' },
  });
});

it('follows a redirect of a private server to itself through a proxy, and to another of its ports or names only where allowed', async () => {
  const reached: string[] = [];
  const proxyUrl = await startProxyTo((request, response) => {
    // Through a proxy, a request line has the whole address.
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    reached.push(url.href);
    const [, location] = url.pathname.split('/to/');
    if (location !== undefined) {
      response.writeHead(301, { location: decodeURIComponent(location) }).end();
    } else sendJson(response, { hello: 'from inside' });
  });
  const addresses: Record<string, string> = {
    'docs.internal': '10.1.2.3',
    'db.internal': '10.9.9.9',
    vault: '9.9.9.9',
  };
  const guard: HttpOptions['guard'] = {
    allowAddress: allowAlso(['10.1.0.0/16']),
    lookup: (name, _options, callback) => {
      const address = addresses[name];
      if (address === undefined) callback(new Error('ENOTFOUND'), []);
      else callback(null, [{ address, family: 4 }]);
    },
  };
  const http = createHttp({ clock: createManualClock(0), random: () => 0, userAgent: 'test', proxyUrl, guard });
  onTestFinished(() => http.close());
  const ask = (location: string) =>
    http.requestJson({ url: new URL(`http://github.corp/to/${encodeURIComponent(location)}`), pace: PACE }, Greeting);

  for (const location of ['/repositories/1/issues', 'http://github.corp./x', 'http://docs.internal/x'])
    expect((await ask(location)).body).toEqual({ hello: 'from inside' });
  expect(reached).toContain('http://github.corp/repositories/1/issues');
  for (const location of ['http://github.corp:9200/', 'http://db.internal/', 'http://vault/', 'http://far.example/'])
    await expect(ask(location)).rejects.toThrow(AddressRefusedError);
});

it('says of a server of another protocol that it speaks no HTTP', async () => {
  const { ask } = await open((_request, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n\r\n'));
  await expect(ask('/a')).rejects.toThrow(/cannot be reached \(no HTTP response\): GET /);
});

it('reads no response of more values than a page ever has', async () => {
  const keys = Array.from({ length: MAX_JSON_VALUES + 1 }, (_, at) => `"${at.toString(36)}":0`);
  const { ask } = await open((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"hello":"world",${keys.join(',')}}`);
  });
  await expect(ask('/a')).rejects.toThrow(`more than ${MAX_JSON_VALUES} values`);
});

it('reads a response whose texts have any number of commas and brackets', async () => {
  const hello = `\\"${',{['.repeat(MAX_JSON_VALUES)}`;
  const { ask } = await open((_request, response) => sendJson(response, { hello }));
  expect((await ask('/a')).body.hello).toHaveLength(hello.length);
});
