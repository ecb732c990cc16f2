import type { SearchFilter } from '@pain-signals/domain';

/** The filters of a search, as the service's parameters. */
export const filterParameters = ({ words, area, type, owner, minScore, minRepositories }: SearchFilter) => ({
  query: words,
  macroArea: area,
  painType: type,
  owner,
  minScore,
  minDocumentDiversity: minRepositories,
});
