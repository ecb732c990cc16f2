import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPainClient, type PainClient, type PainClientOptions } from '../src/index.ts';
import { movedClock } from './support/moved-clock.ts';
import { failure, json, type ScriptedService, startScriptedService } from './support/scripted-service.ts';
import { aSignal } from './support/signals.ts';

const KEY = 'pain_abcdefgh_0123456789abcdef0123456789abcdef';
const ID = aSignal().id;

let service: ScriptedService;
const clients: PainClient[] = [];

const connect = (options: Partial<PainClientOptions> = {}) => {
  const client = createPainClient({
    apiUrl: service.url,
    apiKey: KEY,
    clock: movedClock(),
    random: () => 0.5,
    ...options,
  });
  clients.push(client);
  return client;
};

beforeEach(async () => {
  service = await startScriptedService(json([aSignal()]));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await service.close();
});

describe('asking', () => {
  it('sends the key as a bearer header and the parameters as the specification names them', async () => {
    await connect().emerging({ maxVolume: 50, minGrowth: 1.5, limit: 5 });
    expect(service.asked).toEqual(['/api/dashboard/emerging?maxVolume=50&minGrowth=1.5&limit=5']);
    expect(service.headers[0]?.authorization).toBe(`Bearer ${KEY}`);
  });

  it('keeps a path that the address of the service has', async () => {
    await connect({ apiUrl: `${service.url}/pain/` }).trending();
    expect(service.asked).toEqual(['/pain/api/dashboard/trending']);
  });

  it('cannot be led to another endpoint by an id', async () => {
    service.answer(failure(404, 'NOT_FOUND'));
    await expect(connect().signal('../dashboard/top?x=')).rejects.toMatchObject({ name: 'NotFoundError' });
    expect(service.asked).toEqual(['/api/pain-signals/..%2Fdashboard%2Ftop%3Fx%3D']);
  });
});

