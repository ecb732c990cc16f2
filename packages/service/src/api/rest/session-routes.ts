import { SignalId, TOP_METRICS } from '@pain-signals/contract';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ALERT_BOUNDS, MAX_ALERT_QUERY_LENGTH } from '../../accounts/alerts.ts';
import type { Account, Accounts, BriefJob } from '../../accounts/index.ts';
import { formTokenOf, sessionOf } from '../../accounts/sign-in/sessions.ts';
import { isoInstant } from '../../model/day.ts';
import { ServiceError } from '../../model/service-error.ts';
import type { JudgedAlert } from '../../queries/alerts.ts';
import type { Queries } from '../../queries/index.ts';
import { plainName } from '../../text/plain-name.ts';
import { errorResponses, type RestApp } from './rest-app.ts';

const hidden = { schema: { hide: true } };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface SessionRouteDeps {
  queries: Queries;
  accounts: Accounts;
}

/** Sections 4.5 and 4.6: for signed-in people, not for API keys. */
export function addSessionRoutes(app: RestApp, { queries, accounts }: SessionRouteDeps): void {
  app.get('/api/me', hidden, async (request, reply) => {
    const { account, token } = sessionOf(request);
    const keys = await accounts.keys.list(account);
    return {
      email: account.email,
      plan: account.plan,
      role: 'ROLE_USER',
      keys: keys.map(({ prefix, name, createdAt, lastUsedAt }) => ({
        prefix,
        name,
        createdAt: isoInstant(createdAt),
        lastUsedAt: lastUsedAt === null ? null : isoInstant(lastUsedAt),
      })),
      usage: {
        limit: Number(reply.getHeader('ratelimit-limit')),
        remaining: Number(reply.getHeader('ratelimit-remaining')),
      },
      csrfToken: formTokenOf(token),
    };
  });
  app.get('/api/billing', hidden, async (request) => {
    const { account } = sessionOf(request);
    const { plan, since } = await accounts.billing(account);
    // Plans are not sold here; the operator sets them.
    return { plan, since: isoInstant(since), setBy: 'operator' };
  });
  app.get<{ Params: { id: string } }>('/api/chunks/:id', hidden, (request) => {
    requirePro(sessionOf(request).account);
    return queries.chunk(request.params.id);
  });
  app.register(async (scope) => addAlertRoutes(scope.withTypeProvider<ZodTypeProvider>(), { queries, accounts }));
  addBriefJobRoutes(app, { queries, accounts });
  rejectOtherMethods(app);
}

const ALLOWED_METHODS: Readonly<Record<string, readonly string[]>> = {
  '/api/me': ['GET'],
  '/api/billing': ['GET'],
  '/api/chunks/:id': ['GET'],
  '/api/alerts': ['GET', 'POST'],
  '/api/alerts/:id': ['DELETE'],
};

/** Registers all other methods too, so that they require a session before they return 405. */
function rejectOtherMethods(app: RestApp): void {
  for (const [url, allowed] of Object.entries(ALLOWED_METHODS)) {
    const allow = allowed.join(', ');
    const handler = () => {
      throw new ServiceError('METHOD_NOT_ALLOWED', `Method not allowed. Use ${allow}.`, { headers: { allow } });
    };
    app.route({ ...hidden, method: METHODS.filter((method) => !allowed.includes(method)), url, handler });
  }
  for (const url of ['/api/me/*', '/api/billing/*'])
    app.all(url, hidden, () => {
      throw new ServiceError('NOT_FOUND', 'Not found.');
    });
}

function requirePro({ plan }: Account): void {
  if (plan !== 'pro') throw new ServiceError('PRO_REQUIRED', 'This requires a Pro subscription.');
}

const MAX_ALERT_BYTES = 4_096;
const NewAlert = z
  .object({
    signalId: z.uuid().optional(),
    query: z
      .string()
      .min(1)
      .max(MAX_ALERT_QUERY_LENGTH)
      .regex(/^[^\0]*$/)
      .transform(plainName)
      .refine((name) => name !== '')
      .optional(),
    metric: z.enum(TOP_METRICS),
    above: z.number().min(ALERT_BOUNDS.min).max(ALERT_BOUNDS.max),
  })
  .refine(({ signalId, query }) => (signalId === undefined) !== (query === undefined));

/** Section 4.6. */
function addAlertRoutes(app: RestApp, { queries, accounts }: SessionRouteDeps): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_ALERT_BYTES },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.get('/api/alerts', hidden, async (request) => {
    const alerts = await accounts.alerts.list(sessionOf(request).account);
    return (await Promise.all(alerts.map(queries.judgeAlert))).map(toAlertResponse);
  });
  app.post('/api/alerts', hidden, async (request, reply) => {
    const { data } = NewAlert.safeParse(request.body);
    if (data === undefined)
      throw new ServiceError(
        'INVALID_PARAMETER',
        `Send {"signalId": UUID or "query": text, "metric": one of ${TOP_METRICS.join(', ')}, "above": number}.`,
      );
    const { account } = sessionOf(request);
    const signalId = data.signalId === undefined ? null : (await queries.getSignal(data.signalId)).id;
    const alert = await accounts.alerts.create(account, { ...data, signalId, query: data.query ?? null });
    return reply.code(201).send(toAlertResponse(await queries.judgeAlert(alert)));
  });
  app.delete<{ Params: { id: string } }>('/api/alerts/:id', hidden, async (request, reply) => {
    const { id } = request.params;
    const isRemoved = z.uuid().safeParse(id).success && (await accounts.alerts.remove(sessionOf(request).account, id));
    if (!isRemoved) throw new ServiceError('NOT_FOUND', 'This alert does not exist.');
    return reply.code(204).send();
  });
}

const toAlertResponse = ({ createdAt, ...alert }: JudgedAlert) => ({
  ...alert,
  createdAt: isoInstant(createdAt),
});

/** `state`: working; done: the signal has a brief; empty: not enough evidence; failed: try again. */
const Job = z.object({
  id: z.string(),
  painSignalId: z.string(),
  state: z.enum(['working', 'done', 'empty', 'failed']),
  createdAt: z.iso.datetime(),
});
const JobId = SignalId.extend({ job: z.uuid() });

/** Section 4.5: writing a brief takes a while, so the response is a job to poll. */
function addBriefJobRoutes(app: RestApp, { queries, accounts }: SessionRouteDeps): void {
  app.post(
    '/api/pain-signals/:id/brief/generate',
    {
      schema: {
        tags: ['opportunities'],
        summary: 'Generate a brief; 10 per user per day, only from a signed-in browser, not with an API key',
        security: [{ session: [] }],
        params: SignalId,
        response: { 202: Job, ...errorResponses.ofSignal },
      },
    },
    async (request, reply) => {
      const { account } = sessionOf(request);
      const { id } = await queries.getSignal(request.params.id);
      const job = await accounts.briefJobs.order(account, id);
      return reply.code(202).send(toJobResponse(job));
    },
  );
  app.get(
    '/api/pain-signals/:id/brief/jobs/:job',
    { schema: { hide: true, params: JobId, response: { 200: Job } } },
    async (request) => {
      const job = await accounts.briefJobs.find(sessionOf(request).account, request.params.job);
      if (job === null) throw new ServiceError('NOT_FOUND', 'This brief job does not exist.');
      return toJobResponse(job);
    },
  );
}

const toJobResponse = ({ id, signalId, state, createdAt }: BriefJob) => ({
  id,
  painSignalId: signalId,
  state,
  createdAt: isoInstant(createdAt),
});
