import { MACRO_AREAS } from '@pain-signals/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importPosts } from '../../../../src/jobs/import.ts';
import { AT, createKey, openEmptyStore, type TestStore } from '../../../support/filled-store.ts';
import { complaints } from '../../../support/posts.ts';
import { send, toolCall } from '../../support/mcp.ts';
import { type RunningServer, startServer } from '../../support/running-server.ts';

const ID = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
const AN_ID = 'a UUID such as';

const TOOLS = [
  ...[
    'list_trending_signals',
    'list_emerging_signals',
    'list_top_signals',
    'search_signals',
    'semantic_search_signals',
  ],
  ...['get_signal', 'get_signal_evidence', 'opportunity_brief'],
];
const NAMES = [
  ...['limit', 'maxVolume', 'minGrowth', 'metric', 'query', 'sortBy', 'direction', 'page', 'size', 'minScore', 'q'],
  ...[
    'minDocumentDiversity',
    'macroArea',
    'painType',
    'owner',
    'days',
    'signalId',
    'mode',
    '__proto__',
    'toString',
    '',
  ],
];

describe('arguments', () => {
  let opened: TestStore;
  let server: RunningServer;
  let headers: Record<string, string>;
  let signalId: string;
  let now = AT;

  beforeAll(async () => {
    opened = await openEmptyStore();
    const deps = { store: opened.store, now: () => AT, newId: () => crypto.randomUUID() };
    await importPosts(deps, complaints(4, { daysAgo: 1 }));
    signalId = (await opened.store.signals.top({ metric: 'score', limit: 1 }))[0]?.id ?? '';
    server = await startServer({ store: opened.store, now: () => (now += 60_000) });
    headers = { authorization: `Bearer ${await createKey(opened.store)}`, 'content-type': 'application/json' };
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  const call = async (name: string, args: unknown) => {
    const { status, body } = await send(server, toolCall(name, args), headers);
    const { result, error } = body as {
      result?: { isError?: boolean; content: [{ text: string }]; structuredContent?: unknown };
      error?: { code: number };
    };
    return { status, error, isError: result?.isError ?? false, text: result?.content[0].text ?? '', result };
  };

  it.each([
    ['list_trending_signals', { limit: 0 }, 'limit is "0"', 'an integer from 1 to 10'],
    ['list_trending_signals', { limit: 11 }, 'limit is "11"', 'an integer from 1 to 10'],
    ['list_trending_signals', { limit: 1.5 }, 'limit is "1.5"', 'an integer from 1 to 10'],
    ['list_trending_signals', { limit: true }, 'limit is "true"', 'an integer from 1 to 10'],
    ['list_trending_signals', { limit: [1] }, 'limit is "%5Blist%5D"', 'an integer from 1 to 10'],
    ['list_emerging_signals', { maxVolume: -1 }, 'maxVolume is "-1"', 'an integer of at least 0'],
    ['list_emerging_signals', { minGrowth: 'high' }, 'minGrowth is "high"', 'a decimal number'],
    ['list_top_signals', { metric: 'love' }, 'metric is "love"', 'one of score, growth, volume'],
    ['search_signals', { size: 101 }, 'size is "101"', 'an integer from 1 to 100'],
    ['search_signals', { page: -1 }, 'page is "-1"', 'an integer from 0 to'],
    [
      'search_signals',
      { painType: 'pain', size: 5 },
      'painType is "pain"',
      'one of bug, feature_request, complaint, question',
    ],
    ['search_signals', { macroArea: 'FRONTEND', size: 0 }, 'macroArea is "FRONTEND"', MACRO_AREAS.join(', ')],
    ['search_signals', { sort: 'score' }, 'Unknown argument "sort"', 'Valid: query, sortBy, direction'],
    ['semantic_search_signals', {}, 'q is missing', '3 to 500 characters'],
    ['semantic_search_signals', { q: 'ab' }, 'q is "ab"', '3 to 500 characters'],
    ['semantic_search_signals', { q: 'a'.repeat(501) }, 'q is "', '3 to 500 characters'],
    ['semantic_search_signals', { q: 'abc', limit: 51 }, 'limit is "51"', 'an integer from 1 to 50'],
    ['get_signal', {}, 'signalId is missing', AN_ID],
    ['get_signal', { signalId: 'latest' }, 'signalId is "latest"', AN_ID],
    ['get_signal', { signalId: ID, days: 366 }, 'days is "366"', 'an integer from 1 to 365'],
    ['get_signal_evidence', { signalId: ID, mode: 'long' }, 'mode is "long"', 'one of summary, full'],
    ['get_signal_evidence', { signalId: ID, size: 101 }, 'size is "101"', 'an integer from 1 to 100'],
    ['opportunity_brief', { signalId: 7 }, 'signalId is "7"', AN_ID],
    ['get_signal', { signalId: ID }, 'NOT_FOUND', 'No signal has this ID'],
    ['get_signal_evidence', { signalId: ID }, 'NOT_FOUND', 'No signal has this ID'],
    ['opportunity_brief', { signalId: ID }, 'NOT_FOUND', 'No signal has this ID'],
  ])('of %s that cannot be answered, %j, are told why and what can', async (name, args, wrong, allowed) => {
    const { status, isError, text, result } = await call(name, args);
    expect({ status, isError }).toEqual({ status: 200, isError: true });
    expect(text).toContain(wrong);
    expect(text).toContain(allowed);
    expect(result).not.toHaveProperty('structuredContent');
  });

  it('are told that a signal has no brief', async () => {
    expect(await call('opportunity_brief', { signalId })).toMatchObject({
      isError: true,
      text: expect.stringContaining('NOT_FOUND: This signal has no opportunity brief'),
    });
  });

  it('may be left out, be null, and be numbers in quotation marks', async () => {
    for (const [name, args] of [
      ['list_top_signals', undefined],
      ['list_top_signals', { metric: null, limit: '1' }],
      ['search_signals', { query: null, macroArea: null, minScore: '1.5' }],
      ['opportunity_brief', { signalId: null }],
    ] as const) {
      expect(await call(name, args)).toMatchObject({ isError: false });
    }
    expect(await call('get_signal', { signalId: null })).toMatchObject({ text: expect.stringContaining('is missing') });
  });

  it('of any kind never make a tool fail', async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.integer(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '1', 'score', 'asc', 'full', 'AUTH_IDENTITY', '\0', '%', `'; drop table posts`, signalId, ID),
    );
    const args = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TOOLS), fc.oneof(args, value), async (name, given) => {
        const { status, error, text } = await call(name, given);
        expect(status).toBe(200);
        expect(text).not.toContain('INTERNAL');
        expect(error?.code ?? -32602).toBe(-32602);
      }),
      { numRuns: 300 },
    );
    expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

describe('a service in trouble', () => {
  let opened: TestStore;
  let key: string;

  beforeAll(async () => {
    opened = await openEmptyStore();
    key = await createKey(opened.store);
  });
  afterAll(() => opened.close());

  const ask = async (server: RunningServer, name: string, args: unknown) => {
    const { text } = await send(server, toolCall(name, args), {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    });
    await server.close();
    return text;
  };

  it('says when the search is being loaded, and what to do', async () => {
    const server = await startServer({ store: opened.store, search: { search: async () => null } });
    const text = await ask(server, 'semantic_search_signals', { q: 'login' });
    expect(text).toContain('SEARCH_UNAVAILABLE');
    expect(text).toContain('Retry');
  });

  it('keeps to itself what it did not foresee, but writes it down', async () => {
    const top = () => Promise.reject(new Error('disk /var/secret is full'));
    const store = { ...opened.store, signals: { ...opened.store.signals, top } };
    const server = await startServer({ store });
    const text = await ask(server, 'list_top_signals', {});
    expect(text).not.toContain('secret');
    const [, reference] = /details under ([0-9a-f-]{36})/.exec(text) ?? [];
    expect(server.log.find((line) => line.includes(reference ?? 'none'))).toContain('disk /var/secret is full');
  });

  it('does not give what is not of the promised shape', async () => {
    const top = async () => [{ id: 'not-an-id', lastSeenAt: 0 } as never];
    const server = await startServer({ store: { ...opened.store, signals: { ...opened.store.signals, top } } });
    expect(await ask(server, 'list_top_signals', {})).toContain('INTERNAL');
    expect(server.log.some((line) => line.includes('ZodError'))).toBe(true);
  });
});
