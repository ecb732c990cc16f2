import { EmergingParameters, LIFETIME_SECONDS, TopParameters, TrendingParameters } from '@pain-signals/contract';
import type { Queries } from '../../queries/index.ts';
import { SignalItems } from '../../queries/responses.ts';
import { errorResponses, type RestApp } from './rest-app.ts';

const response = { 200: SignalItems, ...errorResponses.ofParameters };
const tags = ['dashboard'];

/** Section 4.1. */
export function addDashboardRoutes(app: RestApp, queries: Queries): void {
  app.get(
    '/api/dashboard/trending',
    {
      schema: {
        tags,
        summary: 'Signals that rise beyond chance, fastest first',
        querystring: TrendingParameters,
        response,
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.trending },
    },
    ({ query }) => queries.trending(query),
  );
  app.get(
    '/api/dashboard/emerging',
    {
      schema: { tags, summary: 'Newcomers: few mentions, high growth', querystring: EmergingParameters, response },
      config: { lifetimeSeconds: LIFETIME_SECONDS.emerging },
    },
    ({ query }) => queries.emerging(query),
  );
  app.get(
    '/api/dashboard/top',
    {
      schema: { tags, summary: 'Top signals by score, growth or volume', querystring: TopParameters, response },
      config: { lifetimeSeconds: LIFETIME_SECONDS.top },
    },
    ({ query }) => queries.top(query),
  );
}
