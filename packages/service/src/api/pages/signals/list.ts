import { SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../../model/service-error.ts';
import type { FoundItem } from '../../../queries/responses.ts';
import { drawProRequired } from '../kit/error-page.ts';
import type { PageDeps } from '../kit/page-deps.ts';
import { signInPath } from '../kit/visit.ts';
import { ListFilter, parsePageNumber } from './list-filter.ts';
import { drawSignalList } from './list-page.ts';

const PAGE_SIZE = 20;
const SIMILAR_SIGNALS = 10;
const SPARKLINE_DAYS = 30;

/** The list of signals with search and filters, for signed-in Pro users. */
export function addSignalList(app: FastifyInstance, deps: PageDeps): void {
  const { queries, visits, admitAccount, noteListed } = deps;
  app.get('/signals', async (request, reply) => {
    const { session, formToken } = await visits.open(request, reply);
    if (session === null) return reply.redirect(signInPath(request.url), 303);
    const { id: accountId, email, plan } = session.account;
    if (plan !== 'pro') return reply.code(403).send(drawProRequired(email, formToken));
    reply.headers(await admitAccount(accountId));
    const filter = ListFilter.parse(request.query);
    const { q, area: macroArea, type: painType, order: sortBy } = filter;
    const page = parsePageNumber((request.query as { page?: unknown }).page);
    const listing = { query: q, macroArea, painType, sortBy, direction: 'desc', page, size: PAGE_SIZE } as const;
    const [signals, freshness] = await Promise.all([queries.listSignals(listing), queries.pipelineFreshness()]);
    const similar = signals.totalItems === 0 ? await findSimilar(deps, accountId, filter) : [];
    const ids = [...signals.items, ...similar].map(({ id }) => id);
    noteListed(accountId, ids);
    const timelines = new Map(
      (await queries.timelines(ids, SPARKLINE_DAYS)).map((timeline) => [timeline.painSignalId, timeline]),
    );
    return reply.send(drawSignalList({ email, formToken, filter, signals, similar, timelines, freshness }));
  });
}

/** Signals about something similar, where no signal has all the words. */
async function findSimilar(
  { queries, noteSearch }: PageDeps,
  accountId: string,
  { q, area, type }: ListFilter,
): Promise<FoundItem[]> {
  if (q.length < SEMANTIC_QUERY_LENGTH.min) return [];
  noteSearch(accountId);
  try {
    const { items } = await queries.semanticSearch({ q, limit: SIMILAR_SIGNALS });
    return items.filter(
      ({ confirmed, macroArea, painType }) =>
        confirmed && (area === undefined || area === macroArea) && (type === undefined || type === painType),
    );
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'SEARCH_UNAVAILABLE') return [];
    throw error;
  }
}
