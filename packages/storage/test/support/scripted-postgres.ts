import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A message of PostgreSQL's protocol: its type, its length, its content. */
export function pgMessage(type: string, ...content: (string | number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from(type), int32(4 + body.length), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const TEXT_COLUMN = [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0];
export const WELCOME = pgMessage('R', [0, 0, 0, 0]);
const READY = pgMessage('Z', 'I');

const answerRow = (name: string, value: string): Buffer =>
  Buffer.concat([
    pgMessage('T', [0, 1], `${name}\0`, TEXT_COLUMN),
    pgMessage('D', [0, 1], [...int32(value.length)], value),
    pgMessage('C', 'SELECT 1\0'),
    READY,
  ]);

/** A server that welcomes who connects and knows its schema, and answers everything else with `answer`. */
export async function startScriptedPostgres(schema: string, script: { welcome: Buffer; answer: Buffer }) {
  const sockets: Socket[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.once('data', () => {
      socket.on('data', (asked) => {
        if (asked.toString('latin1', 0, 1) !== 'Q') return;
        const answer = asked.includes('search_path') ? answerRow('path', schema) : script.answer;
        const cut = Math.ceil(answer.length / 2);
        socket.write(answer.subarray(0, cut));
        setImmediate(() => socket.write(answer.subarray(cut)));
      });
      socket.write(Buffer.concat([script.welcome, READY]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://user:password@127.0.0.1:${port}/database`, script, answerRow };
}
