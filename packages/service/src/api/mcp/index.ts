import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { mcpResource } from '../../accounts/keys/authenticate.ts';
import { type Admit, requireKey } from '../../accounts/keys/require-key.ts';
import { RESPONSE_TIMEOUT_MS, ServiceError } from '../../model/service-error.ts';
import type { Queries } from '../../queries/index.ts';
import { hijackReply } from '../http/hijack-reply.ts';
import { createMcpEndpoint, createMcpServer } from './mcp-server.ts';
import { opportunityBrief } from './tools/briefs.ts';
import { signalTools } from './tools/signal.ts';
import { signalListTools } from './tools/signal-lists.ts';
import { formatFreshness } from './tools/text.ts';
import type { ToolContext } from './tools/tool.ts';

export interface McpDeps {
  queries: Queries;
  admit: Admit;
  /** The public address, an origin. */
  serviceUrl: string;
}

/** Many times the longest call. The library looks at all of a body, and four megabytes of it took a second. */
const MAX_BODY_BYTES = 65_536;

/** Section 4.7: the MCP server at /mcp. POST only: it has no sessions and pushes nothing. */
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
      formatFreshness: async () => formatFreshness(await queries.pipelineFreshness()),
    };
    const tools = [...signalListTools(queries), ...signalTools(queries), opportunityBrief(queries)];
    const endpoint = createMcpEndpoint(
      () => createMcpServer(tools, queries, context),
      (error) => app.log.warn({ err: error }, 'MCP request rejected'),
    );
    scope.addHook('preClose', endpoint.close);
    const answer = toNodeHandler(endpoint, {
      maxRequestBodySize: MAX_BODY_BYTES,
      onerror: (error) =>
        isAborted(error)
          ? app.log.debug('MCP request aborted by its caller')
          : app.log.error({ err: error }, 'MCP request failed'),
    });
    scope.post('/mcp', { schema: { hide: true } }, ({ raw }, reply) => {
      // The library requires both types, although it then answers as JSON.
      raw.headers.accept = 'application/json, text/event-stream';
      hijackReply(reply);
      return answer(raw as NodeIncomingMessageLike, reply.raw);
    });
  });
}

/** The caller closed the connection before its body was complete, which callers may do as often as they like. */
const isAborted = (error: Error): boolean => 'code' in error && error.code === 'ECONNRESET';

/**
 * Against DNS rebinding: what a page sends must name the service's public name or this machine's. Browsers send an Origin with
 * every POST; a program inside a network sends none and may use the service's name there.
 */
function rejectForeignHosts(app: FastifyInstance, serviceUrl: string): void {
  const names = [new URL(serviceUrl).hostname, ...localhostAllowedHostnames()];
  app.addHook('onRequest', (request, _reply, done) => {
    const { host, origin } = request.headers;
    if (origin === undefined) return done();
    if (!validateHostHeader(host, names).ok) return done(foreignHost('Host', names));
    if (!validateOriginHeader(origin, names).ok) return done(foreignHost('Origin', names));
    done();
  });
}

const foreignHost = (header: string, names: readonly string[]): ServiceError =>
  new ServiceError(
    'INVALID_PARAMETER',
    `The ${header} header has an unknown host. Allowed: ${[...new Set(names)].join(', ')}. SERVICE_URL sets the public one.`,
    { status: 403 },
  );
