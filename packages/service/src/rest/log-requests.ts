import type { RestApp } from './rest-app.ts';
import { pathOf } from './rest-app.ts';

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
