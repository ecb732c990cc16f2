import { connect as connectSocket } from 'node:net';
import type { buildConnector } from 'undici';
import { onTestFinished } from 'vitest';
import type { Batch, Credentials, Cursor, Feed, KnownPost, SourceDeps } from '../../../src/sources/feed/source.ts';
import { createHttp } from '../../../src/sources/http/http.ts';
import { parseSourcesFile } from '../../../src/sources/sources-file.ts';
import { type Handler, type LocalServer, startServer } from './local-server.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export const NOW = Date.UTC(2026, 10, 21, 12);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const NO_CREDENTIALS: Credentials = {
  githubToken: null,
  gitlabToken: null,
  stackExchangeKey: null,
  reddit: null,
};

export interface FakePlatform {
  server: LocalServer;
  clock: ManualClock;
  deps: SourceDeps;
}

/** Every host of the world stands in this one local server, which tells them apart by their name. */
export async function startFakePlatform(
  handler: Handler,
  credentials: Partial<Credentials> = {},
): Promise<FakePlatform> {
  const server = await startServer(handler);
  const clock = createManualClock(NOW);
  const connect: buildConnector.connector = (_options, callback) => {
    const socket = connectSocket(server.port, '127.0.0.1');
    socket.once('connect', () => callback(null, socket));
    socket.once('error', (error) => callback(error, null));
  };
  const http = createHttp({ clock, random: () => 0, userAgent: 'pain-signals/test', connect });
  onTestFinished(() => http.close());
  return { server, clock, deps: { http, credentials: { ...NO_CREDENTIALS, ...credentials }, now: clock.now } };
}

/** The feeds of one entry, given as the object that its YAML stands for. */
export function openFeeds(entry: Record<string, unknown>, deps: SourceDeps): Feed[] {
  return parseSourcesFile(JSON.stringify([entry])).flatMap(({ open }) => open(deps));
}

export function openFeed(entry: Record<string, unknown>, deps: SourceDeps): Feed {
  const [feed] = openFeeds(entry, deps);
  if (feed === undefined) throw new Error('the entry opens no feed');
  return feed;
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export const readAll = (feed: Feed, cursor: Cursor): Promise<Batch[]> => collect(feed.fetchSince(cursor));

/** What came before an interruption, and the error. */
export async function readUntilError(feed: Feed, cursor: Cursor): Promise<{ batches: Batch[]; error: unknown }> {
  const batches: Batch[] = [];
  try {
    for await (const batch of feed.fetchSince(cursor)) batches.push(batch);
    return { batches, error: null };
  } catch (error) {
    return { batches, error };
  }
}

export const postsOf = (batches: readonly Batch[]) => batches.flatMap(({ posts }) => posts);

export async function deletedOf(feed: Feed, posts: readonly KnownPost[]): Promise<string[]> {
  const checked = await collect(feed.checkDeleted(posts));
  return checked.filter(({ deleted }) => deleted).map(({ post }) => post.externalId);
}

export const sinceAgo = (ms: number): Cursor => ({ since: NOW - ms, reached: NOW - ms });
export const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');