describe('reading tolerantly', () => {
  it('takes an envelope where an array is expected, and the other way round', async () => {
    service.answer(json({ items: [aSignal()], page: 0, size: 20, totalItems: 1, totalPages: 1 }));
    expect((await connect().emerging()).data.map((signal) => signal.id)).toEqual([ID]);
    service.answer(json([aSignal()]));
    expect((await connect().search({ q: 'oauth' })).data).toMatchObject({ page: 0, totalItems: 1, totalPages: 1 });
  });

  it('leaves out a row it cannot read and counts it', async () => {
    service.answer(json([aSignal(), { id: 'broken' }, null, 7]));
    const answer = await connect().trending();
    expect(answer.data).toHaveLength(1);
    expect(answer.dropped).toBe(3);
  });

  it('reads a thousand rows and ten thousand characters at most', async () => {
    const rows = Array.from({ length: 1_200 }, (_, at) => aSignal({ id: `sig-${at}` }));
    service.answer(json([aSignal({ topic: 'x'.repeat(20_000) }), ...rows]));
    const { data, dropped } = await connect().search({ q: 'oauth' });
    expect(data.items).toHaveLength(1_000);
    expect(dropped).toBe(201);
    expect(data.items[0]?.topic).toHaveLength(10_000);
    const evidence = Array.from({ length: 1_200 }, () => ({ url: null, author: null }));
    const said = { text: 'x'.repeat(20_000), generatedBy: 'small-model', evidence };
    service.answer(json({ items: [aSignal()], answer: said }));
    const { answer } = (await connect().search({ q: 'oauth', answer: 'true' })).data;
    expect([answer?.text.length, answer?.evidence.length]).toEqual([10_000, 1_000]);
  });

  it('reads as many signals as it asked for from a service that sends more', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => aSignal({ id: `sig-${at}` }));
    service.answer(json(rows));
    const client = connect();
    const lists = await Promise.all([client.trending(), client.emerging({ limit: 3 }), client.top({ limit: 5 })]);
    expect(lists.map(({ data, dropped }) => [data.length, dropped])).toEqual([
      [10, 0],
      [3, 0],
      [5, 0],
    ]);
    const { items, totalItems } = (await client.signals({ size: 7 })).data;
    expect([items.length, totalItems]).toEqual([7, 300]);
  });

  it('reads what a model says to a question, and leaves out what it cannot read of it', async () => {
    const said = { text: 'OAuth loses tokens.', generatedBy: 'small-model', evidence: [{ url: null, author: 'ada' }] };
    service.answer(json({ items: [aSignal()], answer: said }));
    expect((await connect().search({ q: 'oauth', answer: 'true' })).data).toMatchObject({
      totalItems: 1,
      answer: said,
    });
    service.answer(json({ items: [aSignal()], answer: 'yes' }));
    expect((await connect().search({ q: 'oauth tokens', answer: 'true' })).data).not.toHaveProperty('answer');
  });

  it('reads why a search found a signal, from a service that says it, says less of it, or nothing', async () => {
    const match = { relevance: 0.9, words: ['oauth'], chunkId: '1-0' };
    const quoted = { sentence: 'OAuth loses the token.', url: 'https://example.org/1', author: 'ada' };
    service.answer(json([{ ...aSignal(), match: { ...match, ...quoted }, confirmed: false }]));
    expect((await connect().search({ q: 'oauth' })).data.items[0]).toMatchObject({
      match: { ...match, ...quoted },
      confirmed: false,
    });
    service.answer(json([{ ...aSignal(), match }, { ...aSignal(), match: 'very' }, aSignal()]));
    const { items } = (await connect().search({ q: 'oauth' })).data;
    expect(items.map((item) => item.match)).toEqual([
      { ...match, sentence: null, url: null, author: null },
      undefined,
      undefined,
    ]);
    expect(items.map(({ confirmed }) => confirmed)).toEqual([undefined, undefined, undefined]);
  });

  it('keeps unknown fields, an unknown area and an id that is no UUID', async () => {
    service.answer(json([{ ...aSignal({ id: 'sig-7', macroArea: 'QUANTUM_TOASTERS' }), extra: 1 }]));
    expect((await connect().trending()).data[0]).toMatchObject({
      id: 'sig-7',
      macroArea: 'QUANTUM_TOASTERS',
      extra: 1,
    });
  });

  it('reads an unknown pain type as none', async () => {
    service.answer(json([{ ...aSignal(), painType: 'rant' }]));
    expect((await connect().trending()).data[0]?.painType).toBeNull();
  });

  it.each([
    [null, null],
    [{ volume: 'much' }, undefined],
    [undefined, undefined],
  ])('reads %j as the parts of a week before as far as they can be read', async (scorePartsWeekBefore, read) => {
    const instant = '2026-03-01T12:00:00Z';
    const seen = { firstSeenAt: instant, createdAt: instant, updatedAt: instant };
    service.answer(json({ ...aSignal(), ...seen, summary: 'S', chunkCount: 42, scorePartsWeekBefore }));
    expect((await connect().signal(ID)).data.scorePartsWeekBefore).toBe(read);
  });

  it('reads a brief that has only the fields of the specification', async () => {
    const brief = {
      id: 'b-1',
      painSignalId: ID,
      topic: 'T',
      patternStatement: 'P',
      patternStrength: 60,
      generatedAt: '2026-03-01T00:00:00Z',
      macroArea: null,
      fitWarning: null,
    };
    service.answer(json({ ...brief, mood: 'grim' }));
    expect((await connect().brief(ID)).data).toMatchObject({ topic: 'T', mood: 'grim' });
  });
});

