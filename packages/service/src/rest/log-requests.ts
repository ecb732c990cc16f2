import type { RestApp } from './rest-app.ts';
import { pathOf } from './rest-app.ts';

/** The levels at which lines of level info are written. */
const LEVELS: ReadonlySet<string> = new Set(['trace', 'debug', 'info']);

/** A one-time link is as good as a password. */
const withoutSecret = (path: string): string => path.replace(/^\/password\/.+/, '/password/…');

/** One line an answer. It holds no header and no query: keys and what people look for are nobody else's business. */
export function logRequests(app: RestApp): void {
  if (!LEVELS.has(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: withoutSecret(pathOf(request.url)),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        key: request.caller?.keyPrefix ?? undefined,
      },
      'answered',
    );
    done();
  });
}
