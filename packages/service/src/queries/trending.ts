import type { SignalItem } from './answers.ts';
import type { QueryDeps } from './deps.ts';
import { toSignalItem } from './list-item.ts';

/** Signals that rise beyond chance, fastest first. Empty when none does. */
export const trending =
  ({ store, keep }: QueryDeps) =>
  ({ limit }: { limit: number }): Promise<SignalItem[]> =>
    keep(`trending ${limit}`, async () => (await store.signals.trending(limit)).map(toSignalItem));
