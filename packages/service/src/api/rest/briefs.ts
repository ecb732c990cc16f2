import { LIFETIME_SECONDS, SignalId } from '@pain-signals/contract';
import { z } from 'zod';
import { sessionOf } from '../../accounts/sign-in/sessions.ts';
import { RESPONSE_TIMEOUT_MS, ServiceError } from '../../model/service-error.ts';
import type { Queries } from '../../queries/index.ts';
import { Brief, OpportunityItems } from '../../queries/responses.ts';
import { errorResponses, type RestApp, type SessionRouteDeps } from './rest-app.ts';

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

/** `state`: working; done, the signal has its brief; empty, too few people wrote about it; failed, order again. */
const Job = z.object({
  id: z.string(),
  painSignalId: z.string(),
  state: z.enum(['working', 'done', 'empty', 'failed']),
  createdAt: z.iso.datetime(),
});
const JobId = SignalId.extend({ job: z.uuid() });

/** Section 4.5: a brief takes a while, so the answer is a job to ask about. */
export function addBriefOrderRoutes(app: RestApp, { queries, accounts }: SessionRouteDeps): void {
  app.post(
    '/api/pain-signals/:id/brief/generate',
    {
      schema: {
        tags: ['opportunities'],
        summary: 'Generate a brief, 10 a day a user: refused for API keys',
        params: SignalId,
        response: { 202: Job, ...errorResponses.ofSignal },
      },
    },
    async (request, reply) => {
      const { account } = sessionOf(request);
      const { id } = await queries.getSignal(request.params.id);
      const job = await accounts.briefOrders.order(account, id);
      return reply.code(202).send(toJobResponse(job));
    },
  );
  app.get(
    '/api/pain-signals/:id/brief/jobs/:job',
    { schema: { hide: true, params: JobId, response: { 200: Job } } },
    async (request) => {
      const job = await accounts.briefOrders.find(sessionOf(request).account, request.params.job);
      if (job === null) throw new ServiceError('NOT_FOUND', 'You have ordered no such brief.');
      return toJobResponse(job);
    },
  );
}

const toJobResponse = ({
  id,
  signalId,
  state,
  createdAt,
}: {
  id: string;
  signalId: string;
  state: z.infer<typeof Job>['state'];
  createdAt: number;
}) => ({
  id,
  painSignalId: signalId,
  state,
  createdAt: new Date(createdAt).toISOString(),
});
