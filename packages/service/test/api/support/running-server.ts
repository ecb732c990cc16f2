import { once } from 'node:events';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { pino } from 'pino';
import type { z } from 'zod';
import { createMemoryRateLimiter } from '../../../src/accounts/limits/rate-limit.ts';
import { createPasswordHasher } from '../../../src/accounts/sign-in/passwords.ts';
import { createServer, type ServerDeps } from '../../../src/api/server.ts';
import type { SignalSearch } from '../../../src/queries/deps.ts';
import { createSignalSearch } from '../../../src/queries/search/signal-search.ts';
import type { Store } from '../../../src/store/index.ts';
import { AT } from '../../support/filled-store.ts';

/** Hashing is slow on purpose, and a test file hashes dozens of times. */
const CHEAP = { log2Rounds: 4, blockSize: 8, parallelism: 1 };
export const CHEAP_HASHER = createPasswordHasher(CHEAP);

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON; null where there is no body. */
  body: unknown;
}

export interface RunningServer {
  url: string;
  port: number;
  /** Everything written to the log, one line an entry. */
  log: string[];
  /** GET, or what `init` says, with the server's key unless `key` is another or null. */
  ask(path: string, init?: RequestInit & { key?: string | null }): Promise<Answer>;
  /** As ask; the answer must be 200 and of this shape. */
  read<Shape extends z.ZodType>(path: string, shape: Shape, key?: string): Promise<z.output<Shape>>;
  close(): Promise<void>;
}

/** A server that knows the address it is reached at, as the authorization server must. Another program may take the port first. */
export async function startServerAtItsAddress(
  options: Partial<ServerDeps> & { store: Store },
  tries = 5,
): Promise<RunningServer> {
  const probe = createNetServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  try {
    return await startServer({ ...options, port, serviceUrl: `http://127.0.0.1:${port}` });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === 1) throw error;
    return startServerAtItsAddress(options, tries - 1);
  }
}

/** The real server on a free port. Its clock stands still, so give each caller no more than sixty calls, or a clock that moves. */
export async function startServer({
  store,
  key,
  port: wanted = 0,
  ...others
}: Partial<ServerDeps> & { store: Store; key?: string; port?: number }): Promise<RunningServer> {
  const log: string[] = [];
  const now = others.now ?? (() => AT);
  const server = await createServer({
    store,
    search: searchOver(store),
    revision: { current: () => 0 },
    rateLimit: createMemoryRateLimiter(now),
    now,
    asOf: AT,
    serviceUrl: 'http://127.0.0.1:4000',
    openSignUp: false,
    passwordCost: CHEAP,
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
    ...others,
  });
  await server.listen({ host: '127.0.0.1', port: wanted });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const ask: RunningServer['ask'] = async (path, { key: given = key ?? null, ...init } = {}) => {
    const headers = { ...(given === null ? {} : { authorization: `Bearer ${given}` }), ...init.headers };
    const response = await fetch(url + path, { redirect: 'manual', ...init, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };
  return {
    url,
    port,
    log,
    ask,
    async read(path, shape, given = key ?? '') {
      const { status, body } = await ask(path, { key: given });
      if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
      return shape.parse(body);
    },
    close: () => server.close(),
  };
}

export const searchOver = (store: Store): SignalSearch =>
  createSignalSearch({
    store,
    meaning: null,
    onError: (error) => {
      throw error;
    },
  });
