import { type ServiceCalls, UnexpectedAnswerError } from '@pain-signals/client';
import { TIMELINE_DAYS } from '@pain-signals/contract';
import { type CompareQuery, SignalQuery } from '@pain-signals/domain';
import {
  besideUnreadable,
  type ComparedSignal,
  comparisonCard,
  describeComparison,
  sameSignalCard,
} from '#blocks/compare/comparison-card.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import { showSignal } from '../signals/show-signal.ts';
import { isSignificantRise } from '../signals/signal-lists.ts';

/** `/pain compare`: two signals side by side. */
export async function showComparison(deps: Deps, query: CompareQuery): Promise<CardRenderer> {
  const { client, linkTo } = deps;
  const [first, second] = query.ids;
  const [a, b, pipeline] = await client.together(4, (calls) =>
    Promise.all([
      readable(deps, fetchCompared(deps, calls, first)),
      readable(deps, fetchCompared(deps, calls, second)),
      optional(deps, client.pipeline()),
    ]),
  );
  if ('error' in a && 'error' in b) throw a.error;
  if ('error' in a) return showAlone(deps, second);
  if ('error' in b) return showAlone(deps, first);
  // A merged signal's id returns the survivor.
  if (a.compared.detail.id === b.compared.detail.id) return () => sameSignalCard(a.compared.detail);
  const freshness = freshnessOf(pipeline, [...a.answers, ...b.answers]);
  const chart = describeComparison([a.compared, b.compared], freshness);
  return (audience) => ({
    ...comparisonCard(query, [a.compared, b.compared], { freshness, linkTo, audience }),
    chart: async () => chart,
  });
}

/** One answer that can't be read leaves the other signal. */
async function readable<Result extends object>({ logger }: Deps, fetching: Promise<Result>) {
  try {
    return await fetching;
  } catch (error) {
    if (!(error instanceof UnexpectedAnswerError)) throw error;
    logger.warn({ err: error }, 'a signal to compare could not be read');
    return { error };
  }
}

async function showAlone(deps: Deps, id: string): Promise<CardRenderer> {
  const draw = await showSignal(deps, SignalQuery.parse({ show: 'signal', id }));
  return (audience) => besideUnreadable(draw(audience));
}

async function fetchCompared(deps: Deps, calls: ServiceCalls, id: string) {
  const [detail, timeline] = await Promise.all([
    calls.signal(id),
    optional(deps, calls.timeline(id, { days: TIMELINE_DAYS.default })),
  ]);
  const isSignificant = await isSignificantRise(deps, detail.data);
  const compared: ComparedSignal = { detail: detail.data, timeline: timeline?.data ?? null, isSignificant };
  return { compared, answers: [detail, timeline] };
}
