import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { createWorkspace } from './create-workspace.ts';
import { authorizeRoutes } from './page/authorize.ts';
import { createRequestGuard } from './page/guard.ts';
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
