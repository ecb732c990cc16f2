import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createHttpServer } from '#src/http-server.ts';
import { newTrigger, sendSigned, signedRequest } from '../support/worlds/signed-request.ts';
import { startWorld, type World } from '../support/worlds/slack-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const command = () =>
  new URLSearchParams({
    command: '/pain',
    text: 'help',
    team_id: 'T0PREVIEW01',
    user_id: 'U1',
    channel_id: 'C1',
    trigger_id: newTrigger(),
  }).toString();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const isAlive = async () => (await fetch(`${world.address}/healthz`)).status === 200;

describe('the doors', () => {
  it('tell that the app lives and is ready', async () => {
    expect(await (await fetch(`${world.address}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${world.address}/readyz`)).json()).toEqual({ status: 'ready' });
    expect((await fetch(`${world.address}/healthz`, { method: 'HEAD' })).status).toBe(200);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/slack/events'],
    ['POST', '/slack/x'],
    ['POST', '/healthz'],
    ['POST', '/slack/events/'],
    ['PUT', '/slack/events'],
    ['GET', '/slack/install'],
    ['GET', '/%E0%A4%A'],
  ])('answer %s %s with 404 and live on', async (method, path) => {
    expect((await fetch(world.address + path, { method })).status).toBe(404);
    expect(await isAlive()).toBe(true);
  });

  it('live on after what is no HTTP', async () => {
    const { port } = new URL(world.address);
    for (const junk of [
      '\u0000\u0001\u0002\r\n\r\n',
      'GET //[ HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.end(junk));
        socket
          .on('error', () => undefined)
          .on('close', () => resolve())
          .resume();
      });
    }
    expect(await isAlive()).toBe(true);
  });
});

describe('a client that doesn’t read', () => {
  /** The app's end of a connection that asks for charts and reads none. */
  async function ask(times: number, charts: RequestListener, maxSilentMs?: number): Promise<Socket> {
    const none = { slackEvents: null, installer: null, metrics: charts, missing: async () => [] };
    const server = createHttpServer({ ...none, charts, ...(maxSilentMs === undefined ? {} : { maxSilentMs }) });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const connected = once(server, 'connection');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void client.destroy());
    onTestFinished(() => void server.close());
    client.write('GET /charts/x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(times));
    const [socket] = await connected;
    return socket;
  }

  it('loses its connection after a while', async () => {
    const large = Buffer.alloc(64 * 1024 * 1024);
    const socket = await ask(1, (_, response) => void response.end(large), 50);
    await once(socket, 'close');
  });

  it('loses its connection at once when it asks for many answers', async () => {
    let answered = 0;
    const socket = await ask(100, () => {
      answered += 1;
    });
    await once(socket, 'close');
    expect(answered).toBe(16);
  });
});

describe('what claims to come from Slack', () => {
  it('is taken when it is signed by the secret', async () => {
    expect((await sendSigned(world.address, command())).status).toBe(200);
  });

  it('is refused when signed by another secret', async () => {
    expect((await sendSigned(world.address, command(), { secret: 'another' })).status).toBe(401);
  });

  it('is refused when its signature is older than five minutes', async () => {
    const at = Math.floor(Date.now() / 1_000) - 6 * 60;
    expect((await sendSigned(world.address, command(), { at })).status).toBe(401);
  });

  it('is refused when it was signed for a time to come', async () => {
    const at = Math.floor(Date.now() / 1_000) + 6 * 60;
    expect((await sendSigned(world.address, command(), { at })).status).toBe(401);
  });

  it('is answered once when the same request comes a second time, and refused when its signature is dressed up', async () => {
    const signed = signedRequest(command());
    const send = (signature: string) =>
      fetch(`${world.address}/slack/events`, {
        ...signed,
        headers: { ...signed.headers, 'x-slack-signature': signature },
      });
    const signature = signed.headers['x-slack-signature'];
    const answers = () => world.slack.calls.filter(({ method }) => method === 'chat.postEphemeral').length;
    await world.idle();
    const before = answers();
    expect((await send(signature)).status).toBe(200);
    expect((await send(signature)).status).toBe(200);
    expect((await send(`${signature}=again`)).status).toBe(401);
    await world.idle();
    expect(answers() - before).toBe(1);
  });

  it.each(['null', '[]', '1', '"text"', 'true', '', '{'])('is a bad request when its JSON is %s', async (body) => {
    const type = { contentType: 'application/json' };
    expect((await sendSigned(world.address, body, type)).status).toBe(400);
    expect((await sendSigned(world.address, `payload=${encodeURIComponent(body)}&n=1`)).status).toBe(400);
    expect(await isAlive()).toBe(true);
  });

  it('is refused without any signature', async () => {
    const response = await fetch(`${world.address}/slack/events`, { method: 'POST', body: command() });
    expect(response.status).toBe(401);
  });

  it('is refused when it is too much, and nobody who shares the connection waits for the rest of it', async () => {
    const response = await sendSigned(world.address, 'x'.repeat(5 * 1_024 * 1_024), { secret: 'another' });
    expect(response.status).toBe(413);
    for (let turn = 0; turn < 3; turn++) expect((await sendSigned(world.address, command())).status).toBe(200);
  });

  it('is refused whatever it is, and the app lives on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded'),
        async (body, type) => {
          const headers = {
            'content-type': type,
            'x-slack-signature': 'v0=00',
            'x-slack-request-timestamp': String(Date.now() / 1_000),
          };
          const response = await fetch(`${world.address}/slack/events`, { method: 'POST', headers, body });
          expect(response.status).toBe(401);
        },
      ),
      { numRuns: 30 },
    );
    expect(await isAlive()).toBe(true);
  });

  it('is answered unsigned when it only tries the certificate, and nothing else in it is looked at', async () => {
    const body = new URLSearchParams(command());
    body.set('text', 'trending');
    body.set('ssl_check', '1');
    const response = await fetch(`${world.address}/slack/events`, { method: 'POST', body, headers: FORM });
    expect(response.status).toBe(200);
    await world.idle();
    expect(world.service.asked).toEqual([]);
  });

  it('answers the check of its address', async () => {
    const body = JSON.stringify({ type: 'url_verification', challenge: 'echo' });
    const response = await sendSigned(world.address, body, { contentType: 'application/json' });
    expect(await response.json()).toEqual({ challenge: 'echo' });
  });
});
