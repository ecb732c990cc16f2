import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRegister } from '@pain-signals/telemetry';
import { expect, it, onTestFinished } from 'vitest';
import { createMetrics } from '#src/metrics.ts';

/** The metrics of an app with this METRICS_TOKEN, on a port of this machine. */
async function startMetrics(sources: Partial<Parameters<typeof createMetrics>[0]>): Promise<string> {
  const { serve } = createMetrics({
    register: createRegister('0.0.0'),
    slackApiUrl: 'https://slack.example/api/',
    token: null,
    budgets: async () => [],
    now: () => 1_000_000,
    ...sources,
  });
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
}

it('reads what is left of the budgets once in a while, however often it is asked', async () => {
  let [now, reads, left] = [1_000_000, 0, 40];
  const address = await startMetrics({
    async budgets() {
      reads += 1;
      return [
        { left, searches: { left: 3, warnedUntil: null } },
        { left: 60, searches: { left: 45, warnedUntil: now + 1_000 } },
      ];
    },
    now: () => now,
  });
  const scrape = async () => (await fetch(address)).text();

  const pages = await Promise.all(Array.from({ length: 50 }, scrape));
  expect(reads).toBe(1);
  for (const page of pages) expect(page).toMatch(/^painsignals_budget_calls_left 40$/m);
  expect(pages[0]).toMatch(/^painsignals_budget_searches_left 3$/m);
  expect(pages[0]).toMatch(/^painsignals_fair_use_warned_keys 1$/m);
  left = 10;
  now += 60_000;
  expect(await scrape()).toMatch(/^painsignals_budget_calls_left 10$/m);
  expect(reads).toBe(2);
});

it.each([
  ['a program on this machine', null, {}, 200],
  ['a caller behind a proxy on this machine', null, { 'x-forwarded-for': '203.0.113.7' }, 401],
  ['a caller behind a proxy that speaks RFC 7239', null, { forwarded: 'for=203.0.113.7' }, 401],
  ['the token', 'a-token', { authorization: 'Bearer a-token', 'x-forwarded-for': '203.0.113.7' }, 200],
  ['another token', 'a-token', { authorization: 'Bearer b-token' }, 401],
  ['a program on this machine, without the token that is set', 'a-token', {}, 401],
])('gives %s the right response', async (_, token, headers, status) => {
  const answer = await fetch(await startMetrics({ token }), {
    headers: new Headers(headers as Record<string, string>),
  });
  expect(answer.status).toBe(status);
  expect((await answer.text()).includes('painsignals_slack_calls_total')).toBe(status === 200);
});

it('limits guesses of its token, and goes on for who had the right one before', async () => {
  const address = await startMetrics({ token: 'the-token-of-metrics' });
  const scrape = (token: string) => fetch(address, { headers: { authorization: `Bearer ${token}` } });
  expect((await scrape('the-token-of-metrics')).status).toBe(200);
  for (let guess = 0; guess < 30; guess += 1) expect((await scrape(`guess-${guess}`)).status).toBe(401);
  const refused = await scrape('guess');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await refused.text()).toContain('Wait a minute');
  expect((await scrape('the-token-of-metrics')).status).toBe(200);
});

it('an answer of Slack that would fill the memory is an error', async () => {
  const slack = createServer((_request, response) => response.end(Buffer.alloc(4_000_001))).listen(0, '127.0.0.1');
  await once(slack, 'listening');
  onTestFinished(() => void slack.close());
  const address = `http://127.0.0.1:${(slack.address() as AddressInfo).port}/api/`;
  const { slackFetch } = createMetrics({
    ...{ register: createRegister('0.0.0'), slackApiUrl: address, token: null },
    ...{ budgets: async () => [], now: () => 0 },
  });
  await expect(slackFetch(`${address}auth.test`)).rejects.toThrow('longer than 4000000 bytes');
});
