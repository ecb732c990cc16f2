import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Admit } from '../accounts/admit.ts';
import { mcpResource } from '../accounts/mcp-resource.ts';
import { requireKey } from '../accounts/require-key.ts';
import { ANSWER_WITHIN_MS } from '../model/within.ts';
import type { Queries } from '../queries/index.ts';
import { createEndpoint } from './endpoint.ts';
import { refuseOtherHosts } from './guard.ts';
import { createMcpServer } from './mcp-server.ts';
import { sayFreshness } from './say/freshness.ts';
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
    refuseOtherHosts(scope, serviceUrl);
    requireKey(scope, admit, mcpResource(serviceUrl));
    // The library reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));

    const context: ToolContext = {
      log: app.log,
      withinMs: ANSWER_WITHIN_MS,
      sayFreshness: async () => sayFreshness(await queries.pipelineFreshness()),
    };
    const tools = createTools(queries);
    const endpoint = createEndpoint(
      () => createMcpServer(tools, context),
      (error) => app.log.warn({ err: error }, 'an MCP request was refused'),
    );
    scope.addHook('preClose', endpoint.close);
    const answer = toNodeHandler(endpoint, { onerror: (error) => app.log.error({ err: error }, 'failed') });
    scope.post('/mcp', { schema: { hide: true } }, ({ raw }, reply) => {
      // The library refuses whoever does not name both, and then answers as JSON all the same.
      raw.headers.accept = 'application/json, text/event-stream';
      handOver(reply);
      return answer(raw as NodeIncomingMessageLike, reply.raw);
    });
  });
}

/** From here on the bare response is somebody else's; what was set so far stays on it. */
function handOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
}
