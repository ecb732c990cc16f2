import { LIFETIME_SECONDS, SemanticSearchParameters } from '@pain-signals/contract';
import { ANSWER_WITHIN_MS } from '../model/within.ts';
import { FoundPage } from '../queries/answers.ts';
import type { Queries } from '../queries/index.ts';
import type { RestApp } from './rest-app.ts';
import { errors } from './route-errors.ts';

/** Section 4.3. */
export function addSemanticSearch(app: RestApp, queries: Queries): void {
  app.get(
    '/api/signals/semantic-search',
    {
      schema: {
        tags: ['search'],
        summary: 'Signals by relevance to a question; costly, not to be called in a loop as a text filter',
        querystring: SemanticSearchParameters,
        response: { 200: FoundPage, ...errors.ofSearch },
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.other },
      handlerTimeout: ANSWER_WITHIN_MS,
    },
    ({ query }) => queries.semanticSearch(query),
  );
}
