import {
  EvidenceExcerpt,
  EvidenceItem,
  History,
  MacroArea,
  OpportunityBrief,
  OpportunityListItem,
  type Page,
  PainSignalDetail,
  PainSignalListItem,
  PipelineFreshness,
  pageOf,
  ScoreParts,
  SearchAnswer,
  SearchMatch,
  SignalStats,
  Timeline,
} from '@pain-signals/contract';
import { z } from 'zod';
import { isoInstant } from '../model/day.ts';
import type { SignalRow } from '../store/index.ts';

// Stricter than the contract: this service returns only the eleven areas, and scores always have parts.
const macroArea = MacroArea.nullable();

export const SignalItem = PainSignalListItem.extend({ macroArea });
export type SignalItem = z.infer<typeof SignalItem>;

export const FoundItem = SignalItem.extend({ match: SearchMatch, confirmed: z.boolean() });
export type FoundItem = z.infer<typeof FoundItem>;

export const SignalDetail = PainSignalDetail.extend({ macroArea, scoreParts: ScoreParts }).required({
  scorePartsWeekBefore: true,
});
export type SignalDetail = z.infer<typeof SignalDetail>;

export const OpportunityItem = OpportunityListItem.extend({ macroArea });
export type OpportunityItem = z.infer<typeof OpportunityItem>;

export const Brief = OpportunityBrief.extend({ macroArea });
export type Brief = z.infer<typeof Brief>;

/**
 * `sample`: sample posts are counted, or about to be; `samplePosts`: how many are stored, before they are scored; `imported`: real
 * posts are counted too. Additions to section 2.8.
 */
export const Freshness = PipelineFreshness.extend({
  sample: z.literal(true).optional(),
  samplePosts: z.object({ stored: z.int().min(0), total: z.int().min(1) }).optional(),
  imported: z.literal(true).optional(),
});
export type Freshness = z.infer<typeof Freshness>;

/** A stored chunk: for signed-in people, not for API keys. */
export const Chunk = EvidenceItem.omit({ painSignalId: true, createdAt: true }).extend({
  text: z.string(),
  url: z.string().nullable(),
  author: z.string().nullable(),
  repository: z.string().nullable(),
  licence: z.string().nullable(),
  postedAt: z.iso.datetime(),
});
export type Chunk = z.infer<typeof Chunk>;

export const SignalItems = z.array(SignalItem);
export const SignalPage = pageOf(SignalItem);
export const FoundPage = pageOf(FoundItem).extend({ answer: SearchAnswer.optional() });
export type FoundPage = z.infer<typeof FoundPage>;
export const OpportunityItems = z.array(OpportunityItem);
export const EvidencePage = pageOf(EvidenceItem);
export const ExcerptPage = pageOf(EvidenceExcerpt);

/** The responses by their names in the OpenAPI document. */
export const NAMED_RESPONSES = {
  PainSignalListItem: SignalItem,
  PainSignalPage: SignalPage,
  FoundSignal: FoundItem,
  FoundSignalPage: FoundPage,
  PainSignalDetail: SignalDetail,
  SignalStats,
  Timeline,
  History,
  EvidenceItem,
  EvidencePage,
  OpportunityListItem: OpportunityItem,
  OpportunityBrief: Brief,
  PipelineFreshness: Freshness,
} as const;

/** Section 2.1. */
export const toSignalItem = (row: SignalRow): SignalItem => ({
  id: row.id,
  topic: row.topic,
  score: row.score,
  volume: row.volume,
  growth: row.growth,
  lastSeenAt: isoInstant(row.lastSeenAt),
  macroArea: row.macroArea,
  macroAreaConfidence: row.macroAreaConfidence,
  mentionsLastWindow: row.mentionsLastWindow,
  mentionsPrevWindow: row.mentionsPrevWindow,
  painType: row.painType,
  uniqueOwnerCount: row.uniqueOwnerCount,
  topOwnerName: row.topOwnerName,
  topOwnerDominancePct: row.topOwnerDominancePct,
});

/** Section 2.9: one page of `total` items. A page past the last one is empty. */
export const toPage = <Item>(items: Item[], total: number, page: number, size: number): Page<Item> => ({
  items,
  page,
  size,
  totalItems: total,
  totalPages: Math.ceil(total / size),
});
