import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyBaseLogger } from 'fastify';
import { databaseAway } from '../model/database-away.ts';
import { ServiceError } from '../model/service-error.ts';
import { LateError } from '../model/within.ts';

/** A fault is a result, so that the agent reads it and can do better. What we did not foresee is logged and told to nobody. */
export function answerFault(error: unknown, tool: string, log: FastifyBaseLogger): CallToolResult {
  if (error instanceof ServiceError) return fault(`${error.code}: ${error.message}`);
  const away = databaseAway(error);
  if (away !== null) {
    log.warn({ err: error, tool }, 'the database does not answer');
    return fault(`${away.code}: ${away.message}`);
  }
  if (error instanceof LateError) {
    log.warn({ tool }, 'an answer took too long');
    return fault('INTERNAL: The answer took too long. Retry in a while.');
  }
  const reference = randomUUID();
  log.error({ err: error, reference, tool }, 'failed');
  return fault(`INTERNAL: The service failed to answer. What happened is in its log under ${reference}.`);
}

const fault = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });
