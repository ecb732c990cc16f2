import type { Span, Tracing } from '@pain-signals/telemetry';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

/** One span for each request, as part of the caller's trace. Call it before other hooks, which then belong to the span. */
export function addTracing(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.start(request.method, request.headers);
    request.span = span;
    span.run(done);
  });
  app.addHook('onResponse', ({ span, method, routeOptions }, { statusCode }, done) => {
    span?.end({
      'http.request.method': method,
      'http.route': routeOptions.url ?? 'none',
      'http.response.status_code': statusCode,
      outcome: statusCode < 500 ? 'ok' : 'error',
    });
    done();
  });
}
