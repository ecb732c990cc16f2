import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The part of Slack that Socket Mode talks to: it gives out an address, takes a WebSocket there and sends requests down it. */
export interface FakeSocketMode {
  /** For SLACK_API_URL. */
  readonly apiUrl: string;
  /** Sends a request; resolves with the acknowledgement. */
  deliver(type: string, payload: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Sends any text, without waiting for an acknowledgement. */
  send(text: string): void;
  /** Bodies that came to a response_url. */
  readonly answers: Record<string, unknown>[];
  readonly responseUrl: string;
  /** Takes what Slack would send by HTTP, and sends it down the socket. */
  readonly eventsUrl: string;
  /** How many connections the app holds. */
  connections(): number;
  /** Asks the app to connect anew, as Slack does every few hours; resolves when the app has closed that connection. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** `webApi`: answers all other calls; without one, each is well. `isRestless`: each request is followed by a refresh of its connection. */
export async function startFakeSocketMode(webApi?: string, isRestless = false): Promise<FakeSocketMode> {
  const answers: Record<string, unknown>[] = [];
  const acknowledged = new Map<string, (ack: Record<string, unknown>) => void>();
  const sockets = new Set<Socket>();
  let turn = 0;
  /** Slack chooses any connection for a request. */
  const nextSocket = () => [...sockets][turn++ % Math.max(1, sockets.size)];
  /** What each connection was sent and has not acknowledged. */
  const unacknowledged = new Map<string, { socket: Socket | undefined; envelope: string }>();
  const sendEnvelope = (id: string, envelope: string) => {
    const socket = nextSocket();
    unacknowledged.set(id, { socket, envelope });
    socket?.write(frameOf(envelope));
    return socket;
  };
  /** Slack sends through another connection what the one that is gone did not acknowledge. */
  const leave = (gone: Socket) => {
    if (!sockets.delete(gone)) return;
    for (const [id, { socket, envelope }] of unacknowledged) if (socket === gone) sendEnvelope(id, envelope);
  };
  let count = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', async () => {
      if (request.url === '/slack/events') {
        const { type, payload } = envelopeOf(body, request.headers['content-type']);
        const { payload: answer } = await deliver(type, withOwnResponseUrls(payload, `http://${request.headers.host}`));
        return void response.end(isEmpty(answer) ? '' : JSON.stringify(answer));
      }
      if (webApi !== undefined && request.url !== '/api/apps.connections.open') {
        return relay(webApi, request, body, response).catch(() => response.destroy());
      }
      if (request.url === '/response') answers.push(JSON.parse(body));
      const { port } = server.address() as AddressInfo;
      response.writeHead(200, { 'content-type': 'application/json' });
      const user = { id: 'U1', team_id: 'T1' };
      const url = `ws://127.0.0.1:${port}/link`;
      response.end(JSON.stringify({ ok: true, url, team_id: 'T1', user_id: 'U1', user }));
    });
  });
  server.on('upgrade', (request, upgraded: Socket) => {
    sockets.add(upgraded);
    upgraded.on('close', () => leave(upgraded));
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${HANDSHAKE}`).digest('base64');
    upgraded.write(
      `HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
    );
    upgraded.on('error', () => undefined);
    upgraded.on('data', (data: Buffer) => {
      for (const { opcode, text } of readFrames(data)) {
        if (opcode === 8) {
          leave(upgraded);
          upgraded.end(frameOf('', 8));
        }
        // Whose pings are not answered, the app leaves for another socket.
        if (opcode === 9) upgraded.write(frameOf(text, 10));
        if (opcode !== 1) continue;
        const ack = JSON.parse(text);
        acknowledged.get(ack.envelope_id)?.(ack);
        unacknowledged.delete(ack.envelope_id);
      }
    });
    upgraded.write(frameOf(JSON.stringify({ type: 'hello', num_connections: 1 })));
    for (const [id, { socket, envelope }] of unacknowledged) if (socket === undefined) sendEnvelope(id, envelope);
  });
  const deliver: FakeSocketMode['deliver'] = (type, payload) => {
    count += 1;
    const envelope = { type, envelope_id: `e${count}`, payload, accepts_response_payload: true };
    return new Promise((resolve) => {
      acknowledged.set(envelope.envelope_id, resolve);
      const socket = sendEnvelope(envelope.envelope_id, JSON.stringify(envelope));
      if (isRestless) socket?.write(REFRESH);
    });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    apiUrl: `${origin}/api/`,
    responseUrl: `${origin}/response`,
    answers,
    eventsUrl: `${origin}/slack/events`,
    deliver,
    send: (text) => void nextSocket()?.write(frameOf(text)),
    connections: () => sockets.size,
    async refresh() {
      const socket = nextSocket();
      const closed = new Promise((resolve) => socket?.once('close', resolve));
      socket?.write(REFRESH);
      await closed;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The same request as Slack sends it by HTTP. */
function envelopeOf(body: string, contentType = ''): { type: string; payload: Record<string, unknown> } {
  if (contentType.startsWith('application/json')) return { type: 'events_api', payload: JSON.parse(body) };
  const { payload, ...command } = Object.fromEntries(new URLSearchParams(body));
  return payload === undefined
    ? { type: 'slash_commands', payload: command }
    : { type: 'interactive', payload: JSON.parse(payload) };
}

/** The app answers only at the address of its Slack, which is this one; what comes here is relayed. */
function withOwnResponseUrls(payload: Record<string, unknown>, origin: string): Record<string, unknown> {
  const text = JSON.stringify(payload).replace(/"http:\/\/[^/"]+(?=\/response\/)/g, `"${origin}`);
  return JSON.parse(text);
}

const isEmpty = (answer: unknown) => answer === undefined || JSON.stringify(answer) === '{}';

/** A connection that Slack drops is dropped here too. */
async function relay(to: string, { url, headers }: IncomingMessage, body: string, response: ServerResponse) {
  const { authorization = '', 'content-type': contentType = '' } = headers;
  const answer = await fetch(`${to}${url}`, {
    method: 'POST',
    headers: { authorization, 'content-type': contentType },
    body,
  });
  const retryAfter = answer.headers.get('retry-after');
  const pause = retryAfter === null ? {} : { 'retry-after': retryAfter };
  response.writeHead(answer.status, { 'content-type': 'application/json', ...pause });
  response.end(await answer.text());
}

/** One unmasked frame, as a server sends it. https://www.rfc-editor.org/rfc/rfc6455#section-5.2 */
function frameOf(text: string, opcode = 1): Buffer {
  const payload = Buffer.from(text);
  const head = payload.length < 126 ? [payload.length] : [126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...head]), payload]);
}

const REFRESH = frameOf(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }));

/** The frames of a client, which are masked; none of the app's is longer than 64 kB. */
function readFrames(data: Buffer): { opcode: number; text: string }[] {
  const frames: { opcode: number; text: string }[] = [];
  for (let at = 0; at + 2 <= data.length; ) {
    const opcode = data.readUInt8(at) & 15;
    const short = data.readUInt8(at + 1) & 127;
    const length = short < 126 ? short : data.readUInt16BE(at + 2);
    const maskAt = at + (short < 126 ? 2 : 4);
    const mask = data.subarray(maskAt, maskAt + 4);
    const payload = data.subarray(maskAt + 4, maskAt + 4 + length);
    frames.push({ opcode, text: Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))).toString() });
    at = maskAt + 4 + length;
  }
  return frames;
}
