import { fingerprintOf } from '@pain-signals/domain';
import type { BriefRecord } from '#blocks/briefs/brief-card.ts';

/** Said in the place of what is hidden. */
const HIDDEN = 'hidden in this workspace';

/** Reckoned: they point at quotes by their numbers, and quote nothing. */
const COMPUTED_FIELDS: ReadonlySet<string> = new Set([
  'topic',
  'patternStatement',
  'fitWarning',
  'wedge',
  'risks',
  'nextSteps',
]);

/** The brief without the words of the quotes that are hidden. Their numbers stay, so that the others still mean what they meant. */
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

/** Deeper than a card shows. */
const MAX_DEPTH = 3;

/** Every text in what a service tells, which may be more than the specification names. */
function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change, depth + 1)]));
}

/** A sentence ends with the numbers of the quotes that it rests on. */
function removeCitingSentences(text: string, numbers: ReadonlySet<number>): string {
  const cited = (sentence: string) => [...sentence.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
  const sentences = text.match(/[\s\S]+?(?:(?:\[\d+\](?:,? ?(?=\[))?)+\.?|$)/g) ?? [];
  const kept = sentences.filter((sentence) => !cited(sentence).some((number) => numbers.has(number)));
  const left = kept.join('').trim();
  return left === '' && sentences.length > 0 ? `What is quoted here is ${HIDDEN}.` : left;
}
