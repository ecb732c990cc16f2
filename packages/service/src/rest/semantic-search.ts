import { LIFETIME_SECONDS, SemanticSearchParameters } from '@pain-signals/contract';
import { RESPONSE_TIMEOUT_MS } from '../model/within.ts';
import { FoundPage } from '../queries/answers.ts';
import type { Queries } from '../queries/index.ts';
import type { RestApp } from './rest-app.ts';
import { errorResponses } from './route-errors.ts';

/** Section 4.3. */
export function addSearchRoutes(app: RestApp, queries: Queries): void {
  app.get(
    '/api/signals/semantic-search',
    {
      schema: {
        tags: ['search'],
        summary: 'Signals by relevance to a question; costly, not to be called in a loop as a text filter',
        querystring: SemanticSearchParameters,
        response: { 200: FoundPage, ...errorResponses.ofSearch },
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.other },
      handlerTimeout: RESPONSE_TIMEOUT_MS,
    },
    ({ query }) => queries.semanticSearch(query),
  );
}
