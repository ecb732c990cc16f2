import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { type Admit, requireKey } from '../../accounts/keys/require-key.ts';
import { mcpResource } from '../../accounts/oauth/mcp-resource.ts';
import { RESPONSE_TIMEOUT_MS, ServiceError } from '../../model/service-error.ts';
import type { Queries } from '../../queries/index.ts';
import { hijackReply } from '../http/hijack-reply.ts';
import { createMcpEndpoint, createMcpServer } from './mcp-server.ts';
import { createTools } from './tools/index.ts';
import { formatFreshness } from './tools/text.ts';
import type { ToolContext } from './tools/tool.ts';

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

/**
 * A web page that has its own name resolve to this machine reaches the service from a visitor's browser. It cannot help naming
 * itself in Host and Origin: only the service's public name and this machine's own are taken.
 */
function rejectForeignHosts(app: FastifyInstance, serviceUrl: string): void {
  const names = [new URL(serviceUrl).hostname, ...localhostAllowedHostnames()];
  app.addHook('onRequest', (request, _reply, done) => {
    const { host, origin } = request.headers;
    if (!validateHostHeader(host, names).ok) return done(foreignHost('Host', names));
    if (!validateOriginHeader(origin, names).ok) return done(foreignHost('Origin', names));
    done();
  });
}

const foreignHost = (header: string, names: readonly string[]): ServiceError =>
  new ServiceError(
    'INVALID_PARAMETER',
    `The ${header} header names another host. Allowed: ${[...new Set(names)].join(', ')}; SERVICE_URL sets the public one.`,
    { status: 403 },
  );
