import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPainClient, type PainClient } from '../../src/index.ts';
import { movedClock } from '../support/moved-clock.ts';
import { failure, json, type ScriptedService, startScriptedService } from '../support/scripted-service.ts';
import { aSignal } from '../support/signals.ts';

let service: ScriptedService;
let client: PainClient;
let clock: ReturnType<typeof movedClock>;

beforeEach(async () => {
  service = await startScriptedService(failure(500, 'INTERNAL'));
  clock = movedClock();
  client = createPainClient({
    apiUrl: service.url,
    apiKey: 'pain_a_b',
    clock,
    random: () => 0.5,
    pacing: { calls: 1_000 },
  });
});
afterEach(async () => {
  await client.close();
  await service.close();
});

/** Asks what nobody asked before, until the client gives the service up. */
async function askUntilOpen(): Promise<void> {
  for (let limit = 1; client.health().rest.state === 'closed'; limit++) {
    expect(limit).toBeLessThan(10);
    await client.trending({ limit }).catch(() => {});
  }
}

it('leaves a service alone after a row of outages, and says so at once', async () => {
  await askUntilOpen();
  const asked = service.asked.length;
  const before = clock.now();
  await expect(client.top()).rejects.toMatchObject({ name: 'CircuitOpenError', retryAfterMs: expect.any(Number) });
  expect(service.asked).toHaveLength(asked);
  expect(clock.now()).toBe(before);
  expect(client.health().rest).toMatchObject({ url: `${service.url}/`, state: 'open', retryAt: expect.any(Number) });
});

it('does not give a service up for one failed call', async () => {
  await expect(client.trending()).rejects.toMatchObject({ name: 'ServiceUnavailableError', status: 500 });
  service.answer(json([aSignal()]));
  expect((await client.trending()).data).toHaveLength(1);
  expect(client.health().rest).toMatchObject({ state: 'closed', failures: 0 });
});

it('lets one call try when the rest is over, and all of them when that succeeds', async () => {
  await askUntilOpen();
  const reached = new Promise<() => void>((resolve) => {
    service.answer((request, response) => resolve(() => json([aSignal()])(request, response)));
  });
  clock.advance(2_000);
  const trial = client.top();
  const answerTrial = await reached;
  expect(client.health().rest.state).toBe('half-open');
  await expect(client.emerging()).rejects.toMatchObject({ name: 'CircuitOpenError' });
  service.answer(json([aSignal()]));
  answerTrial();
  expect((await trial).data).toHaveLength(1);
  expect((await client.emerging()).data).toHaveLength(1);
  expect(client.health().rest).toMatchObject({ state: 'closed', failures: 0, retryAt: null });
});

it('rests twice as long after each trial that fails, up to a minute', async () => {
  await askUntilOpen();
  const rests: number[] = [];
  for (let trial = 0; trial < 7; trial++) {
    clock.advance((client.health().rest.retryAt ?? 0) - clock.now());
    const before = clock.now();
    await client.trending({ limit: 10 }).catch(() => {});
    rests.push((client.health().rest.retryAt ?? 0) - before);
  }
  expect(rests.slice(0, 3)).toEqual([4_000, 8_000, 16_000]);
  expect(rests.at(-1)).toBe(60_000);
});

it('lets background work wait until the service is back', async () => {
  await askUntilOpen();
  service.answer(json([aSignal()]));
  expect((await client.top({}, { priority: 'background' })).data).toHaveLength(1);
});

it('is not opened by a semantic search that is loading, nor by refusals', async () => {
  service.answer(failure(503, 'WHATEVER'));
  for (const q of ['one question', 'two questions', 'three questions']) await client.search({ q }).catch(() => {});
  service.answer(failure(404, 'NOT_FOUND'));
  for (let limit = 1; limit <= 10; limit++) await client.trending({ limit }).catch(() => {});
  expect(service.asked.length).toBeGreaterThan(20);
  expect(client.health().rest.state).toBe('closed');
});

it('keeps the door of MCP and that of REST apart', async () => {
  service.answer((request, response) => {
    (request.method === 'POST' ? failure(500, 'INTERNAL') : json({ items: [] }))(request, response);
  });
  for (let page = 0; page < 12; page++) await client.evidenceExcerpts('signal', { page });
  expect(client.health()).toMatchObject({ mcp: { state: 'open' }, rest: { state: 'closed' } });
  expect(service.asked.filter((path) => path === '/mcp')).toHaveLength(10);
});
