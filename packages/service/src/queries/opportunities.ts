import { type OpportunityItem, OpportunityItems } from './answers.ts';
import type { QueryDeps } from './deps.ts';

/** Section 2.7: every brief that is not older than 7 days, without its sections. */
export const opportunities =
  ({ store, at }: QueryDeps) =>
  async (): Promise<OpportunityItem[]> =>
    OpportunityItems.parse(await store.briefs.list(at()));
