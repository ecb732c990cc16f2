import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPainClient, type PainClient, type PainClientOptions } from '../src/index.ts';
import { movedClock } from './support/moved-clock.ts';
import { evidenceTool, type McpScript, type ScriptedMcp, startScriptedMcp } from './support/scripted-mcp.ts';
import { failure, json, type Script, startScriptedService } from './support/scripted-service.ts';

const KEY = 'pain_abcdefgh_0123456789abcdef0123456789abcdef';
const ID = '5f2b3c1e-8d4a-4f6b-9c7d-1e2f3a4b5c6d';

const item = {
  chunkId: 'c-1',
  documentId: 'd-1',
  painSignalId: ID,
  provider: 'github',
  postTitle: 'Login breaks',
  externalId: 'acme/web#7',
  createdAt: '2026-03-01T10:00:00.000Z',
};
const excerpt = {
  ...item,
  excerpt: 'The refresh token is lost.',
  url: 'https://github.com/acme/web/issues/7',
  author: 'ada',
  licence: null,
  postedAt: '2026-02-27T08:00:00.000Z',
};
const pageOf = (...items: unknown[]) => ({ items, page: 0, size: 20, totalItems: items.length, totalPages: 1 });
const structured = (...items: unknown[]) => ({ structuredContent: pageOf(...items), content: [] });
const words = (...texts: string[]) => ({ content: texts.map((text) => ({ type: 'text', text })) });

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(
  script: Partial<McpScript> = {},
  options: Partial<PainClientOptions> = {},
): Promise<{ server: ScriptedMcp; client: PainClient; clock: ReturnType<typeof movedClock> }> {
  const server = await startScriptedMcp({ result: structured(excerpt), rest: json(pageOf(item)), ...script });
  const clock = movedClock();
  const client = createPainClient({ apiUrl: server.url, apiKey: KEY, clock, random: () => 0.5, ...options });
  cleanups.push(server.close, client.close);
  return { server, client, clock };
}

/** Part by part to a POST, each in a packet of its own. */
const sendInParts =
  (parts: readonly string[], ends = true): NonNullable<McpScript['first']> =>
  (request, response) => {
    if (request.method !== 'POST') return false;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const left = [...parts];
    const sendNext = () => {
      const part = left.shift();
      if (part !== undefined) response.write(part, () => setImmediate(sendNext));
      else if (ends) response.end();
    };
    sendNext();
    return true;
  };

const argumentsOf = ({ calls }: ScriptedMcp) => calls.find(({ method }) => method === 'tools/call')?.params.arguments;
const methodsOf = ({ calls }: ScriptedMcp) => calls.map(({ method }) => method);

