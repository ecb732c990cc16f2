import type { FastifyReply } from 'fastify';

/** Hands the raw response to a library, with the headers that hooks have set so far. */
export function hijackReply(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
}
