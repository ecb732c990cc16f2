import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';

export interface HttpServerOptions {
  /** Null in Socket Mode, where Slack sends nothing over HTTP. */
  slackEvents: RequestListener | null;
  /** Serves /charts/. */
  charts: RequestListener;
  /** The install pages. Null when the app serves one workspace only. */
  installer: { start: RequestListener; finish: RequestListener } | null;
  metrics: RequestListener;
  /** What is missing before requests can be served. */
  missing: () => Promise<readonly string[]>;
}

const REQUEST_TIMEOUT_MS = 10_000;

/** Longer than most proxies keep an idle connection (60 s), so that they never send on a closed one. */
const KEEP_ALIVE_MS = 65_000;

/**
 * The app's HTTP routes. Bolt's listener throws for unknown paths, which would end the process, so it gets only its own. Opens no
 * port.
 */
export function createHttpServer({ slackEvents, charts, installer, metrics, missing }: HttpServerOptions): Server {
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
      return void missing().then((names) =>
        names.length === 0
          ? sendJson(response, 200, { status: 'ready' })
          : sendJson(response, 503, { status: 'not ready', missing: names }),
      );
    }
    return sendJson(response, 404, { status: 'not found' });
  });
}

/**
 * Reads and drops the rest of a body that was refused half-way. Otherwise it would precede the next request on a shared connection,
 * and a client that is still sending would get a connection error instead of our response.
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
