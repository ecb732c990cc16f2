import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Admit } from '../accounts/admit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { RateLimit } from '../accounts/rate-limit.ts';
import { requireKey } from '../accounts/require-key.ts';
import { requireSession } from '../accounts/require-session.ts';
import type { Queries } from '../queries/index.ts';
import { addDashboard } from './dashboard.ts';
import { answerError } from './error-handler.ts';
import { addEvidence } from './evidence.ts';
import { addHealth } from './health.ts';
import { announceLifetime } from './lifetime.ts';
import { logRequests } from './log-requests.ts';
import { addMeta } from './meta.ts';
import { addMetrics, type Watched } from './metrics.ts';
import { answerUnknown } from './not-found.ts';
import { describeInterface } from './open-api.ts';
import { addOpportunities } from './opportunities.ts';
import { addPainSignals } from './pain-signals.ts';
import { protect } from './protect.ts';
import type { RestApp } from './rest-app.ts';
import { addSemanticSearch } from './semantic-search.ts';
import { addSessionOnly } from './session-only.ts';
import { writeAnswers } from './write-answers.ts';

export interface RestDeps {
  queries: Queries;
  admit: Admit;
  accounts: Accounts;
  countCall: RateLimit;
  reachDatabase: () => Promise<unknown>;
  /** What the metrics tell of. */
  watched: Watched;
  /** The public address, an origin. */
  serviceUrl: string;
}

/** The REST interface, all of it. */
export async function addRest(server: FastifyInstance, deps: RestDeps): Promise<void> {
  const app = server.withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(writeAnswers);
  app.setErrorHandler(answerError);
  protect(app, deps.serviceUrl);
  logRequests(app);
  answerUnknown(app);
  await describeInterface(app, deps.serviceUrl);
  addHealth(app, deps.reachDatabase);
  addMetrics(app, deps.watched);
  await app.register(async (scope) => addDoors(scope.withTypeProvider<ZodTypeProvider>(), deps));
  await app.register(async (scope) => addSessionDoors(scope.withTypeProvider<ZodTypeProvider>(), deps));
}

async function addSessionDoors(app: RestApp, deps: RestDeps): Promise<void> {
  await app.register(cookie);
  requireSession(app, { ...deps, sessions: deps.accounts.sessions });
  addSessionOnly(app, deps);
}

async function addDoors(app: RestApp, { queries, admit }: RestDeps): Promise<void> {
  requireKey(app, admit);
  announceLifetime(app, queries);
  addDashboard(app, queries);
  addPainSignals(app, queries);
  addEvidence(app, queries);
  addOpportunities(app, queries);
  addSemanticSearch(app, queries);
  addMeta(app, queries);
}
