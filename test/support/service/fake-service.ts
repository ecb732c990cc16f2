import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { EvidenceExcerpt } from '@pain-signals/contract';
import {
  aBrief,
  aDetail,
  aHistory,
  aTimeline,
  SNAPSHOT_AT,
  someEvidence,
  someOpportunities,
  someSignals,
  someStats,
} from './sample-signals.ts';

export interface PlannedResponse {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Never answers. */
  hangs?: true;
  /** Answers no earlier. */
  after?: Promise<void>;
}

/** The service's REST interface with planned answers: the outer wall of the app's tests. */
export interface FakeService {
  readonly url: string;
  /** What was asked, with its query. */
  readonly asked: string[];
  /** The X-Request-Id of each of them. */
  readonly requestIds: string[];
  /** Plans the answer for a path, or for one page of it (`?page=0`); until then every path has a sensible one. */
  plan(path: string, answer: PlannedResponse): void;
  /** Gives these excerpts of every signal, by MCP; until then there is no MCP. `write`: the tool's result. */
  quote(excerpts: readonly EvidenceExcerpt[], write?: WriteExcerpts): void;
  close(): Promise<void>;
}

/** A page of excerpts as a tool's result. */
export type WriteExcerpts = (page: { items: EvidenceExcerpt[]; totalItems: number }) => object;

export const API_KEY = 'pain_testtest_0123456789abcdef0123456789abcdef';
export const OPERATOR_TOKEN = 'the-token-of-the-operator';

/** What a path answers that nothing was planned for. */
export type DefaultResponse = (path: string, query: URLSearchParams) => PlannedResponse;

interface FakeServiceOptions {
  /** Looks at who asks; null lets them in. */
  refuse?: (authorization: string, path: string) => PlannedResponse | null;
  usual?: DefaultResponse;
}

export async function startFakeService({
  refuse = strangers,
  usual = defaultResponse,
}: FakeServiceOptions = {}): Promise<FakeService> {
  const planned = new Map<string, PlannedResponse>();
  const asked: string[] = [];
  const requestIds: string[] = [];
  let mcp: { excerpts: readonly EvidenceExcerpt[]; write: WriteExcerpts } | null = null;
  const server: Server = createServer(async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '', 'http://service');
    if (pathname === '/mcp' && mcp !== null) return void answerMcp(mcp, request, response);
    asked.push(pathname + search);
    requestIds.push(String(request.headers['x-request-id'] ?? 'none'));
    const refused = refuse(request.headers.authorization ?? '', pathname);
    const ofPage = planned.get(`${pathname}?page=${searchParams.get('page') ?? 0}`);
    const answer = refused ?? ofPage ?? planned.get(pathname) ?? usual(pathname, searchParams);
    if (answer.hangs) return;
    await answer.after;
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    requestIds,
    plan: (path, answer) => planned.set(path, answer),
    quote(excerpts, write = (page) => ({ structuredContent: page })) {
      mcp = { excerpts, write };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function errorResponse(status: number, code: string, message = 'no') {
  return { status, body: { code, message, path: '/' } };
}

const strangers = (authorization: string, path: string): PlannedResponse | null =>
  authorization === `Bearer ${path.startsWith('/operator/') ? OPERATOR_TOKEN : API_KEY}`
    ? null
    : { status: 401, body: { code: 'UNAUTHORIZED', message: 'no', path } };

export function defaultResponse(path: string, query: URLSearchParams): PlannedResponse {
  if (path.startsWith('/api/dashboard/')) return { body: someSignals(7) };
  if (path === '/api/meta/pipeline') {
    return { body: { latestSnapshotAt: SNAPSHOT_AT, totalActiveSignals: 120, sample: true } };
  }
  if (path === '/api/pain-signals' || path === '/api/signals/semantic-search') {
    return { body: { items: someSignals(5), page: 0, size: 5, totalItems: 12, totalPages: 3 } };
  }
  const [, id, part] = /^\/api\/pain-signals\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (id !== undefined && part === undefined) return { body: aDetail({ id }) };
  if (part === '/stats') return { body: someStats() };
  if (part === '/timeline') return { body: aTimeline(Array.from({ length: 30 }, (_, at) => at)) };
  if (part === '/history') return { body: aHistory([40, 55, 68]) };
  if (part === '/brief') return { body: aBrief({ painSignalId: id ?? '' }) };
  if (path === '/api/opportunities') return { body: someOpportunities(7) };
  if (part === '/evidence') return { body: aPage(someEvidence(9), query) };
  return { status: 404, body: { code: 'NOT_FOUND', message: 'no', path } };
}

export function aPage(rows: readonly unknown[], query: URLSearchParams) {
  const [page, size] = [Number(query.get('page')), Number(query.get('size'))];
  const items = rows.slice(page * size, (page + 1) * size);
  return { items, page, size, totalItems: rows.length, totalPages: Math.ceil(rows.length / size) };
}

interface McpCall {
  id: number;
  method: string;
  params: { arguments?: { mode: 'summary' | 'full'; page: number; size: number } };
}

/** An MCP server with the one tool that the app asks; without their full text, excerpts end after the first line. */
async function answerMcp(
  { excerpts, write }: { excerpts: readonly EvidenceExcerpt[]; write: WriteExcerpts },
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { id, method, params } = (await json(request)) as McpCall;
  const { mode = 'summary', page = 0, size = 20 } = params.arguments ?? {};
  const items = excerpts
    .slice(page * size, (page + 1) * size)
    .map((item) => ({ ...item, excerpt: mode === 'full' ? item.excerpt : (item.excerpt.split('\n')[0] ?? '') }));
  const properties = { signalId: { type: 'string' }, mode: { enum: ['summary', 'full'] }, page: {}, size: {} };
  const result =
    method === 'tools/list'
      ? { tools: [{ name: 'get_signal_evidence', inputSchema: { type: 'object', properties } }] }
      : write({ items, totalItems: excerpts.length, ...{ page, size } });
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}