describe('asking for excerpts', () => {
  it('finds the tool once, and gives what was written, by whom and where', async () => {
    const { server, client } = await start();
    const { data } = await client.evidenceExcerpts(ID, { mode: 'full' });
    expect(data).toEqual({ items: [withoutSignal(excerpt)], ...aPage, excerpts: 'available' });
    await client.evidenceExcerpts(ID, { page: 1, size: 5 });
    expect(methodsOf(server)).toEqual(['tools/list', 'tools/call', 'tools/call']);
    expect(argumentsOf(server)).toEqual({ signalId: ID, mode: 'full', page: 0, size: 20 });
    expect(server.headers[0]).toMatchObject({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' });
  });

  it('asks an MCP server at another address with the same budget', async () => {
    const rest = await startScriptedService(json([]));
    cleanups.push(rest.close);
    const { server, client } = await start();
    const other = createPainClient({ apiUrl: rest.url, mcpUrl: `${server.url}/`, apiKey: KEY, clock: movedClock() });
    cleanups.push(other.close);
    await other.trending();
    expect((await other.evidenceExcerpts(ID)).data.excerpts).toBe('available');
    expect(server.asked).toEqual(['/mcp', '/mcp']);
    expect(await other.budget()).toMatchObject({ left: 57 });
    expect(client.health().mcp.url).toBe(`${server.url}/mcp`);
  });

  it('keeps an answer for a minute, and asks once however many ask at the same time', async () => {
    const { server, client, clock } = await start();
    await Promise.all(Array.from({ length: 5 }, () => client.evidenceExcerpts(ID)));
    clock.advance(59_000);
    await client.evidenceExcerpts(ID);
    expect(methodsOf(server)).toEqual(['tools/list', 'tools/call']);
    clock.advance(2_000);
    await client.evidenceExcerpts(ID);
    expect(methodsOf(server)).toEqual(['tools/list', 'tools/call', 'tools/call']);
  });

  it('lists the tools once for many signals', async () => {
    const { server, client } = await start();
    await Promise.all(['a', 'b', 'c'].map((id) => client.evidenceExcerpts(id)));
    expect(methodsOf(server).filter((method) => method === 'tools/list')).toHaveLength(1);
  });

  it.each([{ page: -1 }, { page: 0.5 }, { size: 0 }, { size: 101 }])('refuses %j without asking', async (query) => {
    const { server, client } = await start();
    await expect(client.evidenceExcerpts(ID, query)).rejects.toMatchObject({ name: 'BadRequestError' });
    expect(server.asked).toEqual([]);
  });
});

describe('finding the tool', () => {
  it.each<[string, object]>([
    ['another spelling of the name', { name: 'getSignalEvidence' }],
    ['a name that mentions evidence', { name: 'signals.evidence.list' }],
    ['a description', { name: 'receipts', description: 'The evidence of a signal: excerpts of posts.' }],
  ])('knows it by %s', async (_what, tool) => {
    const other = { name: 'list_top_signals', description: 'Ranks signals.', inputSchema: { type: 'object' } };
    const { client } = await start({ tools: [other, 'nonsense', evidenceTool(tool)] });
    expect((await client.evidenceExcerpts(ID)).data.excerpts).toBe('available');
  });

  it('never calls a tool that changes something', async () => {
    const tools = [evidenceTool({ name: 'delete_evidence', annotations: { readOnlyHint: false } })];
    const { server, client } = await start({ tools });
    expect((await client.evidenceExcerpts(ID)).data.excerpts).toBe('unavailable');
    expect(methodsOf(server)).toEqual(['tools/list']);
  });

  it('tells the operator once why the server rejects us, and nothing of a server that is down', async () => {
    const told: string[] = [];
    const { server, client, clock } = await start({}, { warn: (message) => told.push(message) });
    const refuse = (status: number) => {
      server.script.first = (request, response) => {
        if (request.method !== 'POST') return false;
        failure(status, 'INVALID_PARAMETER')(request, response);
        return true;
      };
    };
    refuse(503);
    expect((await client.evidenceExcerpts(ID)).data.excerpts).toBe('unavailable');
    expect(told).toEqual([]);
    refuse(403);
    for (const id of ['a', 'b']) {
      clock.advance(20 * 60_000);
      expect((await client.evidenceExcerpts(id)).data.excerpts).toBe('unavailable');
    }
    expect(told).toEqual([
      'The MCP server rejects us, so evidence comes without excerpts. The API key may not do this: POST /mcp tools/list',
    ]);
  });

  it('looks again when the server no longer knows it', async () => {
    const { server, client } = await start();
    await client.evidenceExcerpts(ID);
    let refused = false;
    server.script.first = (request, response) => {
      if (refused || request.method !== 'POST') return false;
      refused = true;
      json({ jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'Unknown tool' } })(request, response);
      return true;
    };
    expect((await client.evidenceExcerpts('other')).data.excerpts).toBe('available');
    expect(methodsOf(server)).toEqual(['tools/list', 'tools/call', 'tools/list', 'tools/call']);
  });
});

describe('fitting the arguments to the published schema', () => {
  const question = { mode: 'full', page: 2, size: 50 } as const;
  it.each<[string, object, object]>([
    [
      'other names, pages from 1, a smaller page',
      {
        properties: {
          signal_id: { type: 'string' },
          page_number: { type: 'integer', minimum: 1 },
          limit: { type: 'integer', maximum: 25 },
        },
        required: ['signal_id'],
      },
      { signal_id: ID, page_number: 3, limit: 25 },
    ],
    [
      'an offset, an upper-case mode, figures as text',
      {
        properties: {
          id: { type: 'string' },
          offset: { type: 'string' },
          detail: { enum: ['BRIEF', 'FULL'] },
        },
      },
      { id: ID, offset: '100', detail: 'FULL' },
    ],
    [
      'an identifier of an unknown name, and a required choice',
      {
        properties: {
          ref: { type: 'string' },
          format: { type: 'string', enum: ['json', 'text'] },
          extra: { type: 'string' },
        },
        required: ['ref', 'format'],
      },
      { ref: ID, format: 'json' },
    ],
    [
      'references, nullable types and a wrapper',
      {
        properties: { input: { $ref: '#/$defs/Input' } },
        required: ['input'],
        $defs: {
          Input: {
            type: 'object',
            properties: { painSignalId: { type: 'string' }, size: { anyOf: [{ type: 'null' }, { type: 'integer' }] } },
          },
        },
      },
      { input: { painSignalId: ID, size: 50 } },
    ],
    ['a schema that says nothing', { type: 'object' }, { signalId: ID, mode: 'full', page: 2, size: 50 }],
    ['no schema', [], { signalId: ID, mode: 'full', page: 2, size: 50 }],
  ])('%s', async (_what, inputSchema, fitted) => {
    const { server, client } = await start({ tools: [evidenceTool({ inputSchema })] });
    await client.evidenceExcerpts(ID, question);
    expect(argumentsOf(server)).toEqual(fitted);
  });

  it('does not call a tool that demands what we do not have', async () => {
    const inputSchema = { properties: { signalId: { type: 'string' }, year: { type: 'integer' } }, required: ['year'] };
    const { server, client } = await start({ tools: [evidenceTool({ inputSchema })] });
    expect((await client.evidenceExcerpts(ID)).data.excerpts).toBe('unavailable');
    expect(methodsOf(server)).toEqual(['tools/list']);
  });
});

describe('finding the text', () => {
  const said = 'The refresh token is lost after a redirect.';
  it.each<[string, unknown]>([
    ['a list without an envelope', { structuredContent: { evidence: [{ text: said }] } }],
    ['a list deep inside', { structuredContent: { data: { result: { chunks: [{ snippet: said }] } } } }],
    ['a list of texts', { structuredContent: { excerpts: [said] } }],
    ['JSON in the text', words(JSON.stringify({ items: [{ excerpt: said }] }))],
    ['fenced JSON in the text', words(`\`\`\`json\n${JSON.stringify([{ quote: said }])}\n\`\`\``)],
    ['one JSON object for each text', words(JSON.stringify({ content: said }))],
    ['plain words', words(`Evidence\n\n${said}\n\nPage 1 of 1`)],
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'x:y', text: said } }] }],
    [
      'structured content without text, beside plain words',
      { ...words(said), structuredContent: { ids: [{ id: 1 }] } },
    ],
  ])('in %s', async (_what, result) => {
    const { client } = await start({ result });
    const { data } = await client.evidenceExcerpts(ID);
    expect(data).toMatchObject({ excerpts: 'available', items: [{ excerpt: said }] });
    expect(data.items).toHaveLength(1);
  });

  it('finds no address in two million marks, and the text all the same', async () => {
    const { client } = await start({ result: words(`${said} https://a${'.,'.repeat(1_000_000)}x`) });
    expect((await client.evidenceExcerpts(ID)).data.items).toMatchObject([
      { excerpt: expect.stringContaining(said), url: null },
    ]);
    const { client: other } = await start({ result: words(`${said} https://a.example/1.,;`) });
    expect((await other.evidenceExcerpts(ID)).data.items).toMatchObject([{ url: 'https://a.example/1' }]);
  });

  it('looks into no more than fifty of twenty thousand lists, and into the first of as many fields', async () => {
    const lists = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`list ${at}`, [1]]));
    const { client } = await start({ result: { structuredContent: { ...lists, last: [excerpt] }, content: [] } });
    expect((await client.evidenceExcerpts(ID)).data.excerpts).toBe('unavailable');
    const { client: other } = await start({ result: structured({ text: said, ...lists, author: 'ada' }) });
    expect((await other.evidenceExcerpts(ID)).data.items).toMatchObject([{ excerpt: said, author: null }]);
  });

  it('reads no answer of more values than one could need, whole or in a text', async () => {
    const fields = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`field${at}`, 1]));
    for (const result of [structured({ text: said, ...fields }), words(JSON.stringify([{ text: said, ...fields }]))]) {
      const { client } = await start({ result });
      expect((await client.evidenceExcerpts(ID)).data.items.map(({ excerpt: shown }) => shown)).not.toContain(said);
    }
  });

  it('looks into no more than 500 of the blocks of an answer', async () => {
    const { client } = await start({ result: words(...Array.from({ length: 501 }, (_, at) => `{"row":${at}}`), said) });
    expect((await client.evidenceExcerpts(ID)).data.excerpts).toBe('unavailable');
    const { client: other } = await start({ result: words(...Array.from({ length: 499 }, () => ''), said) });
    expect((await other.evidenceExcerpts(ID)).data.items).toMatchObject([{ excerpt: said }]);
  });

  it('reads an answer that comes as a stream which stays open', async () => {
    const { client } = await start({ isStream: true });
    expect((await client.evidenceExcerpts(ID)).data).toMatchObject({ items: [{ excerpt: excerpt.excerpt }] });
  });

  it('reads each event of a stream once, however many parts it comes in', async () => {
    const event = 'data: {"a":1}\n\n';
    const parts = Array.from({ length: 50 }, () => event.repeat(20));
    const parse = vi.spyOn(JSON, 'parse');
    const { client } = await start({ first: sendInParts(parts) });
    await client.evidenceExcerpts(ID);
    const events = parse.mock.calls.filter(([text]) => text.includes('{"a":1}'));
    parse.mockRestore();
    // As they come, and in search of the answer at the end.
    expect(events).toHaveLength(2 * 50 * 20);
  });
  it.each(['\n', '\r\n', '\r'])(
    'finds the answer in a stream that stays open, cut anywhere, with %j as line end',
    async (end) => {
      const { client } = await start({
        first: (request, response) =>
          request.method === 'POST' &&
          sendInParts(
            [
              ...`: hi\n\nevent: message\nid: 7\ndata: ${JSON.stringify({ id: 1, result: { tools: [] } })}\n\n`.replaceAll(
                '\n',
                end,
              ),
            ],
            false,
          )(request, response),
      });
      await client.evidenceExcerpts(ID);
      expect(client.health().mcp).toMatchObject({ state: 'closed', failures: 0 });
    },
  );
  it('takes an empty list as a true answer', async () => {
    const { client } = await start({ result: structured() });
    expect((await client.evidenceExcerpts(ID)).data).toEqual({
      items: [],
      ...aPage,
      totalItems: 0,
      totalPages: 0,
      excerpts: 'available',
    });
  });

  it('leaves out a row without text and counts it', async () => {
    const { client } = await start({ result: structured(excerpt, { id: 3 }, null) });
    expect(await client.evidenceExcerpts(ID)).toMatchObject({ dropped: 2, data: { items: [{ author: 'ada' }] } });
  });

  it('shows no address but of the web, and an author that is an object', async () => {
    const rows = ['javascript:alert(1)', 'https://github.com@evil.example/x', 'nonsense'].map((link) => ({
      text: 'said',
      link,
      author: { login: 'ada' },
      createdAt: 'yesterday',
    }));
    const { client } = await start({ result: structured(...rows) });
    const { data } = await client.evidenceExcerpts(ID);
    for (const { url, author, createdAt } of data.items)
      expect({ url, author, createdAt }).toEqual({ url: null, author: 'ada', createdAt: null });
    expect(data.items).toHaveLength(3);
  });

  it.each([
    ['summary', 300],
    ['full', 2_000],
  ] as const)('cuts what a server sends too long in mode %s, at a word', async (mode, length) => {
    const { client } = await start({ result: structured({ text: 'lost 😀 token '.repeat(1_000) }) });
    const text = (await client.evidenceExcerpts(ID, { mode })).data.items[0]?.excerpt ?? '';
    expect(text.length).toBeLessThanOrEqual(length);
    expect(text.length).toBeGreaterThan(length - 20);
    expect(text).toMatch(/(lost|token|😀)…$/u);
  });

  it('takes no more rows than it asked for', async () => {
    const { client } = await start({ result: structured(...Array.from({ length: 3_000 }, () => excerpt)) });
    expect((await client.evidenceExcerpts(ID, { size: 7 })).data.items).toHaveLength(7);
    const rest = json(pageOf(...Array.from({ length: 50 }, () => item)));
    const { client: withoutMcp } = await start({ tools: [], rest });
    expect((await withoutMcp.evidenceExcerpts(ID, { size: 7 })).data.items).toHaveLength(7);
  });
});

