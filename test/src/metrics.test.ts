import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRegister } from '@pain-signals/telemetry';
import { expect, it, onTestFinished } from 'vitest';
import { createMetrics } from '#src/metrics.ts';

it('reads what is left of the budgets once in a while, however often it is asked', async () => {
  let [now, reads, left] = [1_000_000, 0, 40];
  const metrics = createMetrics({
    register: createRegister('0.0.0'),
    slackApiUrl: 'https://slack.example/api/',
    async budgets() {
      reads += 1;
      return [{ left }, { left: 60 }];
    },
    underWay: () => 0,
    now: () => now,
  });
  const server = createServer(metrics.serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

  const pages = await Promise.all(Array.from({ length: 50 }, scrape));
  expect(reads).toBe(1);
  for (const page of pages) expect(page).toMatch(/^painsignals_budget_calls_left 40$/m);
  left = 10;
  now += 60_000;
  expect(await scrape()).toMatch(/^painsignals_budget_calls_left 10$/m);
  expect(reads).toBe(2);
});
