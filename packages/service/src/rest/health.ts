import { ErrorBody } from '@pain-signals/contract';
import { z } from 'zod';
import { ServiceError } from '../model/service-error.ts';
import { within } from '../model/within.ts';
import type { RestApp } from './rest-app.ts';

const tags = ['health'];
const Health = z.object({ status: z.literal('ok') });
const WITHIN_MS = 2_000;

/** For whoever watches over the process; without a key. */
export function addHealth(app: RestApp, reachDatabase: () => Promise<unknown>): void {
  app.get(
    '/healthz',
    { schema: { tags, summary: 'The process is alive', security: [], response: { 200: Health } } },
    () => ({
      status: 'ok' as const,
    }),
  );
  app.get(
    '/readyz',
    { schema: { tags, summary: 'The database answers', security: [], response: { 200: Health, 503: ErrorBody } } },
    async ({ log }) => {
      try {
        await within(WITHIN_MS, reachDatabase());
      } catch (error) {
        log.warn({ err: error }, 'the database does not answer');
        throw new ServiceError('INTERNAL', 'The database does not answer.', { status: 503 });
      }
      return { status: 'ok' as const };
    },
  );
}
