import { z } from 'zod';
import { BriefsQuery, ListQuery, MAX_WORDS_LENGTH, pageIndex } from './list-query.ts';

export const MAX_LIST_NUMBER = 9_999;

export const signalId = z.string().min(1).max(200);

/** By id, page link, number in the list seen last, or words of its topic. */
export const SignalReference = z.discriminatedUnion('by', [
  z.object({ by: z.literal('id'), id: signalId }),
  z.object({ by: z.literal('link'), url: z.string().min(1).max(500) }),
  z.object({ by: z.literal('number'), number: z.int().min(1).max(MAX_LIST_NUMBER) }),
  z.object({ by: z.literal('words'), words: z.string().min(1).max(MAX_WORDS_LENGTH) }),
]);
export type SignalReference = z.output<typeof SignalReference>;

export const COMPARE_SEPARATOR = /^(?:vs\.?|versus|against)$/i;

export const CHART_KINDS = ['timeline', 'history', 'sources'] as const;
export const CHART_DAYS = [7, 30, 90, 180, 365] as const;
const chartKind = z.enum(CHART_KINDS).default('timeline');
const chartDays = z.literal(CHART_DAYS);

const backQuery = z.discriminatedUnion('show', [...ListQuery.options, BriefsQuery]).optional();

export const SignalQuery = z.object({
  show: z.literal('signal'),
  id: signalId,
  days: chartDays.optional(),
  back: backQuery,
});
/** One signal as a picture. */
export const ChartQuery = z.object({
  show: z.literal('chart'),
  id: signalId,
  kind: chartKind,
  days: chartDays.default(30),
  back: backQuery,
});
/** A page of what people wrote. */
export const EvidenceQuery = z.object({ show: z.literal('evidence'), id: signalId, page: pageIndex, back: backQuery });
export const EvidenceFingerprint = z.string().regex(/^[0-9a-f]{64}$/);
/** One item in full. `quote` is its fingerprint, in case the list has changed. */
export const EvidenceItemQuery = z.object({
  show: z.literal('quote'),
  id: signalId,
  at: z.int().min(0).max(100_000),
  quote: EvidenceFingerprint.optional(),
  back: backQuery,
});
export const BriefQuery = z.object({ show: z.literal('brief'), id: signalId, back: backQuery });
export const CompareQuery = z.object({ show: z.literal('compare'), ids: z.tuple([signalId, signalId]) });
/** A query about signals that are not resolved yet. */
export const FindQuery = z.object({
  show: z.literal('find'),
  want: z.enum(['signal', 'chart', 'evidence', 'brief', 'compare', 'share']),
  chart: z.object({ kind: chartKind, days: chartDays.default(30) }).optional(),
  names: z.array(SignalReference).min(1).max(2),
});
export const ShareQuery = z.object({ show: z.literal('share'), id: signalId });

export type SignalQuery = z.output<typeof SignalQuery>;
export type ChartQuery = z.output<typeof ChartQuery>;
export type EvidenceQuery = z.output<typeof EvidenceQuery>;
export type EvidenceItemQuery = z.output<typeof EvidenceItemQuery>;
export type BriefQuery = z.output<typeof BriefQuery>;
export type CompareQuery = z.output<typeof CompareQuery>;
export type FindQuery = z.output<typeof FindQuery>;
