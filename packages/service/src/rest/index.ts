import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Admit } from '../accounts/admit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { RateLimiter } from '../accounts/rate-limit.ts';
import { requireKey } from '../accounts/require-key.ts';
import { requireSession } from '../accounts/require-session.ts';
import type { Queries } from '../queries/index.ts';
import { addDashboardRoutes } from './dashboard.ts';
import { handleError } from './error-handler.ts';
import { addEvidenceRoutes } from './evidence.ts';
import { addHealthRoutes } from './health.ts';
import { addCacheHeaders } from './lifetime.ts';
import { addRequestLog } from './log-requests.ts';
import { addFreshnessRoute } from './meta.ts';
import { addMetricsRoute, type MetricSources } from './metrics.ts';
import { addNotFoundHandler } from './not-found.ts';
import { addOpenApi } from './open-api.ts';
import { addBriefRoutes } from './opportunities.ts';
import { addSignalRoutes } from './pain-signals.ts';
import { addRequestProtection } from './protect.ts';
import type { RestApp } from './rest-app.ts';
import { addSearchRoutes } from './semantic-search.ts';
import { addAccountRoutes } from './session-only.ts';
import { responseSerializer } from './write-answers.ts';

export interface RestDeps {
  queries: Queries;
  admit: Admit;
  accounts: Accounts;
  countCall: RateLimiter;
  reachDatabase: () => Promise<unknown>;
  /** What the metrics tell of. */
  metricSources: MetricSources;
  /** The public address, an origin. */
  serviceUrl: string;
}

/** The REST interface, all of it. */
export async function addRest(server: FastifyInstance, deps: RestDeps): Promise<void> {
  const app = server.withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(responseSerializer);
  app.setErrorHandler(handleError);
  addRequestProtection(app, deps.serviceUrl);
  addRequestLog(app);
  addNotFoundHandler(app);
  await addOpenApi(app, deps.serviceUrl);
  addHealthRoutes(app, deps.reachDatabase);
  addMetricsRoute(app, deps.metricSources);
  await app.register(async (scope) => addKeyRoutes(scope.withTypeProvider<ZodTypeProvider>(), deps));
  await app.register(async (scope) => addSessionRoutes(scope.withTypeProvider<ZodTypeProvider>(), deps));
}

async function addSessionRoutes(app: RestApp, deps: RestDeps): Promise<void> {
  await app.register(cookie);
  requireSession(app, { ...deps, sessions: deps.accounts.sessions });
  addAccountRoutes(app, deps);
}

async function addKeyRoutes(app: RestApp, { queries, admit }: RestDeps): Promise<void> {
  requireKey(app, admit);
  addCacheHeaders(app, queries);
  addDashboardRoutes(app, queries);
  addSignalRoutes(app, queries);
  addEvidenceRoutes(app, queries);
  addBriefRoutes(app, queries);
  addSearchRoutes(app, queries);
  addFreshnessRoute(app, queries);
}
