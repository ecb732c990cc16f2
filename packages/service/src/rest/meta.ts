import { LIFETIME_SECONDS } from '@pain-signals/contract';
import { Freshness } from '../queries/answers.ts';
import type { Queries } from '../queries/index.ts';
import type { RestApp } from './rest-app.ts';
import { errorResponses } from './route-errors.ts';

/** Section 4.4. */
export function addFreshnessRoute(app: RestApp, queries: Queries): void {
  app.get(
    '/api/meta/pipeline',
    {
      schema: {
        tags: ['meta'],
        summary: 'When scores were last recomputed, and how many signals are active',
        response: { 200: Freshness, ...errorResponses.always },
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.pipeline },
    },
    () => queries.pipelineFreshness(),
  );
}
