import type { RestApp } from './rest-app.ts';

/** A service that has counted nothing yet will know more in a moment. */
const BEFORE_FIRST_SNAPSHOT_SECONDS = 1;

/** Says in Cache-Control how long an answer may be kept: the route's own lifetime. Answers depend on the key, so they are private. */
export function announceLifetime(app: RestApp, hasSnapshot: () => Promise<boolean>): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    const { lifetimeSeconds } = request.routeOptions.config;
    if (lifetimeSeconds === undefined || reply.statusCode !== 200) return done(null, payload);
    hasSnapshot().then((has) => {
      reply.header('cache-control', `private, max-age=${has ? lifetimeSeconds : BEFORE_FIRST_SNAPSHOT_SECONDS}`);
      done(null, payload);
    }, done);
  });
}
