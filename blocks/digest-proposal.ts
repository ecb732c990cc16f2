import { z } from 'zod';
import { type DigestPlan, DigestProposal } from './digest-plan.ts';
import type { ListQuestion } from './question.ts';

/** Null for a list that is about nothing a digest can be about. */
export function proposalOf(question: ListQuestion): DigestProposal | null {
  if (question.show === 'trending' || question.show === 'emerging') return { areas: [], types: [] };
  if (question.show !== 'search' || (question.area === undefined && question.type === undefined)) return null;
  return {
    areas: question.area === undefined ? [] : [question.area],
    types: question.type === undefined ? [] : [question.type],
  };
}

/** Takes nothing away: what is empty stands for all. */
export function planWith(plan: DigestPlan, { areas, types }: DigestProposal): DigestPlan {
  return {
    ...plan,
    areas: plan.areas.length === 0 ? [] : [...new Set([...plan.areas, ...areas])],
    types: plan.types.length === 0 ? [] : [...new Set([...plan.types, ...types])],
  };
}

/** `of`: a digest's id, or the channel that is to get one, or 'here', wherever that is, or 'any'. */
const SetUp = z.object({ of: z.string().max(100), ...DigestProposal.shape });
export type SetUp = z.output<typeof SetUp>;

export const encodeSetUp = (of: string, { areas, types }: DigestProposal): string =>
  JSON.stringify({ of, areas, types } satisfies SetUp);

/** A button that is not about a list holds the bare `of`. */
export function decodeSetUp(value: string): SetUp {
  try {
    return SetUp.parse(JSON.parse(value));
  } catch {
    return { of: value.slice(0, 100), areas: [], types: [] };
  }
}
