import { z } from 'zod';
import { Instant } from './signal.ts';

/**
 * Section 2.7: the summary of an opportunity brief. `patternStrength` is 0-100; `fitWarning` is null unless the opportunity needs a
 * wedge.
 */
export const OpportunityListItem = z.object({
  id: z.uuid(),
  painSignalId: z.uuid(),
  topic: z.string(),
  patternStatement: z.string(),
  patternStrength: z.int().min(0).max(100),
  generatedAt: Instant,
  macroArea: z.string().nullable(),
  fitWarning: z.string().nullable(),
});
export type OpportunityListItem = z.infer<typeof OpportunityListItem>;

/** Evidence that a brief cites. `externalId` is the post's (section 2.6); briefs of older versions do not have it. */
export const BriefEvidence = z.object({
  chunkId: z.string(),
  provider: z.string(),
  externalId: z.string().optional(),
  url: z.string().nullable(),
  author: z.string().nullable(),
  excerpt: z.string(),
});
export type BriefEvidence = z.infer<typeof BriefEvidence>;

/**
 * The full brief of GET /api/pain-signals/{id}/brief; section 4.2 leaves its fields open. A section without evidence is null or
 * empty. `generatedBy` is `extractive` or the name of a language model. It is served until `expiresAt`.
 */
export const OpportunityBrief = OpportunityListItem.extend({
  problem: z.string(),
  affected: z.string(),
  /** What it costs; briefs of older versions do not have it. */
  impact: z.string().optional(),
  evidence: z.array(BriefEvidence),
  workarounds: z.array(z.string()),
  opportunity: z.string(),
  wedge: z.string().nullable(),
  risks: z.array(z.string()),
  nextSteps: z.array(z.string()),
  generatedBy: z.string(),
  expiresAt: Instant,
});
export type OpportunityBrief = z.infer<typeof OpportunityBrief>;

/** The titles of a brief's sections, in their order: the same on cards, pages and in tools. */
export const BRIEF_TITLES = {
  problem: 'Problem',
  affected: 'Who has it',
  impact: 'What it costs',
  workarounds: 'What they do today',
  opportunity: 'What they ask for',
  wedge: 'Where to start',
  risks: 'Risks',
  nextSteps: 'Next steps',
} as const satisfies Partial<Record<keyof OpportunityBrief, string>>;

export type BriefSection = keyof typeof BRIEF_TITLES;
export const BRIEF_SECTIONS = Object.keys(BRIEF_TITLES) as BriefSection[];

/** Where one statement of a brief ends and the next begins, outside of quotes; its sources stay with it. */
const NEXT = /(?<=[.!?…”\]]) (?=[\p{Lu}\d“])(?![^“]*”)/u;

/** The statements of a brief's paragraph, which are shown as a list. */
export const statementsOf = (text: string): string[] => text.trim().split(NEXT);
