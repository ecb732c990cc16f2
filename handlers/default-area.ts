import { ALL_AREAS, type Query } from '#blocks/question.ts';
import type { Deps } from './deps.ts';

/** A search that names no area is about the one that the workspace has set; `area:all` means all. */
export async function withDefaultArea({ settings }: Pick<Deps, 'settings'>, query: Query): Promise<Query> {
  if (query.show !== 'search') return query;
  if (query.area === ALL_AREAS) return { ...query, area: undefined };
  if (query.area !== undefined) return query;
  const { defaultArea } = await settings.get();
  return defaultArea === null ? query : { ...query, area: defaultArea };
}
