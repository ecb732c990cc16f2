export { type BriefInput, type RelatedSignal, sentencesIn, writeBrief } from './brief.ts';
export { citeDocument } from './evidence.ts';
export { findRelatedSignals, heaviestTerms } from './related-signals.ts';
