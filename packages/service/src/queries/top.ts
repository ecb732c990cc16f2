import type { TOP_METRICS } from '@pain-signals/contract';
import type { SignalItem } from './answers.ts';
import type { QueryDeps } from './deps.ts';
import { toSignalItem } from './list-item.ts';

interface TopQuery {
  metric: (typeof TOP_METRICS)[number];
  limit: number;
}

/** Active signals by a metric, highest first. */
export const top =
  ({ store, keep }: QueryDeps) =>
  ({ metric, limit }: TopQuery): Promise<SignalItem[]> =>
    keep(`top ${metric} ${limit}`, async () => (await store.signals.top({ metric, limit })).map(toSignalItem));
