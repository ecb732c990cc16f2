import type { Alert } from '../store/index.ts';
import type { QueryDeps } from './deps.ts';
import { listSignals } from './signal-lists.ts';

export interface JudgedAlert extends Alert {
  /** The figure at the last snapshot: the signal's own, or the highest of those found; null when there is none. */
  value: number | null;
  raised: boolean;
  /** Of the signal it goes by; null when there is none. */
  topic: string | null;
}

/** Figures change only at a snapshot, so an alert stands as the last one left it. */
export const judgeAlert =
  (deps: QueryDeps) =>
  async (alert: Alert): Promise<JudgedAlert> => {
    const { signalId, query, metric, above } = alert;
    const signal =
      signalId === null
        ? (await listSignals(deps)({ query: query ?? '', sortBy: metric, direction: 'desc', page: 0, size: 1 }))
            .items[0]
        : await deps.store.signals.find(signalId);
    const value = signal?.[metric] ?? null;
    return { ...alert, value, raised: value !== null && value > above, topic: signal?.topic ?? null };
  };
