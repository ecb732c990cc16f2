import type { SignalQuery } from '@pain-signals/domain';
import { describeChart } from '#blocks/charts/chart-card.ts';
import { chartedDays, sinceFirstMention } from '#blocks/charts/plots/days.ts';
import { CARD_DAYS, factCard, signalCard } from '#blocks/signals/signal-card.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import { countPeople } from './answer-question.ts';

/** One signal in full. Only its detail is required; the card leaves out whatever else the service fails to give. */
export async function showSignal(deps: Deps, query: SignalQuery): Promise<CardRenderer> {
  const { client, linkTo } = deps;
  const { id, asks } = query;
  if (asks !== undefined) return showFact(deps, { ...query, asks });
  const [detail, stats, timeline, pipeline] = await client.together(3, (calls) =>
    Promise.all([
      calls.signal(id),
      optional(deps, calls.stats(id)),
      optional(deps, calls.timeline(id, { days: chartedDays(query.days ?? CARD_DAYS) })),
      optional(deps, client.pipeline()),
    ]),
  );
  const freshness = freshnessOf(pipeline, [detail, stats, timeline]);
  const facts = {
    query,
    detail: detail.data,
    stats: stats?.data ?? null,
    timeline: timeline && sinceFirstMention(timeline.data, detail.data),
  };
  const data = facts.timeline && { kind: 'timeline' as const, timeline: facts.timeline };
  const chart = data && describeChart({ detail: facts.detail, data }, freshness);
  return (audience) => ({
    ...signalCard(facts, { freshness, linkTo, audience }),
    chart: async () => chart,
  });
}

/** "Is it a bug?", "how many people have this?" */
async function showFact(deps: Deps, query: SignalQuery & Required<Pick<SignalQuery, 'asks'>>): Promise<CardRenderer> {
  const { client, linkTo } = deps;
  const [detail, pipeline] = await Promise.all([client.signal(query.id), optional(deps, client.pipeline())]);
  const people = query.asks === 'people' ? await countPeople(deps, detail.data) : null;
  const freshness = freshnessOf(pipeline, [detail]);
  return (audience) => factCard({ query, detail: detail.data, people }, { freshness, linkTo, audience });
}
