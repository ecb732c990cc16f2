import { LIFETIME_SECONDS, SignalId } from '@pain-signals/contract';
import { ANSWER_WITHIN_MS } from '../model/within.ts';
import { Brief, OpportunityItems } from '../queries/answers.ts';
import type { Queries } from '../queries/index.ts';
import type { RestApp } from './rest-app.ts';
import { errors } from './route-errors.ts';

const tags = ['opportunities'];

/** Opportunity briefs: section 4.4, and the one of a signal, section 4.2. */
export function addOpportunities(app: RestApp, queries: Queries): void {
  app.get(
    '/api/opportunities',
    {
      schema: {
        tags,
        summary: 'All opportunity briefs, summary only',
        response: { 200: OpportunityItems, ...errors.always },
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.other },
      handlerTimeout: ANSWER_WITHIN_MS,
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
        response: { 200: Brief, ...errors.ofSignal },
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.brief },
      handlerTimeout: ANSWER_WITHIN_MS,
    },
    ({ params }) => queries.brief(params.id),
  );
}
