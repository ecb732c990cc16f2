import { z } from 'zod';
import { Instant } from './signal.ts';

/** Section 2.7: the summary of an opportunity brief. `patternStrength` is 0-100. */
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

/** A quotation that a claim of a brief rests on; `externalId` is its post's, as in section 2.6, and missing in briefs of older versions. */
export const BriefEvidence = z.object({
  chunkId: z.string(),
  provider: z.string(),
  externalId: z.string().optional(),
  url: z.string().nullable(),
  author: z.string().nullable(),
  excerpt: z.string(),
});
export type BriefEvidence = z.infer<typeof BriefEvidence>;

/** The full opportunity brief; the specification leaves its fields open. An empty section says that nothing was found. */
export const OpportunityBrief = OpportunityListItem.extend({
  problem: z.string(),
  affected: z.string(),
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
