import { SEARCH_FAIR_USE } from '@pain-signals/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPainClient, type PainClient, SearchLimitError } from '../../src/index.ts';
import { movedClock } from '../support/moved-clock.ts';
import { failure, json, type ScriptedService, startScriptedService } from '../support/scripted-service.ts';
import { aSignal } from '../support/signals.ts';

const WINDOW_MS = SEARCH_FAIR_USE.windowSeconds * 1000;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const RESULT = { items: [], page: 0, size: 20, totalItems: 0, totalPages: 0 };

let service: ScriptedService;
let clock: ReturnType<typeof movedClock>;
let client: PainClient;
const warned: number[] = [];

beforeEach(async () => {
  service = await startScriptedService(json(RESULT));
  clock = movedClock();
  client = createPainClient({
    apiUrl: service.url,
    apiKey: 'pain_abcdefgh_0123456789abcdef0123456789abcdef',
    clock,
    random: () => 0.5,
    onFairUseWarning: (_key, until) => void warned.push(until),
  });
});
afterEach(async () => {
  warned.length = 0;
  await client.close();
  await service.close();
});

let question = 0;
/** How many of so many searches are made, one every three seconds. */
async function search(count: number, options: { isOptional?: boolean } = {}): Promise<number> {
  const before = service.asked.length;
  for (let at = 0; at < count; at += 1) {
    await client.search({ q: `question ${question++}` }, options).catch((error: unknown) => {
      if (!(error instanceof SearchLimitError)) throw error;
    });
    clock.advance(3_000);
  }
  return service.asked.length - before;
}

it('makes three quarters of the searches that fair use allows, and says at once when the next one is possible', async () => {
  expect(await search(100)).toBe(45);
  const refused = await client.search({ q: 'one more' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SearchLimitError);
  clock.advance((refused as SearchLimitError).retryAfterMs - 1);
  expect(await search(1)).toBe(0);
  expect(await search(1)).toBe(1);
});

it('has spent no call of the minute on a search that it refuses', async () => {
  await search(45);
  clock.advance(61_000);
  expect(await search(10)).toBe(0);
  expect(await client.budget()).toMatchObject({ left: 60, searches: { left: 0, leftForOptional: 0 } });
});

it('makes optional searches up to half of what fair use allows, so that questions can still be asked', async () => {
  expect(await search(40, { isOptional: true })).toBe(30);
  expect(await client.budget()).toMatchObject({ searches: { left: 15, leftForOptional: 0 } });
  expect(await search(40)).toBe(15);
});

it('counts the requests of a search that is tried again, and none for an answer in the cache', async () => {
  service.answer(failure(503, 'SEARCH_UNAVAILABLE'));
  await expect(client.search({ q: 'starting' })).rejects.toMatchObject({ status: 503 });
  const { searches } = await client.budget();
  expect(searches.left).toBe(45 - service.asked.length);
  service.answer(json(RESULT));
  await client.search({ q: 'the same' });
  await client.search({ q: 'the same' });
  expect((await client.budget()).searches.left).toBe(searches.left - 1);
});

it('asks for a list, too, when all searches are spent', async () => {
  await search(45);
  service.answer(json({ ...RESULT, items: [aSignal()], totalItems: 1 }));
  expect((await client.signals({ query: 'oauth' })).data.items).toHaveLength(1);
});

describe('a warning of the service', () => {
  const until = (ms: number) => new Date(clock.now() + ms).toISOString();
  const warn = (text: string) => service.answer(json(RESULT, 200, { warning: text }));
  const fairUse = (ms: number) =>
    `299 pain-signals "Fair use: more than 60 semantic searches within 10 minutes. Another breach before ${until(ms)} suspends access."`;

  it('stops optional searches for as long as it says, and leaves a quarter of all to people', async () => {
    const end = clock.now() + WEEK_MS;
    warn(fairUse(WEEK_MS));
    await client.trending();
    expect(warned).toEqual([end]);
    expect(await search(5, { isOptional: true })).toBe(0);
    expect(await search(30)).toBe(15);
    expect((await client.budget()).searches).toEqual({ left: 0, leftForOptional: 0, warnedUntil: end });
    service.answer(json(RESULT));
    clock.advance(WEEK_MS);
    expect(await search(5, { isOptional: true })).toBe(5);
    expect((await client.budget()).searches.warnedUntil).toBeNull();
  });

  it('tells of it once, however many answers repeat it', async () => {
    warn(fairUse(WEEK_MS));
    await search(5);
    expect(warned).toHaveLength(1);
  });

  it('lasts for an hour after the last answer with it where it names no time', async () => {
    warn('299 - "Fair use: please search less."');
    await client.trending();
    service.answer(json(RESULT));
    clock.advance(59 * 60_000);
    expect(await search(1, { isOptional: true })).toBe(0);
    clock.advance(60_000);
    expect(await search(1, { isOptional: true })).toBe(1);
  });

  it('finds it behind another one, and believes no service that warns for longer than a month', async () => {
    warn(`299 gateway "Deprecated, \\"v1\\"", ${fairUse(400 * WEEK_MS)}`);
    await client.trending();
    expect(warned[0]).toBeLessThan(clock.now() + 5 * WEEK_MS);
  });

  it.each(['299 - "This version is deprecated"', '110 - "Fair use"', 'fair use', '299 "'])(
    'passes over %s',
    async (text) => {
      warn(text);
      await client.trending();
      expect(warned).toEqual([]);
      expect(await search(31, { isOptional: true })).toBe(30);
    },
  );
});

it('frees a search only once the service has forgotten it', async () => {
  await search(1);
  clock.advance(WINDOW_MS - 3_000);
  expect((await client.budget()).searches.left).toBe(44);
  clock.advance(WINDOW_MS / 50);
  expect((await client.budget()).searches.left).toBe(45);
});
