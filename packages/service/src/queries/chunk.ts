import { ServiceError } from '../model/service-error.ts';
import type { Chunk } from './answers.ts';
import type { QueryDeps } from './deps.ts';
import { isoInstant } from './list-item.ts';

/** One chunk as it was taken in, with where it comes from. Throws NOT_FOUND. */
export const chunk =
  ({ store }: QueryDeps) =>
  async (id: string): Promise<Chunk> => {
    const row = await store.evidence.chunk(id);
    if (row === null) throw new ServiceError('NOT_FOUND', 'There is no chunk with this id.');
    const { postedAt, ...rest } = row;
    return { ...rest, postedAt: isoInstant(postedAt) };
  };
