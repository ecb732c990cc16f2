import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { createWorkspace } from './create-workspace.ts';
import { authorizeRoutes } from './page/authorize.ts';
import { pageRoutes } from './page/routes.ts';
import { createSend } from './to-app/send.ts';
import { webApiRoutes } from './web-api/routes.ts';
import { createState } from './workspace/state.ts';
import type { Workspace } from './workspace/workspace.ts';

export interface SlackPreviewOptions {
  /** The app's request URL; a function when it is known only later. */
  readonly appUrl: string | (() => string);
  readonly signingSecret: string;
  readonly botToken: string;
  /** Lets the app be installed by OAuth, at /oauth/v2/authorize. */
  readonly oauth?: { readonly clientId: string; readonly clientSecret: string };
  /** The address it listens on: the only Host header accepted besides localhost names. */
  readonly host?: string;
  /** Milliseconds since 1970: the clock of trigger ids, response_urls and messages. */
  readonly now?: () => number;
  /** Timeout for an acknowledgement. Slack's is three seconds. */
  readonly acknowledgeWithinMs?: number;
  /** Lifetime of a trigger id. Slack's is three seconds. */
  readonly triggersLastMs?: number;
  readonly logger?: FastifyBaseLogger;
}

export interface SlackPreview {
  /** Web API at /api/<method>, the page at /. The caller listens and closes. */
  readonly server: FastifyInstance;
  readonly workspace: Workspace;
}

// The largest request is a view of 250 KB, form-encoded.
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;

/** A Slack workspace with one app in it. The caller makes `server` listen. */
export function createSlackPreview(options: SlackPreviewOptions): SlackPreview {
  const { appUrl, signingSecret, botToken, host = '127.0.0.1', now = Date.now, acknowledgeWithinMs } = options;
  const { oauth = null, triggersLastMs } = options;
  const server: FastifyInstance = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    // Open server-sent event streams would keep the server from closing.
    forceCloseConnections: true,
    logController: new LogController({ disableRequestLogging: true }),
    ...(options.logger === undefined ? {} : { loggerInstance: options.logger }),
  });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  server.addHook('onRequest', createRequestGuard(host));

  const state = createState(now, triggersLastMs);
  const publicUrl = () => browsableOrigin(server.listeningOrigin);
  const send = createSend({
    appUrl: typeof appUrl === 'string' ? () => appUrl : appUrl,
    signingSecret,
    ...(acknowledgeWithinMs !== undefined && { acknowledgeWithinMs }),
  });
  const place = { state, send, publicUrl };
  const workspace = createWorkspace(place);
  server.register(webApiRoutes, { state, botToken, publicUrl, oauth });
  server.register(pageRoutes, { place, workspace });
  if (oauth !== null) server.register(authorizeRoutes, { state, clientId: oauth.clientId });
  server.get('/healthz', () => ({ status: 'ok' }));
  server.get('/readyz', () => ({ status: 'ok' }));
  return { server, workspace };
}

/** The wildcard address can be listened on but not opened. */
function browsableOrigin(origin: string): string {
  return origin.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//127.0.0.1:');
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/**
 * Refuses requests that a page of another site could make a browser send: those under another name (DNS rebinding), and those
 * that change something and come from another origin. `host` is the address listened on.
 */
function createRequestGuard(host: string): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    const name = (request.headers.host ?? '').replace(/:\d+$/, '');
    if (!LOOPBACK.has(name) && name !== host) {
      return reply.code(403).send({ error: `Open this page as http://localhost, not as "${name}".` });
    }
    const { origin } = request.headers;
    const isForeign = origin !== undefined && origin !== `http://${request.headers.host}`;
    if (isForeign && request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(403).send({ error: 'This request comes from another site.' });
    }
    return undefined;
  };
}
