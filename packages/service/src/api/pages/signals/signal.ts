import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../../model/service-error.ts';
import type { Queries } from '../../../queries/index.ts';
import type { Brief } from '../../../queries/responses.ts';
import { drawProRequired } from '../kit/error-page.ts';
import type { PageDeps } from '../kit/page-deps.ts';
import { signInPath } from '../kit/visit.ts';
import { parsePageNumber } from './list-filter.ts';
import { drawSignal } from './signal-page.ts';

type SignalRoute = { Params: { id: string }; Querystring: { page?: unknown; job?: unknown } };

const TIMELINE_DAYS = 90;
const EVIDENCE_PAGE_SIZE = 10;

/** A signal's page, for signed-in Pro users. */
export function addSignal(
  app: FastifyInstance,
  { accounts, queries, visits, admitAccount, noteListed }: PageDeps,
): void {
  app.get<SignalRoute>('/signals/:id', async (request, reply) => {
    const { session, formToken } = await visits.open(request, reply);
    const { id } = request.params;
    if (session === null) return reply.redirect(signInPath(`/signals/${encodeURIComponent(id)}`), 303);
    const { email, plan } = session.account;
    if (plan !== 'pro') return reply.code(403).send(drawProRequired(email, formToken));
    reply.headers(await admitAccount(session.account.id));
    const detail = await queries.getSignal(id);
    noteListed(session.account.id, [detail.id]);
    const job = await accounts.briefOrders.find(session.account, String(request.query.job ?? ''));
    const [stats, timeline, evidence, brief, freshness] = await Promise.all([
      queries.stats(detail.id),
      queries.timeline(detail.id, TIMELINE_DAYS),
      queries.evidenceExcerpts(detail.id, {
        mode: 'summary',
        page: parsePageNumber(request.query.page),
        size: EVIDENCE_PAGE_SIZE,
      }),
      findBrief(queries, detail.id),
      queries.pipelineFreshness(),
    ]);
    return reply.send(drawSignal({ email, formToken, detail, stats, timeline, evidence, brief, freshness, job }));
  });

  app.post<SignalRoute>('/signals/:id/brief', async (request, reply) => {
    const { session } = await visits.open(request, reply);
    if (session === null) return reply.redirect(signInPath(`/signals/${encodeURIComponent(request.params.id)}`), 303);
    reply.headers(await admitAccount(session.account.id));
    const { id } = await queries.getSignal(request.params.id);
    const job = await accounts.briefOrders.order(session.account, id);
    return reply.redirect(`/signals/${id}?job=${job.id}#brief`, 303);
  });
}

async function findBrief(queries: Queries, id: string): Promise<Brief | null> {
  try {
    return await queries.brief(id);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