describe('a clock that is set back by a year', () => {
  const YEAR_MS = 365 * 86_400_000;

  it('keeps nobody waiting for a budget that was spent before', async () => {
    const clock = movedClock();
    const client = connect({ clock, pacing: { calls: 2 } });
    await client.trending();
    await client.top();
    clock.advance(-YEAR_MS);
    await expect(client.emerging()).rejects.toMatchObject({ name: 'RateLimitedError' });
    clock.advance(61_000);
    await client.emerging();
    expect(service.asked).toHaveLength(3);
  });

  it('lets the pause of a service that was down end in time', async () => {
    const clock = movedClock();
    const client = connect({ clock, pacing: { calls: 1_000 } });
    service.answer(failure(503, 'UNAVAILABLE'));
    for (let turn = 0; turn < 10; turn += 1) await client.signal(`${turn}`).catch(() => {});
    clock.advance(-YEAR_MS);
    await expect(client.trending()).rejects.toMatchObject({ name: 'CircuitOpenError' });
    clock.advance(61_000);
    service.answer(json([aSignal()]));
    expect((await client.trending()).data).toHaveLength(1);
  });

  it('keeps no answer longer', async () => {
    const clock = movedClock();
    const client = connect({ clock });
    await client.trending();
    clock.advance(-YEAR_MS);
    await client.trending();
    expect(service.asked).toHaveLength(1);
    clock.advance(301_000);
    await client.trending();
    expect(service.asked).toHaveLength(2);
  });
});

describe('a check', () => {
  it('asks the service, whatever is cached and however long it was down', async () => {
    const client = connect({ pacing: { calls: 1_000 } });
    service.answer(json({ latestSnapshotAt: null, totalActiveSignals: 1 }, 200, { 'cache-control': 'max-age=60' }));
    await client.pipeline();
    service.answer(failure(503, 'UNAVAILABLE'));
    for (let turn = 0; turn < 10; turn += 1) await client.signal(`${turn}`).catch(() => {});
    expect(client.health().rest.state).toBe('open');
    expect(await client.pipeline({ isCheck: true })).toMatchObject({ stale: true, data: { totalActiveSignals: 1 } });
    service.answer(json({ latestSnapshotAt: null, totalActiveSignals: 2 }));
    expect(await client.pipeline({ isCheck: true })).toMatchObject({ stale: false, data: { totalActiveSignals: 2 } });
    expect(client.health().rest.state).toBe('closed');
  });
});

