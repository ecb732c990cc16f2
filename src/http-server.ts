import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';

export interface HttpServerOptions {
  /** Takes what Slack sends; null in Socket Mode, where nothing comes this way. */
  slackEvents: RequestListener | null;
  /** Takes what is asked for under /charts/. */
  charts: RequestListener;
  /** The pages by which the app is installed, where it can be. */
  installer: { start: RequestListener; finish: RequestListener } | null;
  metrics: RequestListener;
  isReady: () => boolean;
}

const REQUEST_TIMEOUT_MS = 10_000;

/** Longer than proxies keep an idle connection (60 s at most of them): whoever sends on one that just closed gets an error. */
const KEEP_ALIVE_MS = 65_000;

/**
 * The app's doors. Bolt's listener throws for any path that it does not know, and a server of our own would die of that, so
 * it sees nothing but its own. Opens no port.
 */
export function createHttpServer({ slackEvents, charts, installer, metrics, isReady }: HttpServerOptions): Server {
  const options = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  return createServer(options, (request, response) => {
    response.once('finish', () => drainRequest(request));
    const path = (request.url ?? '').split('?')[0];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/slack/events' && request.method === 'POST' && slackEvents) return slackEvents(request, response);
    if (path?.startsWith('/charts/') && isRead) return charts(request, response);
    if (path === '/slack/install' && request.method === 'GET' && installer) return installer.start(request, response);
    if (path === '/slack/oauth_redirect' && request.method === 'GET' && installer) {
      return installer.finish(request, response);
    }
    if (path === '/metrics' && isRead) return metrics(request, response);
    if (path === '/healthz' && isRead) return sendJson(response, 200, { status: 'ok' });
    if (path === '/readyz' && isRead) {
      return isReady()
        ? sendJson(response, 200, { status: 'ready' })
        : sendJson(response, 503, { status: 'not ready' });
    }
    return sendJson(response, 404, { status: 'not found' });
  });
}

/**
 * A body that was refused half-way would stand before the next request on the same connection, which a proxy may share; and
 * whoever still sends it when the connection is closed gets an error in the place of our answer. So the rest is read and dropped.
 */
function drainRequest(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const tooLong = setTimeout(() => request.socket.destroy(), REQUEST_TIMEOUT_MS);
  request.once('close', () => clearTimeout(tooLong));
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
