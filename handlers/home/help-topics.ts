import { LONGEST_PAGE } from '@pain-signals/contract';
import type { HelpTopic } from '@pain-signals/domain';
import { helpTopicCard } from '#blocks/home/topic-card.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';

/** `/pain help score`: what is asked about the app, as far as it is known when the service doesn't answer. */
export async function showHelpTopic(deps: Deps, about: HelpTopic): Promise<CardRenderer> {
  const page = { sortBy: 'volume', direction: 'desc', page: 0, size: LONGEST_PAGE } as const;
  const [pipeline, signals, hidden] = await Promise.all([
    optional(deps, deps.client.pipeline()),
    about === 'signals' ? optional(deps, deps.client.signals(page)) : null,
    about === 'signals' ? optional(deps, deps.hiddenSignals.ids()) : null,
  ]);
  const card = helpTopicCard(about, {
    signals: signals?.data.totalItems ?? null,
    active: pipeline?.data.totalActiveSignals ?? null,
    hidden: hidden?.size ?? 0,
    freshness: freshnessOf(pipeline, [signals]),
    now: deps.now(),
  });
  return () => card;
}
