import { ChartQuery, type FindQuery, type Query } from './question.ts';
import type { SignalReference } from './signal-name.ts';

/** What is asked about signals, however they are named; those named otherwise than by id have to be found first. */
export function queryForSignals(
  want: FindQuery['want'],
  names: readonly SignalReference[],
  chart?: FindQuery['chart'],
): Query {
  const [first, second] = names.map((name) => (name.by === 'id' ? name.id : null));
  const find = { show: 'find' as const, want, names: [...names], ...(chart ? { chart } : {}) };
  switch (want) {
    case 'compare':
      return first && second ? { show: want, ids: [first, second] } : find;
    case 'evidence':
      return first ? { show: want, id: first, page: 0 } : find;
    case 'chart':
      return first ? ChartQuery.parse({ show: want, id: first, ...chart }) : find;
    case 'signal':
    case 'share':
    case 'brief':
      return first ? { show: want, id: first } : find;
  }
}

/** The same question with one of its signals found. */
export function withResolvedSignal({ want, names, chart }: FindQuery, at: number, id: string): Query {
  return queryForSignals(
    want,
    names.map((name, each) => (each === at ? { by: 'id', id } : name)),
    chart,
  );
}