describe('the session', () => {
  it('is opened only where the server wants one, and reused', async () => {
    const { server, client } = await start({ sessions: { generation: 1 } });
    await client.evidenceExcerpts(ID);
    await client.evidenceExcerpts('other');
    expect(methodsOf(server)).toEqual([
      'tools/list',
      'initialize',
      'notifications/initialized',
      'tools/list',
      'tools/call',
      'tools/call',
    ]);
    expect(server.headers.at(-1)).toMatchObject({
      'mcp-session-id': 'session-1',
      'mcp-protocol-version': '2025-06-18',
    });
  });

  it('is opened anew when the server has forgotten it', async () => {
    const { server, client } = await start({ sessions: { generation: 1 } });
    await client.evidenceExcerpts(ID);
    server.script.sessions = { generation: 2 };
    expect((await client.evidenceExcerpts('other')).data.excerpts).toBe('available');
    expect(server.calls.at(-1)).toMatchObject({ method: 'tools/call', session: 'session-2' });
  });

  it('is made again once when the connection breaks', async () => {
    const { server, client } = await start();
    await client.evidenceExcerpts(ID);
    let broken = false;
    server.script.first = (request) => {
      if (broken || request.method !== 'POST') return false;
      broken = true;
      request.socket.destroy();
      return true;
    };
    expect((await client.evidenceExcerpts('other')).data.excerpts).toBe('available');
  });
});

