import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Admit } from '../accounts/admit.ts';
import { mcpResource } from '../accounts/mcp-resource.ts';
import { requireKey } from '../accounts/require-key.ts';
import { RESPONSE_TIMEOUT_MS } from '../model/within.ts';
import type { Queries } from '../queries/index.ts';
import { createMcpEndpoint } from './endpoint.ts';
import { rejectForeignHosts } from './guard.ts';
import { createMcpServer } from './mcp-server.ts';
import { formatFreshness } from './say/freshness.ts';
import type { ToolContext } from './tool.ts';
import { createTools } from './tools/index.ts';

export interface McpDeps {
  queries: Queries;
  admit: Admit;
  /** The public address, an origin. */
  serviceUrl: string;
}

/** Section 4.7: the MCP server at /mcp. It takes POST alone, since it keeps no sessions and pushes nothing. */
export async function addMcp(app: FastifyInstance, { queries, admit, serviceUrl }: McpDeps): Promise<void> {
  app.get('/health', { schema: { hide: true } }, () => ({ status: 'ok' }));
  await app.register(async (scope) => {
    rejectForeignHosts(scope, serviceUrl);
    requireKey(scope, admit, mcpResource(serviceUrl));
    // The library reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));

    const context: ToolContext = {
      log: app.log,
      timeoutMs: RESPONSE_TIMEOUT_MS,
      sayFreshness: async () => formatFreshness(await queries.pipelineFreshness()),
    };
    const tools = createTools(queries);
    const endpoint = createMcpEndpoint(
      () => createMcpServer(tools, context),
      (error) => app.log.warn({ err: error }, 'an MCP request was refused'),
    );
    scope.addHook('preClose', endpoint.close);
    const answer = toNodeHandler(endpoint, { onerror: (error) => app.log.error({ err: error }, 'failed') });
    scope.post('/mcp', { schema: { hide: true } }, ({ raw }, reply) => {
      // The library refuses whoever does not name both, and then answers as JSON all the same.
      raw.headers.accept = 'application/json, text/event-stream';
      hijackReply(reply);
      return answer(raw as NodeIncomingMessageLike, reply.raw);
    });
  });
}

/** From here on the bare response is somebody else's; what was set so far stays on it. */
function hijackReply(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
}
