import { LONGEST_PAGE } from '@pain-signals/contract';
import { type CitedEvidence, fingerprintOf, type SignalQuery } from '@pain-signals/domain';
import { describeChart } from '#blocks/charts/chart-card.ts';
import { chartedDays, sinceFirstMention } from '#blocks/charts/plots/days.ts';
import { factCard } from '#blocks/evidence/fact-card.ts';
import { CARD_DAYS, signalCard } from '#blocks/signals/signal-card.ts';
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

/** "Is it a bug?", "how many people have this?", "whom can I ask?" */
async function showFact(deps: Deps, query: SignalQuery & Required<Pick<SignalQuery, 'asks'>>): Promise<CardRenderer> {
  const { client, linkTo } = deps;
  const { id, asks } = query;
  const [detail, pipeline] = await Promise.all([client.signal(id), optional(deps, client.pipeline())]);
  const people = asks === 'people' ? await countPeople(deps, detail.data) : null;
  const contacts = asks === 'contacts' ? await newestAuthors(deps, id) : null;
  const history = asks === 'since' ? await optional(deps, client.history(id)) : null;
  const trackedSince = history?.data.trackingStartedAt ?? null;
  const fact = { query, detail: detail.data, people, contacts, trackedSince };
  const freshness = freshnessOf(pipeline, [detail, history]);
  return (audience) => factCard(fact, { freshness, linkTo, audience });
}

const MOST_CONTACTS = 5;

/** The newest post of each of the last authors that are known. Null without an answer. */
async function newestAuthors(deps: Deps, id: string): Promise<CitedEvidence[] | null> {
  const posts = await optional(deps, deps.client.evidenceExcerpts(id, { mode: 'summary', size: LONGEST_PAGE }));
  if (posts === null) return null;
  const hidden = await deps.hiddenEvidence.ids();
  const seen = new Set<string>();
  const isFirst = ({ provider, author }: { provider: string | null; author: string | null }) =>
    author !== null && !seen.has(`${provider} ${author}`) && seen.add(`${provider} ${author}`).size > 0;
  return posts.data.items
    .filter((post) => !hidden.has(fingerprintOf(post)) && isFirst(post))
    .slice(0, MOST_CONTACTS)
    .map((post) => ({ ...post, title: post.postTitle, foundAt: post.createdAt }));
}
