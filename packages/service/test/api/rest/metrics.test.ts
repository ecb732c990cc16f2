import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { importPosts } from '../../../src/jobs/import.ts';
import { createKey, openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { complaints, NOW } from '../../support/posts.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

let opened: TestStore;
let server: RunningServer;

beforeAll(async () => {
  opened = await openEmptyStore();
  server = await startServer({ store: opened.store });
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

const metrics = async () => {
  const answer = await fetch(`${server.url}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
  return answer.text();
};

it('tells without a key when the last night was worked, and how old the figures are', async () => {
  expect(await metrics()).toMatch(/^painsignals_nightly_last_success_timestamp_seconds 0$/m);
  await opened.store.counters.set('nightAt', 1_767_232_800_000);
  await opened.store.snapshots.take(1_767_232_801_000, 7, []);

  const text = await metrics();

  expect(text).toMatch(/^painsignals_nightly_last_success_timestamp_seconds 1767232800$/m);
  expect(text).toMatch(/^painsignals_snapshot_timestamp_seconds 1767232801$/m);
  expect(text).toMatch(/^painsignals_active_signals 7$/m);
});

it('tells how many feeds keep their missing posts because there are too many', async () => {
  expect(await metrics()).toMatch(/^painsignals_feed_checks_stopped 0$/m);
  const posts = complaints(4);
  await importPosts({ store: opened.store, now: () => NOW, newId: randomUUID }, posts);
  await opened.store.feeds.addPosts('a feed', posts, NOW);
  await opened.store.feeds.addMissing('a feed', posts.slice(0, 2), NOW);

  expect(await metrics()).toMatch(/^painsignals_feed_checks_stopped 1$/m);
});

it('tells what ended a thread, until it no longer does', async () => {
  const work = 'feed gitlab https://git.example';
  await opened.store.threadFailures.add(work, { failedAt: NOW, reason: 'out of memory' });
  expect(await metrics()).toMatch(/^painsignals_thread_failures\{work="feed gitlab https:\/\/git.example"\} 1$/m);

  await opened.store.threadFailures.clear(work);
  expect(await metrics()).not.toMatch(/^painsignals_thread_failures\{/m);
});

it('measures responses by route and status, and names neither keys nor what was asked for', async () => {
  const key = await createKey(opened.store);
  await server.ask('/api/meta/pipeline', { key });
  await server.ask('/api/meta/pipeline', { key: null });
  await server.ask('/mcp', { key: null, method: 'POST' });
  await fetch(`${server.url}/password/one-time-secret`);
  await fetch(`${server.url}/nowhere`);

  const counted = (method: string, route: string, status: string) =>
    new RegExp(
      `^painsignals_http_request_duration_seconds_count\\{method="${method}",route="${route}",status="${status}"\\} 1$`,
      'm',
    );
  // An answer is counted when it is sent, and its reader may be faster.
  await vi.waitFor(
    async () => {
      const text = await metrics();
      expect(text).toMatch(counted('GET', '/api/meta/pipeline', '200'));
      expect(text).toMatch(counted('GET', '/api/meta/pipeline', '401'));
      expect(text).toMatch(counted('POST', '/mcp', '401'));
      expect(text).toMatch(counted('GET', '/password/:token', '\\d+'));
      expect(text).toMatch(counted('GET', 'none', '404'));
    },
    { timeout: 20_000 },
  );
  expect(await metrics()).not.toMatch(/pain_|one-time-secret|nowhere/);
});

it('says when each feed that is followed was last read, and which version this is', async () => {
  await opened.store.feeds.save('github:acme/tool', { since: 0, reached: 0, readAt: 1_767_232_800_000 });
  await opened.store.feeds.save('gitlab:acme/new', { since: 0, reached: 0, readAt: null });
  await opened.store.feeds.save('gitlab:acme/old', { since: 0, reached: 0, readAt: null });
  await opened.store.feeds.setFollowed(['gitlab:acme/old'], false);
  const text = await metrics();
  expect(text).toMatch(/^painsignals_feed_last_success_timestamp_seconds\{feed="github:acme\/tool"\} 1767232800$/m);
  expect(text).toMatch(/^painsignals_feed_last_success_timestamp_seconds\{feed="gitlab:acme\/new"\} 0$/m);
  expect(text).not.toContain('gitlab:acme/old');
  expect(text).toMatch(/^painsignals_build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
});

it('reports no feed that was read before SOURCES was unset', async () => {
  const posts = complaints(3);
  await importPosts({ store: opened.store, now: () => NOW, newId: randomUUID }, posts);
  await opened.store.feeds.save('github acme/gone', { since: 0, reached: 0, readAt: 1_767_232_800_000 });
  await opened.store.feeds.addPosts('github acme/gone', posts, NOW);
  await opened.store.feeds.addMissing('github acme/gone', posts.slice(0, 2), NOW);
  await opened.store.threadFailures.add('feed github acme/gone', { failedAt: NOW, reason: 'out of memory' });
  const withoutSources = await startServer({ store: opened.store, followsSources: false });

  const text = await (await fetch(`${withoutSources.url}/metrics`)).text();
  await withoutSources.close();
  await opened.store.threadFailures.clear('feed github acme/gone');

  expect(text).not.toMatch(/^painsignals_(?:feed_last_success_timestamp_seconds|thread_failures)\{/m);
  expect(text).toMatch(/^painsignals_feed_checks_stopped 0$/m);
});

it.each([
  ['of the caller', 'slack-3f2a', 'slack-3f2a'],
  ['of its own where that of the caller could break a log line', 'a b', /^[\da-f-]{36}$/],
])('answers with the request id %s', async (_, given, id) => {
  const answer = await fetch(`${server.url}/healthz`, { headers: { 'x-request-id': given } });
  expect(answer.headers.get('x-request-id')).toEqual(typeof id === 'string' ? id : expect.stringMatching(id));
});

it.each([
  ['a program on this machine', null, {}, 200],
  ['a caller behind a proxy on this machine', null, { 'x-forwarded-for': '203.0.113.7' }, 401],
  ['the token', 'a-token', { authorization: 'Bearer a-token', 'x-forwarded-for': '203.0.113.7' }, 200],
  ['another token', 'a-token', { authorization: 'Bearer b-token' }, 401],
  ['a program on this machine, without the token that is set', 'a-token', {}, 401],
])('%s gets the right answer', async (_, metricsToken, headers, status) => {
  const other = await startServer({ store: opened.store, metricsToken });
  const answer = await fetch(`${other.url}/metrics`, { headers: headers as Record<string, string> });
  expect(answer.status).toBe(status);
  await other.close();
});

it('are not for what a proxy on this machine passes on, whichever proxies are trusted', async () => {
  const other = await startServer({ store: opened.store, trustedProxies: ['10.9.0.0/16'] });
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-proto'])
    expect((await fetch(`${other.url}/metrics`, { headers: { [name]: '127.0.0.1' } })).status).toBe(401);
  await other.close();
});

it('limit guesses of their token, and go on for who had the right one before', async () => {
  const clock = { at: NOW };
  const other = await startServer({ store: opened.store, metricsToken: 'the-token-of-metrics', now: () => clock.at });
  const scrape = async (token: string, from = '203.0.113.7') => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from };
    return (await fetch(`${other.url}/metrics`, { headers })).status;
  };
  expect(await scrape('the-token-of-metrics')).toBe(200);
  for (const from of ['203.0.113.7', '203.0.113.8'])
    for (let guess = 0; guess < 30; guess += 1) expect(await scrape(`guess-${guess}`, from)).toBe(401);
  expect(await scrape('guess')).toBe(429);
  expect(await scrape('the-token-of-metrics')).toBe(200);
  expect(await scrape('the-token-of-metrics', '203.0.113.8')).toBe(429);
  expect(await scrape('the-token-of-metrics', '203.0.113.9')).toBe(200);
  clock.at += 60_000;
  expect(await scrape('the-token-of-metrics', '203.0.113.8')).toBe(200);
  await other.close();
});
