import type { Stores } from '../store/index.ts';
import type { RelatedSignal } from './brief.ts';
import { findRelatedSignals, heaviestTerms } from './related.ts';
import { yieldToEventLoop } from './run-deps.ts';
import type { Background } from './term-vector.ts';

/** Few enough that their clusters fit into memory beside everything else. */
const SIGNALS_A_READ = 500;

/** For each signal those that its posts share telling words with, the nearest first. */
export async function relateSignals(
  { clusters }: Pick<Stores, 'clusters'>,
  signals: readonly { id: string; description: { topic: string; summary: string } }[],
  background: Background,
): Promise<Map<string, RelatedSignal[]>> {
  const heaviest = new Map<string, Set<string>>();
  for (let from = 0; from < signals.length; from += SIGNALS_A_READ) {
    const ids = signals.slice(from, from + SIGNALS_A_READ).map(({ id }) => id);
    const bySignal = Map.groupBy(await clusters.ofSignals(ids), ({ signalId }) => signalId);
    for (const [id, held] of bySignal) heaviest.set(id, heaviestTerms(held, background));
    await yieldToEventLoop();
  }
  const named = signals.map(({ id, description }) => ({
    id,
    ...description,
    heaviest: heaviest.get(id) ?? new Set<string>(),
  }));
  return findRelatedSignals(named, background);
}
