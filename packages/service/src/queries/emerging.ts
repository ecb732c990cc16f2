import type { SignalItem } from './answers.ts';
import type { QueryDeps } from './deps.ts';
import { toSignalItem } from './list-item.ts';

interface EmergingQuery {
  maxVolume: number;
  minGrowth: number;
  limit: number;
}

/** Newcomers beyond chance that have at most `maxVolume` mentions and grow by at least `minGrowth`, fastest first. */
export const emerging =
  ({ store, keep }: QueryDeps) =>
  ({ maxVolume, minGrowth, limit }: EmergingQuery): Promise<SignalItem[]> =>
    keep(`emerging ${maxVolume} ${minGrowth} ${limit}`, async () =>
      (await store.signals.emerging({ maxVolume, minGrowth, limit })).map(toSignalItem),
    );
