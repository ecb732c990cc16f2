import { describeChart } from '#blocks/chart-card.ts';
import type { SignalQuestion } from '#blocks/question.ts';
import { CARD_DAYS, signalCard } from '#blocks/signal-card.ts';
import type { Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';

/** One signal in full. Only its detail is needed; the card does without what else the service does not give. */
export async function showSignal(deps: Deps, question: SignalQuestion): Promise<Drawing> {
  const { client, linkTo } = deps;
  const { id } = question;
  const [detail, stats, timeline, pipeline] = await Promise.all([
    client.signal(id),
    orNull(deps, client.stats(id)),
    orNull(deps, client.timeline(id, { days: question.days ?? CARD_DAYS })),
    orNull(deps, client.pipeline()),
  ]);
  const freshness = freshnessOf(pipeline, [detail, stats, timeline]);
  const facts = { question, detail: detail.data, stats: stats?.data ?? null, timeline: timeline?.data ?? null };
  const data = facts.timeline && { kind: 'timeline' as const, timeline: facts.timeline };
  const chart = data && describeChart({ detail: facts.detail, data }, freshness.isSample);
  return (audience) => ({ ...signalCard(facts, { freshness, linkTo, audience }), chart: async () => chart });
}
