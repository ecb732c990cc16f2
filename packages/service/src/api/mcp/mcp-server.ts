import {
  createMcpHandler,
  INVALID_REQUEST,
  isJsonContentType,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  McpServer,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { parseJson, RATE_LIMIT, VERSION } from '@pain-signals/contract';
import { z } from 'zod';
import { HOUR_MS } from '../../model/day.ts';
import type { Queries } from '../../queries/index.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { UNTRUSTED_TEXT_NOTICE } from './tools/text.ts';
import { MOST_CONTENT, MOST_TEXT, type Tool, type ToolContext } from './tools/tool.ts';

const INSTRUCTIONS = `Pain signals: what developers publicly complain about, clustered, scored (0-100) and backed by evidence. Read-only.
To explore, list trending, emerging or top signals; to find something specific, search. With a signal's id, get the signal, then its evidence, then its opportunity brief. An empty list is a valid answer. An answer has at most ${MOST_TEXT} characters of text and ${MOST_CONTENT} of structured content.
${UNTRUSTED_TEXT_NOTICE}
Every request counts toward ${RATE_LIMIT.calls} in any ${RATE_LIMIT.windowSeconds} seconds per user, REST and MCP together. After a 429, wait one second and retry.
Not permitted: competitive scraping, data resale, training models on the corpus, paging through all signals.`;

/** Tools change only with a new version, so agents need not list them often. */
const TOOLS_LIFETIME_MS = HOUR_MS;

/** A server for one request, without state. */
export function createMcpServer(tools: readonly Tool[], queries: Queries, context: ToolContext): McpServer {
  const server = new McpServer(
    { name: 'pain-signals', title: 'Pain Signals', version: VERSION },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
      },
      cacheHints: { 'tools/list': { ttlMs: TOOLS_LIFETIME_MS, cacheScope: 'private' } },
    },
  );
  for (const tool of tools) tool.addTo(server, context);
  addPrompts(server);
  addResources(server, queries, context);
  return server;
}

/** Serves both protocol versions: 2026-07-28 with the library's handler, and 2025 without sessions. */
export function createMcpEndpoint(createServer: () => McpServer, onerror: (error: Error) => void) {
  const modern = createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0, onerror });

  /** The library's own legacy handler answers as an event stream, which plain POST clients cannot read. */
  const legacy = async (request: Request, options: McpHandlerRequestOptions): Promise<Response> => {
    const server = createServer();
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    transport.onerror = onerror;
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, options);
    } finally {
      await server.close();
    }
  };

  return {
    /** Answers one POST as JSON. */
    async fetch(request: Request): Promise<Response> {
      if (!isJsonContentType(request.headers.get('content-type'))) {
        return jsonRpcError(415, INVALID_REQUEST, 'Send the request with Content-Type: application/json.');
      }
      const parsedBody = parseJson(await request.text());
      if (parsedBody === undefined) return jsonRpcError(400, PARSE_ERROR, 'Parse error: the body is not JSON.');
      // Batches left the protocol in 2025-06-18, and they would bypass the rate limit.
      if (Array.isArray(parsedBody)) {
        return jsonRpcError(400, INVALID_REQUEST, 'Batches are not supported. Send one message per request.');
      }
      if (isListen(parsedBody)) return nothingToSubscribe(parsedBody);
      const serve = (await isLegacyRequest(request, parsedBody)) ? legacy : modern.fetch;
      return serve(request, { parsedBody });
    },
    close: modern.close,
  };
}

const Listen = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.enum(['subscriptions/listen', 'resources/subscribe']),
});
const isListen = (message: unknown): message is z.output<typeof Listen> => Listen.safeParse(message).success;

/** Tools, prompts and resource templates change only with a new version, and signals are polled. */
const nothingToSubscribe = ({ id, method }: z.output<typeof Listen>): Response =>
  jsonRpcError(
    404,
    METHOD_NOT_FOUND,
    `${method} is not supported: nothing here sends notifications. Ask again instead.`,
    id,
  );

const jsonRpcError = (status: number, code: number, message: string, id: string | number | null = null): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status });
