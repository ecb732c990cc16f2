export { type BriefInput, sentencesIn, writeBrief } from './brief.ts';
export { citeDocument } from './evidence.ts';
