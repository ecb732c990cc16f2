import type { Alert } from '../store/index.ts';
import type { QueryDeps } from './deps.ts';
import type { SignalItem } from './responses.ts';
import { listQueries } from './signals.ts';

export interface JudgedAlert extends Alert {
  /** The metric at the last snapshot, of the signal or the highest match; null without a match. */
  value: number | null;
  raised: boolean;
  /** The topic of that signal; null without a match. */
  topic: string | null;
}

/** Cached, because a person's page shows twenty of them, and each reads every signal. */
const highestMatch = (deps: QueryDeps, query: string, metric: Alert['metric']): Promise<SignalItem | undefined> =>
  deps.cached(`highest ${metric} ${query}`, async () => {
    const listing = { query, sortBy: metric, direction: 'desc', page: 0, size: 1 } as const;
    return (await listQueries(deps).listSignals(listing)).items[0];
  });

/** The alert with its state as of the last snapshot. */
export const judgeAlert =
  (deps: QueryDeps) =>
  async (alert: Alert): Promise<JudgedAlert> => {
    const { signalId, query, metric, above } = alert;
    const signal =
      signalId === null ? await highestMatch(deps, query ?? '', metric) : await deps.store.signals.find(signalId);
    const value = signal?.[metric] ?? null;
    return { ...alert, value, raised: value !== null && value > above, topic: signal?.topic ?? null };
  };
