export { type BriefInput, type RelatedSignal, sentencesIn, writeBrief } from './brief.ts';
export { findRelatedSignals, heaviestTerms } from './related-signals.ts';
