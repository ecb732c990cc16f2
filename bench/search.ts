import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@pain-signals/storage';
import Fastify from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import { createApiKey } from '../packages/service/src/accounts/keys/api-keys.ts';
import { createServer } from '../packages/service/src/api/server.ts';
import { createSignalSearch } from '../packages/service/src/queries/search/signal-search.ts';
import { openStore, type Store } from '../packages/service/src/store/index.ts';
import { begin } from './support/child.ts';
import { median, printFigure } from './support/figure.ts';
import type { Load } from './support/load-worker.ts';
import { operatorCommand } from './support/operator-command.ts';
import { writeSampleFile } from './support/sample-file.ts';

/**
 * What semantic search and `trending` cost beside an empty Fastify route on the same machine while an import runs:
 * `node bench/search.ts [SIGNALS] [ROUNDS]`. Each is asked in turn with the empty route, so that both meet the same load. With DATABASE_URL
 * that database is filled when empty, and then a copy of it is measured: the import must not change what the next run finds. Memory is
 * the service's only with its flags before the file's name, as in package.json.
 */

const SIGNALS = Number(process.argv[2] ?? 10_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const AT = Date.parse('2026-06-30T12:00:00Z');
const ACCOUNTS = 40;
/** More posts than go in while the measurement lasts. */
const IMPORTED = 60_000;
/** They are of a year. */
const SPEED = 7;

const folder = await mkdtemp(join(tmpdir(), 'pain-signals-bench-'));
const dataDir = join(folder, 'data');
await fill();
const copy = process.env.DATABASE_URL === undefined ? null : await copyDatabase(process.env.DATABASE_URL);
const place = { DATA_DIR: dataDir, ...(copy === null ? {} : { DATABASE_URL: copy.url }) };
const store = await openStore({ dataDir, databaseUrl: copy?.url });
const keys = await makeKeys(store);

const log = pino({ level: 'error' });
const search = createSignalSearch({
  store,
  meaning: null,
  onError: (error) => log.error({ err: error }, 'search failed'),
});
const { total: searchable } = await store.signals.list({ sortBy: 'score', direction: 'desc', page: 0, size: 1 });
// What the limit of 60 calls a minute costs is part of what is measured, being limited is not.
const rateLimit = async () => ({ taken: true, remaining: 59, resetMs: 60_000 });
const service = await createServer({
  store,
  search,
  revision: { current: () => 0 },
  rateLimit,
  now: Date.now,
  asOf: AT,
  serviceUrl: 'http://127.0.0.1:4000',
  openSignUp: false,
  log,
});
const empty = Fastify();
empty.get('/', () => ({ ok: true }));
const serviceAt = await listen(service);
const emptyAt = await listen(empty);

const more = join(folder, 'more.ndjson');
await writeSampleFile(more, IMPORTED, SPEED);
const importing = startImport(more);
const ratios: number[] = [];
const shares: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const empties: Load['questions'] = [{ origin: emptyAt, path: '/' }];
  const trending = keys.map((key) => ({ origin: serviceAt, path: '/api/dashboard/trending', key }));
  const one = { connections: 1, requests: 200 };
  const asked = await load({ ...one, questions: searches(round) });
  const nothing = await load({ ...one, questions: empties });
  ratios.push(p95(asked.times) / p95(nothing.times));
  const crowd = { connections: 20, requests: 4_000 };
  const many = await load({ ...crowd, questions: trending });
  const baseline = await load({ ...crowd, questions: empties });
  shares.push(many.perSecond / baseline.perSecond);
}
const stillImporting = importing.exitCode === null;
importing.kill();
if (stillImporting) await once(importing, 'exit');
const peakMiB = process.resourceUsage().maxRSS / 1024;
await Promise.all([service.close(), empty.close()]);
await store.close();
await copy?.drop();
await rm(folder, { recursive: true, force: true });

if (!stillImporting) console.log('the import ended before the measurement did');
printFigure(
  `semantic search over ${searchable} signals, p95 to an empty route’s`,
  `${median(ratios).toFixed(1)} x`,
  '10 x',
);
printFigure(`memory of the service over ${searchable} signals, at the most`, `${Math.round(peakMiB)} MiB`, '300 MiB');
printFigure('REST trending, throughput to an empty route’s', median(shares).toFixed(2), '0.5');

function searches(round: number): Load['questions'] {
  const words = [
    'login lost after redirect',
    'why are builds slow',
    'kakalorenmi fails',
    'tests fail at random',
    'cache lost',
  ];
  return keys.map((key, index) => ({
    origin: serviceAt,
    path: `/api/signals/semantic-search?q=${encodeURIComponent(`${words[index % words.length]} ${round} ${index}`)}`,
    key,
  }));
}

async function makeKeys(from: Store): Promise<string[]> {
  const made: string[] = [];
  for (let number = 0; number < ACCOUNTS; number++) {
    const email = `bench-${number}@example.org`;
    const account = (await from.accounts.find(email)) ?? (await from.accounts.create(email, 'pro'));
    if (account === null) continue;
    const { key, prefix, secretHash } = createApiKey();
    await from.keys.create({ accountId: account.id, prefix, secretHash, name: null });
    made.push(key);
  }
  return made;
}

async function listen(server: {
  listen(options: object): Promise<string>;
  server: { address(): unknown };
}): Promise<string> {
  await server.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** In a process of its own, so that the memory measured is that of serving. */
async function fill(): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl: process.env.DATABASE_URL });
  const isEmpty = (await store.posts.lastId()) === 0;
  await store.close();
  const env = { ...process.env, DATA_DIR: dataDir };
  const filling = new URL('support/many-signals.ts', import.meta.url);
  if (isEmpty) await once(fork(filling, [String(SIGNALS)], { env }), 'exit');
}

async function copyDatabase(of: string): Promise<{ url: string; drop(): Promise<void> }> {
  const withName = (name: string) => Object.assign(new URL(of), { pathname: name }).href;
  const name = decodeURIComponent(new URL(of).pathname.slice(1));
  const copy = `${name}_measured`;
  const change = async (...statements: RawBuilder<unknown>[]) => {
    const { kysely, close } = await openDatabase({ databaseUrl: withName('postgres'), dataDir: '', name: 'bench' });
    for (const statement of statements) await statement.execute(kysely);
    await close();
  };
  const drop = sql`drop database if exists ${sql.id(copy)} with (force)`;
  await change(drop, sql`create database ${sql.id(copy)} template ${sql.id(name)}`);
  return { url: withName(copy), drop: () => change(drop) };
}

function startImport(file: string): ChildProcess {
  const env = { ...process.env, ...place, AS_OF: new Date(AT).toISOString() };
  return spawn(process.execPath, operatorCommand('import', file), { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function load(asked: Load): Promise<{ times: number[]; perSecond: number }> {
  const worker = begin('load-worker.ts');
  worker.send(asked);
  const failed = once(worker, 'exit').then(([code]) => {
    throw new Error(`The process that asks ended with ${code}`);
  });
  failed.catch(() => {});
  const [loaded] = await Promise.race([once(worker, 'message'), failed]);
  return loaded;
}

function p95(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}
