import { ServiceError } from '../model/service-error.ts';
import type { SignalRow } from '../store/index.ts';
import type { QueryDeps } from './deps.ts';

/** The signal, or the one it was merged into; throws NOT_FOUND. */
export async function findSignal({ store }: Pick<QueryDeps, 'store'>, id: string): Promise<SignalRow> {
  const row = await store.signals.find(id.toLowerCase());
  if (row === null) throw signalNotFound();
  return row;
}

export const signalNotFound = (): ServiceError => new ServiceError('NOT_FOUND', 'There is no signal with this id.');
