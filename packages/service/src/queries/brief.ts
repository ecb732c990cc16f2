import { ServiceError } from '../model/service-error.ts';
import { Brief } from './answers.ts';
import type { QueryDeps } from './deps.ts';
import { findSignal } from './find-signal.ts';

/** The signal's opportunity brief; throws NOT_FOUND when there is none or it is older than 7 days. */
export const brief =
  (deps: QueryDeps) =>
  async (id: string): Promise<Brief> => {
    const signal = await findSignal(deps, id);
    const found = await deps.store.briefs.find(signal.id, deps.at());
    if (found === null) {
      throw new ServiceError('NOT_FOUND', 'There is no opportunity brief of this signal, or it is older than 7 days.');
    }
    return Brief.parse(found);
  };
