import { SignalId } from '@pain-signals/contract';
import { z } from 'zod';
import { sessionOf } from '../accounts/require-session.ts';
import { ServiceError } from '../model/service-error.ts';
import type { RestApp } from './rest-app.ts';
import { errorResponses } from './route-errors.ts';
import type { SessionRouteDeps } from './session-only.ts';

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
