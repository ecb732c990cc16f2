import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createKey, openEmptyStore, type TestStore } from '../../support/filled-store.ts';
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
  expect(await metrics()).toMatch(/^painsignals_night_last_success_seconds 0$/m);
  await opened.store.counters.set('nightAt', 1_767_232_800_000);
  await opened.store.snapshots.take(1_767_232_801_000, 7, []);

  const text = await metrics();

  expect(text).toMatch(/^painsignals_night_last_success_seconds 1767232800$/m);
  expect(text).toMatch(/^painsignals_snapshot_seconds 1767232801$/m);
  expect(text).toMatch(/^painsignals_active_signals 7$/m);
});

it('counts answers by door and status, and names neither keys nor what was asked for', async () => {
  const key = await createKey(opened.store);
  await server.ask('/api/meta/pipeline', { key });
  await server.ask('/api/meta/pipeline', { key: null });
  await server.ask('/mcp', { key: null, method: 'POST' });
  await fetch(`${server.url}/password/one-time-secret`);

  // An answer is counted when it is sent, and its reader may be faster.
  await vi.waitFor(
    async () => {
      const text = await metrics();
      expect(text).toMatch(/^painsignals_answers_total\{door="api",status="200"\} 1$/m);
      expect(text).toMatch(/^painsignals_answers_total\{door="api",status="401"\} 1$/m);
      expect(text).toMatch(/^painsignals_answers_total\{door="mcp",status="401"\} 1$/m);
      expect(text).toMatch(/^painsignals_answers_total\{door="page",status="\d+"\} \d+$/m);
    },
    { timeout: 20_000 },
  );
  expect(await metrics()).not.toMatch(/pain_|one-time-secret/);
});
