import type { IncomingMessage } from 'node:http';
import { networkOf } from '@pain-signals/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MCP_SCOPE, mcpResource } from '../../../accounts/keys/authenticate.ts';
import { hijackReply } from '../../http/hijack-reply.ts';
import { PAGE_HEADERS } from '../kit/layout.ts';
import type { PageDeps } from '../kit/visit.ts';

const METADATA_PATHS = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
/** Some programs append the MCP server's path to the metadata address. */
const MCP_SUFFIX = '/mcp';
const AUTHORIZE = '/oauth/authorize';
const REGISTER = '/oauth/register';
/** Each by itself: the library takes other spellings of them too, which no limit here would know. */
const OAUTH_PATHS = [
  ...[AUTHORIZE, `${AUTHORIZE}/:uid`, REGISTER, '/oauth/token', '/oauth/revoke', '/oauth/jwks'],
  ...METADATA_PATHS,
  ...METADATA_PATHS.map((path) => path + MCP_SUFFIX),
];

type OAuthDeps = Pick<PageDeps, 'oauth' | 'accounts' | 'serviceUrl'>;

/** The authorization server's routes, and the MCP server's resource metadata. */
export async function addOAuth(server: FastifyInstance, { oauth, accounts, serviceUrl }: OAuthDeps): Promise<void> {
  await server.register(async (app) => {
    // The library reads the body itself.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.addHook('onRequest', async (request, reply) => {
      reply.headers(PAGE_HEADERS);
      const { url } = request.routeOptions;
      if (url === AUTHORIZE) await accounts.attemptLimits.take('authorization', networkOf(request.ip));
      if (url !== REGISTER || request.method !== 'POST') return;
      await accounts.attemptLimits.take('registration', networkOf(request.ip));
      await oauth.sweep();
    });
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      prepareRequest(request.raw, serviceUrl);
      hijackReply(reply);
      return oauth.handleRequest(request.raw, reply.raw, networkOf(request.ip));
    };
    for (const path of OAUTH_PATHS) app.all(path, { schema: { hide: true } }, answer);
    addResourceMetadata(app, serviceUrl);
  });
}

/** RFC 9728. Public, from any origin. */
function addResourceMetadata(app: FastifyInstance, serviceUrl: string): void {
  const metadata = {
    resource: mcpResource(serviceUrl),
    authorization_servers: [serviceUrl],
    scopes_supported: [MCP_SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Pain Signals',
    resource_documentation: `${serviceUrl}/docs`,
  };
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }).send(metadata),
    );
  }
}

function prepareRequest(request: IncomingMessage, serviceUrl: string): void {
  const { protocol, host } = new URL(serviceUrl);
  // The library builds addresses from the request, whose Host header can be forged.
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  request.headers['x-forwarded-host'] = host;
  // Our own session decides who is signed in; the library's would outlive a sign-out.
  request.headers.cookie = request.headers.cookie?.replace(/(?:^|; *)pain_oauth=[^;]*/g, '');
  request.url = withScope(withoutMcpSuffix(request.url ?? ''));
}

const withoutMcpSuffix = (path: string): string =>
  METADATA_PATHS.find((metadata) => path === metadata + MCP_SUFFIX) ?? path;

/** Adds the only scope when a program requests none: the library would grant nothing. */
function withScope(path: string): string {
  const url = new URL(path, 'http://here.invalid');
  if (url.pathname !== AUTHORIZE) return path;
  const scopes = url.searchParams.get('scope')?.split(' ') ?? [];
  if (scopes.includes(MCP_SCOPE)) return path;
  url.searchParams.set('scope', [...scopes, MCP_SCOPE].join(' ').trim());
  return url.pathname + url.search;
}