describe('the cache', () => {
  it('asks once while an answer is fresh, and again when its lifetime is over', async () => {
    const clock = movedClock();
    const client = connect({ clock });
    await client.trending();
    clock.advance(299_000);
    await client.trending();
    expect(service.asked).toHaveLength(1);
    clock.advance(2_000);
    await client.trending();
    expect(service.asked).toHaveLength(2);
  });

  it('lets the Cache-Control of the service win', async () => {
    const clock = movedClock();
    const client = connect({ clock });
    service.answer(json([aSignal()], 200, { 'cache-control': 'private, max-age=5' }));
    await client.trending();
    clock.advance(6_000);
    await client.trending();
    expect(service.asked).toHaveLength(2);
  });

  it('knows of a kept answer that it holds invented posts, whatever the service says of itself since', async () => {
    const client = connect();
    service.answer(json([aSignal()], 200, { 'pain-sample': 'true' }));
    expect(await client.trending()).toMatchObject({ isSample: true });
    service.answer(json({ latestSnapshotAt: null, totalActiveSignals: 0 }));
    expect(await client.pipeline()).toMatchObject({ isSample: false });
    expect(await client.trending()).toMatchObject({ isSample: true });
  });

  it('asks anew before its time when another answer was reckoned from something else', async () => {
    const client = connect();
    const revised = (revision: string) => ({ 'pain-revision': revision });
    service.answer(json([aSignal()], 200, revised('7.0')));
    await client.trending();
    await client.top();
    await client.trending();
    expect(service.asked).toHaveLength(2);
    service.answer(json([aSignal()], 200, revised('7.1')));
    await client.emerging();
    expect(client.revision()).toBe('7.1');
    await client.trending();
    await client.trending();
    await client.top();
    expect(service.asked.slice(2)).toEqual([
      '/api/dashboard/emerging',
      '/api/dashboard/trending',
      '/api/dashboard/top',
    ]);
  });

  it('knows another service by its last snapshot', async () => {
    const clock = movedClock();
    const client = connect({ clock });
    await client.trending();
    service.answer(json({ latestSnapshotAt: '2026-03-01T02:00:00Z', totalActiveSignals: 1 }));
    await client.pipeline();
    await client.trending();
    expect(service.asked).toHaveLength(2);
    clock.advance(61_000);
    service.answer(json({ latestSnapshotAt: '2026-03-02T02:00:00Z', totalActiveSignals: 1 }));
    await client.pipeline();
    service.answer(json([]));
    expect(await client.trending()).toMatchObject({ data: [], stale: false });
  });

  it('has an answer of before another revision stand in when the service is down', async () => {
    const client = connect();
    const first = await client.trending();
    service.answer(json([], 200, { 'pain-revision': '1.0' }));
    await client.emerging();
    service.answer(json([], 200, { 'pain-revision': '2.0' }));
    await client.top();
    service.answer(failure(503, 'INTERNAL'));
    expect(await client.trending()).toEqual({ ...first, stale: true });
  });

  it('sends one request for the same question asked by many at the same time', async () => {
    const client = connect();
    await Promise.all(Array.from({ length: 20 }, () => client.top({ metric: 'growth', limit: 3 })));
    expect(service.asked).toHaveLength(1);
  });

  it('gives an old answer, marked stale, when the service is down', async () => {
    const clock = movedClock();
    const client = connect({ clock });
    const first = await client.trending();
    clock.advance(3_600_000);
    service.answer(failure(503, 'INTERNAL'));
    expect(await client.trending()).toEqual({ ...first, stale: true });
  });

  it('does not give an old answer to a key that is refused now', async () => {
    const clock = movedClock();
    const client = connect({ clock });
    await client.trending();
    clock.advance(3_600_000);
    service.answer(failure(401, 'UNAUTHORIZED'));
    await expect(client.trending()).rejects.toMatchObject({ name: 'UnauthorizedError' });
  });

  it('remembers a missing brief for a minute and no longer', async () => {
    const clock = movedClock();
    const client = connect({ clock });
    service.answer(failure(404, 'NOT_FOUND'));
    expect((await client.brief(ID)).data).toBeNull();
    clock.advance(59_000);
    await client.brief(ID);
    expect(service.asked).toHaveLength(1);
    clock.advance(2_000);
    await client.brief(ID);
    expect(service.asked).toHaveLength(2);
  });

  it.each([
    [{ reason: 'EXPIRED' }, 'EXPIRED'],
    [{ reason: 'MERCURY_IN_RETROGRADE' }, null],
    [{}, null],
  ])('knows why a brief is missing as far as the service says: %j', async (said, absence) => {
    service.answer(json({ code: 'NOT_FOUND', message: 'no', path: '/', ...said }, 404));
    expect(await connect().brief(ID)).toMatchObject({ data: null, absence });
  });
});

