import type { FastifyInstance } from 'fastify';
import type { Admit } from './admit.ts';
import type { Caller } from './authenticate.ts';
import { currentCaller } from './current-caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public addresses and until the caller is let in. */
    caller: Caller | null;
  }
}

/**
 * Every address added to `app` afterwards needs a key or, where there is an audience, an access token for it. Checked before anything
 * else of the request is looked at.
 */
export function requireKey(app: FastifyInstance, admit: Admit, audience?: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { caller, headers } = await admit({ headers: request.headers, ip: request.ip, audience });
    request.caller = caller;
    reply.headers(headers);
  });
  app.addHook('preHandler', ({ caller }, _reply, done) => {
    if (caller === null) return done();
    currentCaller.run(caller, done);
  });
}
