import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyBaseLogger } from 'fastify';
import { databaseUnavailableError } from '../model/database-away.ts';
import { ServiceError } from '../model/service-error.ts';
import { TimeoutError } from '../model/within.ts';

/** A fault is a result, so that the agent reads it and can do better. What we did not foresee is logged and told to nobody. */
export function toErrorResult(error: unknown, tool: string, log: FastifyBaseLogger): CallToolResult {
  if (error instanceof ServiceError) return errorResult(`${error.code}: ${error.message}`);
  const away = databaseUnavailableError(error);
  if (away !== null) {
    log.warn({ err: error, tool }, 'the database does not answer');
    return errorResult(`${away.code}: ${away.message}`);
  }
  if (error instanceof TimeoutError) {
    log.warn({ tool }, 'an answer took too long');
    return errorResult('INTERNAL: The answer took too long. Retry in a while.');
  }
  const reference = randomUUID();
  log.error({ err: error, reference, tool }, 'failed');
  return errorResult(`INTERNAL: The service failed to answer. What happened is in its log under ${reference}.`);
}

const errorResult = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });
