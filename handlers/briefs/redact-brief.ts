import { fingerprintOf } from '@pain-signals/domain';
import type { BriefRecord } from '#blocks/briefs/brief-card.ts';

/** Replaces hidden excerpts. */
const HIDDEN = 'hidden in this workspace';

/** Fields that cite evidence by number and contain no excerpts. */
const COMPUTED_FIELDS: ReadonlySet<string> = new Set([
  'topic',
  'patternStatement',
  'fitWarning',
  'wedge',
  'risks',
  'nextSteps',
]);

/** Removes hidden excerpts from a brief. Hidden items keep their numbers, so other citations stay right. */
export function redactBrief(brief: BriefRecord, hidden: ReadonlySet<string>): BriefRecord {
  const numbers = new Set(brief.evidence?.flatMap((quote, at) => (hidden.has(fingerprintOf(quote)) ? [at + 1] : [])));
  if (numbers.size === 0) return brief;
  const evidence = brief.evidence?.map((quote, at) =>
    numbers.has(at + 1) ? { ...quote, excerpt: HIDDEN, author: null, url: null } : quote,
  );
  const clean = (text: string) => removeCitingSentences(text, numbers);
  const fields = Object.entries(brief).map(([name, value]) => [
    name,
    COMPUTED_FIELDS.has(name) ? value : mapTexts(value, clean),
  ]);
  return { ...brief, ...Object.fromEntries(fields), evidence };
}

const MAX_DEPTH = 3;

/** Applies a change to every text, also in fields that the specification doesn't name. */
function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change, depth + 1)]));
}

/** A sentence ends with the numbers of the evidence it cites. */
function removeCitingSentences(text: string, numbers: ReadonlySet<number>): string {
  const cited = (sentence: string) => [...sentence.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
  const sentences = text.match(/[\s\S]+?(?:(?:\[\d+\](?:,? ?(?=\[))?)+\.?|$)/g) ?? [];
  const kept = sentences.filter((sentence) => !cited(sentence).some((number) => numbers.has(number)));
  const left = kept.join('').trim();
  return left === '' && sentences.length > 0 ? 'This part quotes posts hidden in this workspace.' : left;
}
