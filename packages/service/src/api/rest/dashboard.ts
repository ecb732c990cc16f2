import { EmergingParameters, LIFETIME_SECONDS, TopParameters, TrendingParameters } from '@pain-signals/contract';
import type { Queries } from '../../queries/index.ts';
import { SignalItems } from '../../queries/responses.ts';
import { errorResponses, type RestApp, readRoute } from './rest-app.ts';

const tags = ['dashboard'];
const response = { 200: SignalItems, ...errorResponses.ofParameters };

/** Section 4.1. */
export function addDashboardRoutes(app: RestApp, queries: Queries): void {
  const trending = { tags, summary: 'Significant increases, fastest first', querystring: TrendingParameters, response };
  app.get('/api/dashboard/trending', readRoute(trending, LIFETIME_SECONDS.trending), ({ query }) =>
    queries.trending(query),
  );
  const emerging = { tags, summary: 'Small but growing signals', querystring: EmergingParameters, response };
  app.get('/api/dashboard/emerging', readRoute(emerging, LIFETIME_SECONDS.emerging), ({ query }) =>
    queries.emerging(query),
  );
  const top = { tags, summary: 'Top signals by score, growth or volume', querystring: TopParameters, response };
  app.get('/api/dashboard/top', readRoute(top, LIFETIME_SECONDS.top), ({ query }) => queries.top(query));
}
