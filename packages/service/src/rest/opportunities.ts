import { LIFETIME_SECONDS, SignalId } from '@pain-signals/contract';
import { RESPONSE_TIMEOUT_MS } from '../model/within.ts';
import { Brief, OpportunityItems } from '../queries/answers.ts';
import type { Queries } from '../queries/index.ts';
import type { RestApp } from './rest-app.ts';
import { errorResponses } from './route-errors.ts';

const tags = ['opportunities'];

/** Opportunity briefs: section 4.4, and the one of a signal, section 4.2. */
export function addBriefRoutes(app: RestApp, queries: Queries): void {
  app.get(
    '/api/opportunities',
    {
      schema: {
        tags,
        summary: 'All opportunity briefs, summary only',
        response: { 200: OpportunityItems, ...errorResponses.always },
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.other },
      handlerTimeout: RESPONSE_TIMEOUT_MS,
    },
    () => queries.opportunities(),
  );
  app.get(
    '/api/pain-signals/:id/brief',
    {
      schema: {
        tags,
        summary: 'The opportunity brief of a signal; 404 when there is none or it is older than 7 days',
        params: SignalId,
        response: { 200: Brief, ...errorResponses.ofSignal },
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.brief },
      handlerTimeout: RESPONSE_TIMEOUT_MS,
    },
    ({ params }) => queries.brief(params.id),
  );
}
