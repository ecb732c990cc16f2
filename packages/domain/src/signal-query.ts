import { PAIN_TYPES } from '@pain-signals/contract';
import { z } from 'zod';
import { BriefsQuery, ListQuery, MAX_WORDS_LENGTH, pageIndex, signalId } from './list-query.ts';
import { WatchRule } from './watch.ts';

export const MAX_LIST_NUMBER = 9_999;

/** By id, page link, number in the list seen last, words of its topic, or the signal that the conversation is about. */
export const SignalReference = z.discriminatedUnion('by', [
  z.object({ by: z.literal('id'), id: signalId }),
  z.object({ by: z.literal('link'), url: z.string().min(1).max(500) }),
  z.object({ by: z.literal('number'), number: z.int().min(1).max(MAX_LIST_NUMBER) }),
  z.object({ by: z.literal('words'), words: z.string().min(1).max(MAX_WORDS_LENGTH) }),
  z.object({ by: z.literal('it') }),
]);
export type SignalReference = z.output<typeof SignalReference>;

export const COMPARE_SEPARATOR = /^(?:vs\.?|versus|against)$/i;

export const CHART_KINDS = ['timeline', 'history', 'sources'] as const;
export const CHART_DAYS = [7, 30, 90, 180, 365] as const;
/** The shortest chart that shows so many days. */
export const chartSpan = (days: number): (typeof CHART_DAYS)[number] =>
  CHART_DAYS.find((span) => span >= days * 0.95) ?? 365;

const chartKind = z.enum(CHART_KINDS).default('timeline');
const chartDays = z.literal(CHART_DAYS);

const backQuery = z.discriminatedUnion('show', [...ListQuery.options, BriefsQuery]).optional();
export const HomeQuery = z.object({ show: z.literal('home') });
/** What can be explained about the app: `/pain help score`. */
export const HELP_TOPICS = ['score', 'signals', 'data', 'updates', 'terms'] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];
/** `all`: every command, besides the examples. */
export const HelpQuery = z.object({
  show: z.literal('help'),
  all: z.literal(true).optional(),
  about: z.enum(HELP_TOPICS).optional(),
});

/** A fact of a signal that is asked for alone: "is it a bug?", "how many people have this?", "is it still happening?" */
const FACTS = ['type', 'people', 'owners', 'since', 'latest', 'still', 'score', 'contacts'] as const;
const askedFact = z.enum([...PAIN_TYPES, ...FACTS]);
export const SignalQuery = z.object({
  show: z.literal('signal'),
  id: signalId,
  asks: askedFact.optional(),
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
/** A section that a question asks for: "is there a workaround?" The answer says where the brief has none. */
const briefSection = z.enum(['workarounds', 'impact']).optional();
/** `sources`: the posts it cites. */
export const BriefQuery = z.object({
  show: z.literal('brief'),
  id: signalId,
  section: briefSection,
  sources: z.literal(true).optional(),
  back: backQuery,
});
export const CompareQuery = z.object({ show: z.literal('compare'), ids: z.tuple([signalId, signalId]) });
/** "1, 2, 3 and 4" */
export const MAX_NAMED = 4;
export const CHANNEL_ID = /^[CG][A-Z0-9]{6,30}$/;
/** What of a signal is shared; without it, the signal's card. `channel`: its id, or its name as typed. */
const shareOptions = {
  part: z.enum(['brief', 'evidence', 'chart', 'why']).optional(),
  here: z.literal(true).optional(),
  channel: z.string().min(1).max(80).optional(),
};
/** Without a rule: what suits what is watched. `tell`: the channel that it was asked in, or the person alone. */
export const alertOptions = { rule: WatchRule.optional(), tell: z.enum(['me', 'here']).default('me') };
/** A query about signals that are not resolved yet, or about more than one answer takes. */
export const FindQuery = z.object({
  show: z.literal('find'),
  want: z.enum(['signal', 'why', 'chart', 'evidence', 'brief', 'compare', 'share', 'hide', 'watch']),
  chart: z.object({ kind: chartKind, days: chartDays.default(30) }).optional(),
  share: z.object(shareOptions).optional(),
  watch: z.object(alertOptions).optional(),
  asks: askedFact.optional(),
  section: briefSection,
  names: z.array(SignalReference).min(1).max(MAX_NAMED),
  /** The answer when it may be about the signal in mind, and none is, or when no signal has the name. */
  otherwise: z.discriminatedUnion('show', [...ListQuery.options, BriefsQuery, HomeQuery, HelpQuery]).optional(),
});
/** `here`: posts it at once where it was typed; else a dialog asks where. */
export const ShareQuery = z.object({
  show: z.literal('share'),
  id: signalId,
  ...shareOptions,
});
/** What changed about a signal, with the posts behind it. */
export const WhyQuery = z.object({ show: z.literal('why'), id: signalId, back: backQuery });
export const HIDE_REASONS = ['not-a-pain', 'wrong-name', 'not-our-area', 'duplicate'] as const;
/** A reason can be given after hiding. */
export type HideReason = (typeof HIDE_REASONS)[number] | 'none';
/** Hides a signal in the workspace. `asks`: it was found by words, so which one is confirmed first. */
export const HideQuery = z.object({
  show: z.literal('hide'),
  id: signalId,
  asks: z.literal(true).optional(),
  back: backQuery,
});

export type SignalQuery = z.output<typeof SignalQuery>;
export type ChartQuery = z.output<typeof ChartQuery>;
export type EvidenceQuery = z.output<typeof EvidenceQuery>;
export type EvidenceItemQuery = z.output<typeof EvidenceItemQuery>;
export type BriefQuery = z.output<typeof BriefQuery>;
export type CompareQuery = z.output<typeof CompareQuery>;
export type WhyQuery = z.output<typeof WhyQuery>;
export type ShareQuery = z.output<typeof ShareQuery>;
export type HideQuery = z.output<typeof HideQuery>;
export type FindQuery = z.output<typeof FindQuery>;
