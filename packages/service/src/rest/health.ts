import { ErrorBody } from '@pain-signals/contract';
import { z } from 'zod';
import { ServiceError } from '../model/service-error.ts';
import { withTimeout } from '../model/within.ts';
import type { RestApp } from './rest-app.ts';

const healthTags = ['health'];
const Health = z.object({ status: z.literal('ok') });
const DATABASE_TIMEOUT_MS = 2_000;

/** For whoever watches over the process; without a key. */
export function addHealthRoutes(app: RestApp, reachDatabase: () => Promise<unknown>): void {
  app.get(
    '/healthz',
    { schema: { healthTags, summary: 'The process is alive', security: [], response: { 200: Health } } },
    () => ({
      status: 'ok' as const,
    }),
  );
  app.get(
    '/readyz',
    {
      schema: { healthTags, summary: 'The database answers', security: [], response: { 200: Health, 503: ErrorBody } },
    },
    async ({ log }) => {
      try {
        await withTimeout(DATABASE_TIMEOUT_MS, reachDatabase());
      } catch (error) {
        log.warn({ err: error }, 'the database does not answer');
        throw new ServiceError('INTERNAL', 'The database does not answer.', { status: 503 });
      }
      return { status: 'ok' as const };
    },
  );
}
