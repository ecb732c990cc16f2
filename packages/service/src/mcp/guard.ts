import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../model/service-error.ts';

/**
 * A web page that has its own name resolve to this machine reaches the service from a visitor's browser. It cannot help naming
 * itself in Host and Origin: only the service's public name and this machine's own are taken.
 */
export function rejectForeignHosts(app: FastifyInstance, serviceUrl: string): void {
  const names = [new URL(serviceUrl).hostname, ...localhostAllowedHostnames()];
  app.addHook('onRequest', (request, _reply, done) => {
    const { host, origin } = request.headers;
    if (!validateHostHeader(host, names).ok) return done(foreignHost('Host', names));
    if (!validateOriginHeader(origin, names).ok) return done(foreignHost('Origin', names));
    done();
  });
}

const foreignHost = (header: string, names: readonly string[]): ServiceError =>
  new ServiceError(
    'INVALID_PARAMETER',
    `The ${header} header names another host. Allowed: ${[...new Set(names)].join(', ')}; SERVICE_URL sets the public one.`,
    { status: 403 },
  );
