import { compareGrowth, LONGEST_PAGE, type Page, SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../../model/service-error.ts';
import type { Queries } from '../../../queries/index.ts';
import type { FoundItem, SignalItem } from '../../../queries/responses.ts';
import { drawProRequired } from '../kit/error-page.ts';
import { type PageDeps, signInPath } from '../kit/visit.ts';
import { drawSignalList, ListFilter, parsePageNumber } from './list-page.ts';
import { drawSignal, type SignalPage } from './signal-page.ts';

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
    const page = parsePageNumber((request.query as { page?: unknown }).page);
    const [signals, freshness] = await Promise.all([findSignals(deps, filter, page), queries.pipelineFreshness()]);
    const similar = signals.totalItems === 0 ? await findSimilar(deps, accountId, filter) : [];
    const ids = [...signals.items, ...similar].map(({ id }) => id);
    noteListed(accountId, ids);
    const timelines = new Map(
      (await queries.timelines(ids, SPARKLINE_DAYS)).map((timeline) => [timeline.painSignalId, timeline]),
    );
    return reply.send(drawSignalList({ email, formToken, filter, signals, similar, timelines, freshness }));
  });
}

/** A page of the list. By growth, what could be chance is put behind what rose, in pages as long as the interface has. */
async function findSignals(
  { queries }: PageDeps,
  { q, area: macroArea, type: painType, order: sortBy }: ListFilter,
  page: number,
): Promise<Page<SignalItem>> {
  const listing = { query: q, macroArea, painType, sortBy, direction: 'desc' } as const;
  if (sortBy !== 'growth') return queries.listSignals({ ...listing, page, size: PAGE_SIZE });
  const from = page * PAGE_SIZE;
  const long = await queries.listSignals({ ...listing, page: Math.floor(from / LONGEST_PAGE), size: LONGEST_PAGE });
  const items = long.items
    .toSorted(compareGrowth('desc'))
    .slice(from % LONGEST_PAGE)
    .slice(0, PAGE_SIZE);
  return { ...long, items, page, size: PAGE_SIZE, totalPages: Math.ceil(long.totalItems / PAGE_SIZE) };
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
    if (plan !== 'pro') return reply.code(403).send(drawProRequired(email, formToken, id));
    reply.headers(await admitAccount(session.account.id));
    const detail = await queries.getSignal(id);
    noteListed(session.account.id, [detail.id]);
    const job = await accounts.briefJobs.find(session.account, String(request.query.job ?? ''));
    const [stats, timeline, evidence, { brief, absence }, freshness] = await Promise.all([
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
    return reply.send(
      drawSignal({ email, formToken, detail, stats, timeline, evidence, brief, absence, freshness, job }),
    );
  });

  app.post<SignalRoute>('/signals/:id/brief', async (request, reply) => {
    const { session } = await visits.open(request, reply);
    if (session === null) return reply.redirect(signInPath(`/signals/${encodeURIComponent(request.params.id)}`), 303);
    reply.headers(await admitAccount(session.account.id));
    const { id } = await queries.getSignal(request.params.id);
    const job = await accounts.briefJobs.order(session.account, id);
    return reply.redirect(`/signals/${id}?job=${job.id}#brief`, 303);
  });
}

async function findBrief(queries: Queries, id: string): Promise<Pick<SignalPage, 'brief' | 'absence'>> {
  try {
    return { brief: await queries.brief(id), absence: undefined };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return { brief: null, absence: error.reason };
    throw error;
  }
}