describe('when something is wrong', () => {
  it.each([
    [400, 'INVALID_PARAMETER', 'BadRequestError'],
    [401, 'UNAUTHORIZED', 'UnauthorizedError'],
    [403, 'PRO_REQUIRED', 'ProRequiredError'],
    [404, 'NOT_FOUND', 'NotFoundError'],
    [503, 'SEARCH_UNAVAILABLE', 'ServiceUnavailableError'],
    [500, 'INTERNAL', 'ServiceUnavailableError'],
    [418, 'TEAPOT', 'UnexpectedAnswerError'],
  ])('a %i %s is a %s', async (status, code, name) => {
    service.answer(failure(status, code));
    await expect(connect().trending()).rejects.toMatchObject({ name, status, code });
  });

  it.each([400, 401, 403, 404])(
    'a page of a proxy with %i says nothing about the key or the signal',
    async (status) => {
      const refused: string[] = [];
      const client = connect({ onKeyRefused: (key) => void refused.push(key) });
      service.answer(
        (_, response) => void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>No</h1>'),
      );
      await expect(client.signal(ID)).rejects.toMatchObject({ name: 'UnexpectedAnswerError', status });
      expect(refused).toEqual([]);
    },
  );

  it.each([
    [401, 'UnauthorizedError'],
    [404, 'NotFoundError'],
  ])('a %i without a body is a %s', async (status, name) => {
    service.answer((_, response) => void response.writeHead(status).end());
    await expect(connect().signal(ID)).rejects.toMatchObject({ name });
  });

  it('says which areas there are when one does not exist', async () => {
    service.answer(
      failure(400, 'INVALID_MACRO_AREA', 'Unknown macroArea "AUTH_X". Valid values: AUTH_IDENTITY, AI_AGENTS_LLM.'),
    );
    await expect(connect().signals({ macroArea: 'AUTH_IDENTITY' })).rejects.toMatchObject({
      name: 'InvalidMacroAreaError',
      validAreas: ['AUTH_IDENTITY', 'AI_AGENTS_LLM'],
    });
  });

  it('waits as long as a 429 says and asks again', async () => {
    const clock = movedClock();
    const client = connect({ clock });
    const before = clock.now();
    service.answer((request, response) => {
      service.answer(json([aSignal()]));
      failure(429, 'RATE_LIMITED', '', { 'retry-after': '2' })(request, response);
    });
    expect((await client.trending()).data).toHaveLength(1);
    expect(clock.now() - before).toBe(2_000);
  });

  it('gives a person an answer within eight seconds, and says when to come back', async () => {
    const clock = movedClock();
    const before = clock.now();
    service.answer(failure(429, 'RATE_LIMITED', '', { 'retry-after': '1' }));
    await expect(connect({ clock }).trending()).rejects.toMatchObject({
      name: 'RateLimitedError',
      retryAfterMs: 1_000,
    });
    expect(clock.now() - before).toBeLessThanOrEqual(8_000);
  });

  it('says when to come back where 429s took the time of a person to its end', async () => {
    const clock = movedClock();
    service.answer((request, response) => {
      // So the eighth request has 20 ms left, and no answer within them.
      clock.advance(140);
      setTimeout(() => failure(429, 'RATE_LIMITED', '', { 'retry-after': '1' })(request, response), 40);
    });
    await expect(connect({ clock }).top()).rejects.toMatchObject({ name: 'RateLimitedError', retryAfterMs: 1_000 });
    expect(service.asked).toHaveLength(8);
  });

  it('lets background work end sooner where its caller waits no longer', async () => {
    const clock = movedClock();
    const before = clock.now();
    service.answer(failure(503, 'SEARCH_UNAVAILABLE'));
    const call = { priority: 'background', withinMs: 20_000 } as const;
    await expect(connect({ clock }).trending({}, call)).rejects.toMatchObject({ name: 'ServiceUnavailableError' });
    expect(clock.now() - before).toBeLessThanOrEqual(20_000);
  });

  it('forgets after a window what others have spent', async () => {
    const clock = movedClock();
    service.answer(json([aSignal()], 200, { 'ratelimit-limit': '60', 'ratelimit-remaining': '20' }));
    const client = connect({ clock });
    await client.trending();
    await clock.sleep(61_000);
    expect(await client.budget()).toMatchObject({ left: 60 });
  });

  it('has nothing left while the service refuses calls', async () => {
    const clock = movedClock();
    service.answer(failure(429, 'RATE_LIMITED', '', { 'retry-after': '30' }));
    const client = connect({ clock });
    await expect(client.trending()).rejects.toMatchObject({ name: 'RateLimitedError' });
    expect(await client.budget()).toMatchObject({ left: 0 });
    await clock.sleep(30_000);
    expect((await client.budget()).left).toBeGreaterThan(50);
  });

  it('leaves to others what the service says that they spend', async () => {
    service.answer(json([aSignal()], 200, { 'ratelimit-limit': '60', 'ratelimit-remaining': '20' }));
    const client = connect();
    await client.trending();
    // 40 calls are spent and one of them is ours: of the 21 that stay ours background work may spend five sixths.
    expect(await client.budget()).toMatchObject({ left: 20, leftForBackground: 16 });
  });

  it('backs off on a 503 until it succeeds', async () => {
    let failures = 3;
    service.answer((request, response) => {
      failures -= 1;
      (failures >= 0 ? failure(503, 'SEARCH_UNAVAILABLE') : json([aSignal()]))(request, response);
    });
    expect((await connect().search({ q: 'oauth' })).data.items).toHaveLength(1);
    expect(service.asked).toHaveLength(4);
  });

  it('asks again where connections are cut, until one holds', async () => {
    let cuts = 2;
    service.answer((request, response) => {
      cuts -= 1;
      if (cuts >= 0) request.socket.destroy();
      else json([aSignal()])(request, response);
    });
    expect((await connect().trending()).data).toHaveLength(1);
    expect(service.asked).toHaveLength(3);
  });

  it('does not repeat a call that was refused', async () => {
    service.answer(failure(401, 'UNAUTHORIZED'));
    await expect(connect().trending()).rejects.toThrow();
    expect(service.asked).toHaveLength(1);
  });

  it('names an unreachable service', async () => {
    const { url } = service;
    await service.close();
    await expect(connect({ apiUrl: url }).trending()).rejects.toMatchObject({ name: 'UnreachableError' });
    service = await startScriptedService(json([]));
  });

  it('counts its calls alone where Redis cannot be reached, and says so once without the address', async () => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const client = connect({ redisUrl: 'redis://:secret@127.0.0.1:1', warn });
    await Promise.all([client.trending(), client.top(), client.emerging()]);
    expect(client.health().budget).toBe('memory, redis is away');
    expect(await client.budget()).toMatchObject({ left: 57 });
    expect(warnings).toEqual([expect.stringContaining('Redis cannot be reached')]);
    expect(warnings[0]).not.toContain('secret');
  });

  it('refuses an answer of more values than one could need, unread', async () => {
    const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, 0]));
    service.answer(json({ ...aSignal(), ...keys }));
    await expect(connect().signal(ID)).rejects.toMatchObject({ message: expect.stringContaining('over 50000 values') });
    service.answer(json({ latestSnapshotAt: null, totalActiveSignals: 1, words: 'a,'.repeat(60_000) }));
    await expect(connect().pipeline()).resolves.toMatchObject({ data: { totalActiveSignals: 1 } });
  });
  it('survives a connection that is cut in the middle of an answer', async () => {
    service.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('[{"id":');
      setImmediate(() => response.destroy());
    });
    await expect(connect().trending()).rejects.toMatchObject({ name: 'UnreachableError' });
  });

  it.each([
    ['HTML', '<html><body>Welcome</body></html>'],
    ['truncated JSON', '[{"id": "a"'],
    ['nothing', ''],
    ['a string', '"hello"'],
    ['an object of another kind', '{"signals": []}'],
  ])('calls %s an unexpected answer', async (_what, body) => {
    service.answer((_request, response) => void response.writeHead(200).end(body));
    await expect(connect().trending()).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });

  it('stops reading an answer that is far too large', async () => {
    service.answer((_request, response) => void response.writeHead(200).end(`[${'"x",'.repeat(3_000_000)}1]`));
    await expect(connect().trending()).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });

  it('does not follow a redirect, so the key is never sent elsewhere', async () => {
    const elsewhere = await startScriptedService(json([aSignal()]));
    service.answer((_request, response) => void response.writeHead(302, { location: `${elsewhere.url}/steal` }).end());
    await expect(connect().trending()).rejects.toMatchObject({ name: 'UnexpectedAnswerError', status: 302 });
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  it.each([null, 'pain_a\r\nx-evil: 1_b', 'schlüssel'])('refuses the key %j without asking', async (apiKey) => {
    await expect(connect({ apiKey }).trending()).rejects.toMatchObject({ name: 'UnauthorizedError' });
    expect(service.asked).toEqual([]);
  });

  it('never shows the key in an error', async () => {
    service.answer(failure(401, 'UNAUTHORIZED', `bad key ${KEY}`));
    const error = await connect()
      .trending()
      .catch((reason: unknown) => reason);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error)).not.toContain(KEY.slice(5, 13));
  });
});