describe('where MCP is down or refuses', () => {
  const refuse =
    (answer: Script) =>
    (request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.method !== 'POST') return false;
      answer(request, response);
      return true;
    };

  it.each<[string, Partial<McpScript>]>([
    ['answers 500', { first: refuse(failure(500, 'INTERNAL')) }],
    ['answers 404', { first: refuse(failure(404, 'NOT_FOUND')) }],
    ['answers 403', { first: refuse(failure(403, 'PRO_REQUIRED')) }],
    ['answers HTML', { first: refuse((_request, response) => void response.end('<html></html>')) }],
    [
      'answers truncated JSON',
      { first: refuse((_request, response) => void response.end('{"jsonrpc":"2.0","id":1,"res')) },
    ],
    ['answers an array', { first: refuse(json([1, 2])) }],
    [
      'redirects',
      {
        first: refuse((_request, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()),
      },
    ],
    ['cuts connections', { first: (request) => request.method === 'POST' && Boolean(request.socket.destroy()) }],
    ['sends far too much', { first: refuse((_request, response) => void response.end(`"${'x'.repeat(10_000_000)}"`)) }],
    ['has no tools', { tools: [] }],
    ['lists nonsense', { tools: 'many' }],
    [
      'says that the tool failed',
      { result: { isError: true, content: [{ type: 'text', text: 'It hurts somewhere inside.' }] } },
    ],
    ['gives nothing to read', { result: { content: [{ type: 'image', data: 'AAAA' }] } }],
    ['gives rows without text', { result: structured({ id: 1 }) }],
  ])('gives the evidence by REST, marked, when the server %s', async (_what, script) => {
    const { client } = await start(script);
    const { data } = await client.evidenceExcerpts(ID);
    expect(data.excerpts).toBe('unavailable');
    expect(data.items).toMatchObject([{ chunkId: 'c-1', excerpt: null, url: null }]);
    expect(client.health().mcp.lastError).toEqual(expect.any(String));
  });

  it('does not spend the budget on a server that refuses, for a minute', async () => {
    const { server, client, clock } = await start({ first: refuse(failure(403, 'PRO_REQUIRED')) });
    await client.evidenceExcerpts(ID);
    await client.evidenceExcerpts('other');
    expect(server.asked.filter((path) => path === '/mcp')).toHaveLength(1);
    delete server.script.first;
    clock.advance(61_000);
    expect((await client.evidenceExcerpts(ID)).data.excerpts).toBe('available');
    expect(client.health().mcp.lastError).toBeNull();
  });

  it('asks about the next signal when only this one is refused', async () => {
    const { server, client } = await start({ result: { isError: true, content: [] } });
    expect((await client.evidenceExcerpts(ID)).data.excerpts).toBe('unavailable');
    server.script.result = structured(excerpt);
    expect((await client.evidenceExcerpts('other')).data.excerpts).toBe('available');
  });

  it('says that the key is refused where REST refuses it too', async () => {
    const answer = failure(401, 'UNAUTHORIZED');
    const { client } = await start({ first: refuse(answer), rest: answer });
    await expect(client.evidenceExcerpts(ID)).rejects.toMatchObject({ name: 'UnauthorizedError' });
  });

  it('leaves REST its share of the time a person waits', async () => {
    const { server, client, clock } = await start();
    const before = clock.now();
    server.script.first = refuse(failure(429, 'RATE_LIMITED', '', { 'retry-after': '1' }));
    await expect(client.evidenceExcerpts(ID)).rejects.toMatchObject({ name: 'RateLimitedError', retryAfterMs: 1_000 });
    expect(clock.now() - before).toBeLessThanOrEqual(4_000);
  });
});

const aPage = { page: 0, size: 20, totalItems: 1, totalPages: 1 };

function withoutSignal({ painSignalId: _signal, ...rest }: Record<string, unknown>) {
  return rest;
}
