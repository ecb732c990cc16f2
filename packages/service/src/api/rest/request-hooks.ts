import { ServiceError } from '../../model/service-error.ts';
import { pathOf, type RestApp } from './rest-app.ts';

/** Room for the longest parameters at twelve bytes a character, percent-encoded. */
export const MAX_URL_LENGTH = 8_192;

const urlTooLong = new ServiceError('INVALID_PARAMETER', `The URL is longer than ${MAX_URL_LENGTH} characters.`, {
  status: 414,
});

/** Holds for every address: what browsers are told, how long a URL may be, and that bodies are not read, since none is wanted. */
export function addRequestProtection(app: RestApp, serviceUrl: string): void {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...(serviceUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    done(request.url.length > MAX_URL_LENGTH ? urlTooLong : undefined);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** The levels at which lines of level info are written. */
const INFO_LEVELS: ReadonlySet<string> = new Set(['trace', 'debug', 'info']);

/** A one-time link is as good as a password. */
const redactPasswordLink = (path: string): string => path.replace(/^\/password\/.+/, '/password/…');

/** One line an answer. It holds no header and no query: keys and what people look for are nobody else's business. */
export function addRequestLog(app: RestApp): void {
  if (!INFO_LEVELS.has(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: redactPasswordLink(pathOf(request.url)),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        key: request.caller?.keyPrefix ?? undefined,
      },
      'answered',
    );
    done();
  });
}
