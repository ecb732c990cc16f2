import cookie from '@fastify/cookie';
import type { RefuseMetrics } from '@pain-signals/telemetry';
import type { FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Accounts } from '../../accounts/index.ts';
import { type Admit, type AdmitAccount, requireKey } from '../../accounts/keys/require-key.ts';
import { requireSession } from '../../accounts/sign-in/sessions.ts';
import type { Queries } from '../../queries/index.ts';
import { addNotFoundHandler, handleError, type SendNotFoundPage } from './errors.ts';
import { createEtagAndGzip } from './etag-and-gzip.ts';
import { addHealthRoutes, addMetricsRoute, type MetricSources, type Readiness } from './monitoring.ts';
import { addOpenApi } from './open-api.ts';
import { addOperatorRoutes, type OperatorDeps } from './operator.ts';
import { addReadRoutes } from './read-routes.ts';
import { addRequestLog, addRequestProtection } from './request-hooks.ts';
import { addCacheHeaders, responseSerializer } from './rest-app.ts';
import { addSessionRoutes } from './session-routes.ts';

export interface RestDeps {
  queries: Queries;
  admit: Admit;
  accounts: Accounts;
  admitAccount: AdmitAccount;
  operator: OperatorDeps | null;
  readiness: Readiness;
  refuseMetrics: RefuseMetrics;
  metricSources: MetricSources;
  sendNotFoundPage: SendNotFoundPage;
  /** The public address, an origin. */
  serviceUrl: string;
}

/** The REST API. */
export async function addRest(server: FastifyInstance, deps: RestDeps): Promise<void> {
  const app = server.withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(responseSerializer);
  app.setErrorHandler(handleError);
  addRequestProtection(app, deps.serviceUrl);
  addRequestLog(app);
  addNotFoundHandler(app, deps.sendNotFoundPage);
  const etagAndGzip = createEtagAndGzip();
  await addOpenApi(app, deps.serviceUrl, etagAndGzip);
  addHealthRoutes(app, deps.readiness);
  addMetricsRoute(app, deps.metricSources, deps.refuseMetrics);
  addOperatorRoutes(app, deps.operator);
  await app.register(async (scope) => {
    requireKey(scope, deps.admit);
    addCacheHeaders(scope, deps.queries);
    scope.addHook('onSend', etagAndGzip);
    addReadRoutes(scope.withTypeProvider<ZodTypeProvider>(), deps.queries);
  });
  await app.register(async (scope) => {
    await scope.register(cookie);
    requireSession(scope, { ...deps, sessions: deps.accounts.sessions });
    addSessionRoutes(scope.withTypeProvider<ZodTypeProvider>(), deps);
  });
}
