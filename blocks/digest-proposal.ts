import { z } from 'zod';
import { type DigestPlan, DigestProposal } from './digest-plan.ts';
import type { ListQuery } from './question.ts';

/** Null for a list that is about nothing a digest can be about. */
export function digestProposalFor(query: ListQuery): DigestProposal | null {
  if (query.show === 'trending' || query.show === 'emerging') return { areas: [], types: [] };
  if (query.show !== 'search' || (query.area === undefined && query.type === undefined)) return null;
  return {
    areas: query.area === undefined ? [] : [query.area],
    types: query.type === undefined ? [] : [query.type],
  };
}

/** Takes nothing away: what is empty stands for all. */
export function addProposal(plan: DigestPlan, { areas, types }: DigestProposal): DigestPlan {
  return {
    ...plan,
    areas: plan.areas.length === 0 ? [] : [...new Set([...plan.areas, ...areas])],
    types: plan.types.length === 0 ? [] : [...new Set([...plan.types, ...types])],
  };
}

/** `of`: a digest's id, or the channel that is to get one, or 'here', wherever that is, or 'any'. */
const DigestSetUp = z.object({ of: z.string().max(100), ...DigestProposal.shape });
export type DigestSetUp = z.output<typeof DigestSetUp>;

export const encodeDigestSetUp = (of: string, { areas, types }: DigestProposal): string =>
  JSON.stringify({ of, areas, types } satisfies DigestSetUp);

/** A button that is not about a list holds the bare `of`. */
export function decodeDigestSetUp(value: string): DigestSetUp {
  try {
    return DigestSetUp.parse(JSON.parse(value));
  } catch {
    return { of: value.slice(0, 100), areas: [], types: [] };
  }
}
