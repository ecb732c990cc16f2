import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createPipelineLimit, isHostHeader, withTimeout } from '@pain-signals/contract';

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
  /** What doesn't work although requests can be served. */
  degraded?: () => Promise<readonly string[]>;
  /** How long a connection may neither send nor read while it has an answer to get. */
  maxSilentMs?: number;
}

const REQUEST_TIMEOUT_MS = 10_000;
const MAX_SILENT_MS = 30_000;

/** Longer than most proxies keep an idle connection (60 s), so that they never send on a closed one. */
const KEEP_ALIVE_MS = 65_000;

/**
 * The app's HTTP routes. Bolt's listener throws for unknown paths, which would end the process, so it gets only its own. Opens no
 * port.
 */
export function createHttpServer({
  slackEvents,
  charts,
  installer,
  metrics,
  missing,
  degraded = async () => [],
  maxSilentMs = MAX_SILENT_MS,
}: HttpServerOptions): Server {
  const mayAnswer = createPipelineLimit();
  const options = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
    // By default Node looks for slow requests every 30 s.
    connectionsCheckingInterval: REQUEST_TIMEOUT_MS / 5,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server = createServer(options, (request, response) => {
    if (!mayAnswer(request.socket, response)) return void request.socket.destroy();
    response.once('finish', () => drainRequest(request));
    if (!isHostHeader(request.headers.host)) return sendJson(response, 400, { status: 'invalid host header' });
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
      return void Promise.all([missing(), degraded()]).then(([names, others]) =>
        names.length === 0
          ? sendJson(response, 200, { status: 'ready', ...(others.length > 0 && { degraded: others }) })
          : sendJson(response, 503, { status: 'not ready', missing: names }),
      );
    }
    return sendJson(response, 404, { status: 'not found' });
  });
  return server.setTimeout(maxSilentMs);
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

/** What must work before a load balancer sends requests; resolves when it does, by the name people know. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<boolean>>>;

/** A load balancer decides within some seconds, so a slower check has failed. */
const CHECK_TIMEOUT_MS = 1_000;
/** Who asked longer ago isn't asking any more. */
const ASKED_LATELY_MS = 60_000;
const ANNOUNCED_MS = 5_000;

interface ReadinessOptions {
  checks: ReadinessChecks;
  /** Requests get answers without these. */
  lesser?: ReadinessChecks;
  now: () => number;
  wait: (ms: number) => Promise<void>;
}

export function createReadiness({ checks, lesser = {}, now, wait }: ReadinessOptions) {
  let state: 'starting' | 'serving' | 'stopping' = 'starting';
  let askedAt = Number.NEGATIVE_INFINITY;
  const works = (check: () => Promise<boolean>) => withTimeout(CHECK_TIMEOUT_MS, check()).catch(() => false);
  const failing = async (these: ReadinessChecks) => {
    const results = await Promise.all(
      Object.entries(these).map(async ([name, check]) => ((await works(check)) ? [] : [name])),
    );
    return results.flat();
  };
  return {
    /** The names of what is missing. Empty: the app is ready. */
    async missing(): Promise<string[]> {
      askedAt = now();
      return state === 'serving' ? failing(checks) : [state];
    },
    /** The names of what fails although the app is ready. */
    degraded: () => failing(lesser),
    start(): void {
      state = 'serving';
    },
    /** Fails /readyz while the app still serves, so that load balancers stop sending requests before it shuts down. */
    async stop(): Promise<void> {
      state = 'stopping';
      if (now() - askedAt < ASKED_LATELY_MS) await wait(ANNOUNCED_MS);
    },
  };
}
