import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;
/** A host that is gone without a word sends no more: without probes, who waits for its answer waits for good. Ten follow, one a second. */
const KEEP_ALIVE_MS = 10_000;

/** PostgreSQL sends 64-bit integers and numerics as text. Ours (counts, milliseconds) fit a JavaScript number. */
const NUMERIC_TYPES: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    NUMERIC_TYPES.has(oid) ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
};

export const connectionConfig = (databaseUrl: string): pg.ClientConfig => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  types,
});

/** What `pg.Connection` also has: it starts parsing what comes over a stream. */
interface ParsingConnection extends pg.Connection {
  attachListeners(stream: EventEmitter): void;
}

/**
 * Ends a connection that sends what can't be parsed, with an error for each of its queries. `pg` throws it where nobody can catch it,
 * which would end the process, or waits for more.
 */
export class PostgresClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // Without a listener a lost connection ends the process. The query reports the error.
    this.on('error', () => {});
    const connection = this.connection as ParsingConnection;
    connection.on('errorMessage', ({ severity }: { severity?: string }) => {
      if (severity === undefined) throw new Error('a message of unknown type');
    });
    const parseMessages = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream: Duplex) => {
      const messages = new EventEmitter();
      parseMessages(messages);
      const split = createMessageSplitter((message) => messages.emit('data', message));
      stream.on('data', (bytes: Buffer) => {
        try {
          split(bytes);
        } catch (error) {
          stream.destroy(protocolError(error));
        }
      });
    };
  }
}

/** With PostgreSQL's code for a broken protocol, so it counts as a lost connection. */
const protocolError = (cause: unknown) =>
  Object.assign(new Error(`The server does not speak PostgreSQL's protocol`, { cause }), { code: '08P01' });

/** The type, and a length that counts itself. */
const HEADER_BYTES = 5;
const MIN_LENGTH = 4;
const [ERROR, NOTICE] = Buffer.from('EN');
/** Rows and their columns, copied data, errors, notices and notifications may be longer, as libpq has it. */
const LONG_TYPES = Buffer.from('DTdENA');
const MAX_SHORT_LENGTH = 30_000;
const MAX_LENGTH = 2 ** 30;

/** Passes on each message as soon as it is complete. Throws for what can't be one. */
function createMessageSplitter(pass: (message: Buffer) => void): (bytes: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let needed = HEADER_BYTES;
  return (bytes) => {
    parts.push(bytes);
    size += bytes.length;
    if (size < needed) return;
    const all = parts.length === 1 ? bytes : Buffer.concat(parts, size);
    let at = 0;
    for (needed = sizeOf(all, at); at + needed <= all.length; needed = sizeOf(all, at)) {
      const message = all.subarray(at, at + needed);
      if (!hasEnd(message)) throw new Error('an error or notice without an end');
      at += needed;
      pass(message);
    }
    parts = at === all.length ? [] : [all.subarray(at)];
    size = all.length - at;
  };
}

/** The bytes of the message that begins there, or of its header while that is incomplete. */
function sizeOf(bytes: Buffer, at: number): number {
  if (bytes.length - at < HEADER_BYTES) return HEADER_BYTES;
  const length = bytes.readUInt32BE(at + 1);
  const isLong = length > MAX_SHORT_LENGTH;
  if (length < MIN_LENGTH || length > MAX_LENGTH || (isLong && !LONG_TYPES.includes(bytes.readUInt8(at))))
    throw new Error(`a message "${bytes.toString('latin1', at, at + 1)}" of ${length} bytes`);
  return 1 + length;
}

/** Whether the fields of an error or notice end where the message does: `pg` would look for their end without end. */
function hasEnd(message: Buffer): boolean {
  if (message[0] !== ERROR && message[0] !== NOTICE) return true;
  const fields = message.subarray(HEADER_BYTES);
  return fields.at(-1) === 0 && (fields.length === 1 || fields.at(-2) === 0);
}
