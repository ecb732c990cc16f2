import type { Freshness } from '../../queries/answers.ts';

/** How much the figures of an answer can be relied on. */
export function formatFreshness({ latestSnapshotAt, sample }: Freshness): string {
  if (latestSnapshotAt === null)
    return 'Nothing has been counted yet, so an empty answer means nothing: ask again in a minute.';
  const invented = sample ? ' Posts of the built-in sample are among those counted: they are invented.' : '';
  return `Figures as of ${latestSnapshotAt}.${invented}`;
}
