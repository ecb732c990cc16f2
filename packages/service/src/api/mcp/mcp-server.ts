import {
  createMcpHandler,
  INVALID_REQUEST,
  isJsonContentType,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  McpServer,
  PARSE_ERROR,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { parseJson, RATE_LIMIT } from '@pain-signals/contract';
import { UNTRUSTED_TEXT_NOTICE } from './tools/text.ts';
import type { Tool, ToolContext } from './tools/tool.ts';

const INSTRUCTIONS = `Pain signals: what developers publicly complain about, clustered, scored (0-100) and backed by evidence. Read-only.
To look around, list trending, emerging or top signals; to look for something, search. Each signal has an id: with it, get the signal, then its evidence, then its opportunity brief. An empty list is a true answer.
${UNTRUSTED_TEXT_NOTICE}
Every request counts, ${RATE_LIMIT.calls} in any ${RATE_LIMIT.windowSeconds} seconds for each user over REST and MCP together; after a 429 wait one second and retry.
Not permitted: competitive scraping, data resale, training models on the corpus, paging through all signals.`;

/** Tools are the same until the service is started anew, so that agents need not spend their budget on asking again. */
const TOOLS_LIFETIME_MS = 3_600_000;

/** A server for one request: nothing is remembered from one to the next. */
export function createMcpServer(tools: readonly Tool[], context: ToolContext): McpServer {
  const server = new McpServer(
    { name: 'pain-signals', title: 'Pain Signals', version: '1.0.0' },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: { listChanged: false } },
      cacheHints: { 'tools/list': { ttlMs: TOOLS_LIFETIME_MS, cacheScope: 'private' } },
    },
  );
  for (const tool of tools) tool.addTo(server, context);
  return server;
}

export interface McpEndpoint {
  /** Answers one POST as JSON. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Both eras of the protocol at one address: 2026-07-28 by the library's own handler, the sessions of 2025 without a session. */
export function createMcpEndpoint(createServer: () => McpServer, onerror: (error: Error) => void): McpEndpoint {
  // No tool ever changes, so there is nothing to wait for on an open connection.
  const modern = createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0, onerror });

  /** The library's own would answer as an event stream, which whoever sends a plain POST cannot read. */
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
    async fetch(request) {
      if (!isJsonContentType(request.headers.get('content-type'))) {
        return jsonRpcError(415, INVALID_REQUEST, 'Send the request as Content-Type: application/json.');
      }
      const parsedBody = parseJson(await request.text());
      if (parsedBody === undefined) return jsonRpcError(400, PARSE_ERROR, 'Parse error: the body is not JSON.');
      // The protocol has done without batches since 2025-06-18, and one would be many calls for the price of one.
      if (Array.isArray(parsedBody)) {
        return jsonRpcError(
          400,
          INVALID_REQUEST,
          'Batches are not supported. Send each message in a request of its own.',
        );
      }
      const serve = (await isLegacyRequest(request, parsedBody)) ? legacy : modern.fetch;
      return serve(request, { parsedBody });
    },
    close: modern.close,
  };
}

const jsonRpcError = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
