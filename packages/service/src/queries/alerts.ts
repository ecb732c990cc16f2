import type { Alert } from '../store/index.ts';
import type { QueryDeps } from './deps.ts';
import { listQueries } from './signal-lists.ts';

export interface JudgedAlert extends Alert {
  /** The metric at the last snapshot, of the signal or the highest match; null without a match. */
  value: number | null;
  raised: boolean;
  /** The topic of that signal; null without a match. */
  topic: string | null;
}

/** The alert with its state as of the last snapshot. */
export const judgeAlert =
  (deps: QueryDeps) =>
  async (alert: Alert): Promise<JudgedAlert> => {
    const { signalId, query, metric, above } = alert;
    const highest = async () => {
      const listing = { query: query ?? '', sortBy: metric, direction: 'desc', page: 0, size: 1 } as const;
      return (await listQueries(deps).listSignals(listing)).items[0];
    };
    const signal = signalId === null ? await highest() : await deps.store.signals.find(signalId);
    const value = signal?.[metric] ?? null;
    return { ...alert, value, raised: value !== null && value > above, topic: signal?.topic ?? null };
  };
