import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

let opened: TestStore;
let server: RunningServer;

beforeAll(async () => {
  opened = await openEmptyStore();
  server = await startServer({ store: opened.store, requestTimeoutMs: 50 });
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
