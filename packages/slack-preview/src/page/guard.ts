import type { FastifyReply, FastifyRequest } from 'fastify';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/**
 * Refuses requests that a page of another site could make a browser send: those under another name (DNS rebinding), and those
 * that change something and come from another origin. `host` is the address listened on.
 */
export function createRequestGuard(host: string): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    const name = (request.headers.host ?? '').replace(/:\d+$/, '');
    if (!LOOPBACK.has(name) && name !== host) {
      return reply.code(403).send({ error: `Open this page as http://localhost, not as "${name}".` });
    }
    const { origin } = request.headers;
    const isForeign = origin !== undefined && origin !== `http://${request.headers.host}`;
    if (isForeign && request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(403).send({ error: 'This request comes from another site.' });
    }
    return undefined;
  };
}
