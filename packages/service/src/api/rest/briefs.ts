import { LIFETIME_SECONDS, SignalId } from '@pain-signals/contract';
import { z } from 'zod';
import type { BriefJob } from '../../accounts/index.ts';
import { sessionOf } from '../../accounts/sign-in/sessions.ts';
import { isoInstant } from '../../model/day.ts';
import { ServiceError } from '../../model/service-error.ts';
import type { Queries } from '../../queries/index.ts';
import { Brief, OpportunityItems } from '../../queries/responses.ts';
import { errorResponses, type RestApp, readRoute, type SessionRouteDeps } from './rest-app.ts';

const tags = ['opportunities'];

/** Sections 4.4 and 4.2. */
export function addBriefRoutes(app: RestApp, queries: Queries): void {
  app.get(
    '/api/opportunities',
    readRoute({
      tags,
      summary: 'All opportunity briefs, summary only',
      response: { 200: OpportunityItems, ...errorResponses.always },
    }),
    () => queries.opportunities(),
  );
  app.get(
    '/api/pain-signals/:id/brief',
    readRoute(
      {
        tags,
        summary: "A signal's opportunity brief; 404 without one or when it is older than 7 days",
        params: SignalId,
        response: { 200: Brief, ...errorResponses.ofSignal },
      },
      LIFETIME_SECONDS.brief,
    ),
    ({ params }) => queries.brief(params.id),
  );
}

/** `state`: working; done: the signal has a brief; empty: not enough evidence; failed: try again. */
const Job = z.object({
  id: z.string(),
  painSignalId: z.string(),
  state: z.enum(['working', 'done', 'empty', 'failed']),
  createdAt: z.iso.datetime(),
});
const JobId = SignalId.extend({ job: z.uuid() });

/** Section 4.5: writing a brief takes a while, so the response is a job to poll. */
export function addBriefOrderRoutes(app: RestApp, { queries, accounts }: SessionRouteDeps): void {
  app.post(
    '/api/pain-signals/:id/brief/generate',
    {
      schema: {
        tags,
        summary: 'Generate a brief; 10 per user and day, not for API keys',
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
