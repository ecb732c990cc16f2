import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

const TOKEN = 'the-token-of-the-operator';
let opened: TestStore;
let server: RunningServer;

beforeAll(async () => {
  opened = await openEmptyStore();
  server = await startServer({ store: opened.store, requestTimeoutMs: 50, operatorToken: TOKEN });
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

it.each(['/oauth/token', '/oauth/register', '/sign-in', '/mcp', '/api/me'])(
  'a body that never arrives at %s ends the connection',
  async (path) => {
    const socket = connect(server.port, '127.0.0.1');
    const head = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Content-Type: application/x-www-form-urlencoded'];
    socket.write(`${[...head, 'Content-Length: 1000'].join('\r\n')}\r\n\r\na`);
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });

    await once(socket, 'close');

    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  },
);

it('a caller that goes on sending after the answer loses the connection', async () => {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  const drip = setInterval(() => socket.write('X: a\r\n'), 20);
  socket.resume();

  const [error] = await once(socket, 'error');

  clearInterval(drip);
  expect(error.code).toMatch(/^(EPIPE|ECONNRESET)$/);
});

it.each([
  ['/operator/ingest', 'application/x-ndjson'],
  ['/mcp', 'application/json'],
  ['/oauth/register', 'application/json'],
])('a packed body at %s is refused, and none is unpacked', async (path, type) => {
  const headers = { 'content-type': type, 'content-encoding': 'gzip' };
  const { status, headers: said } = await server.ask(path, {
    method: 'POST',
    key: TOKEN,
    headers,
    body: gzipSync('a'),
  });
  expect(status).toBe(415);
  expect(said.get('accept-encoding')).toBe('identity');
});

it('a caller that asks for many answers and reads none loses the connection', async () => {
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(500));
  let answers = 0;
  socket.on('data', (bytes) => {
    answers += bytes.toString('latin1').split('HTTP/1.1 ').length - 1;
  });

  await once(socket, 'close');

  expect(answers).toBeLessThan(500);
});
