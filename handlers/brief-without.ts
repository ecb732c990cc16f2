import type { BriefRecord } from '#blocks/brief-card.ts';

/** Said in the place of what is hidden. */
const HIDDEN = 'hidden in this workspace';

/** The brief without the words of the quotes that are hidden. Their numbers stay, so that the others still mean what they meant. */
export function briefWithout(brief: BriefRecord, hidden: ReadonlySet<string>): BriefRecord {
  const numbers = new Set(brief.evidence?.flatMap(({ chunkId }, at) => (hidden.has(chunkId) ? [at + 1] : [])));
  if (numbers.size === 0) return brief;
  const clean = (text: string) => withoutCited(text, numbers);
  return {
    ...brief,
    ...(brief.problem === undefined ? {} : { problem: clean(brief.problem) }),
    ...(brief.affected === undefined ? {} : { affected: clean(brief.affected) }),
    ...(brief.opportunity === undefined ? {} : { opportunity: clean(brief.opportunity) }),
    ...(brief.workarounds === undefined ? {} : { workarounds: brief.workarounds.map(clean) }),
    evidence: brief.evidence?.map((quote, at) =>
      numbers.has(at + 1) ? { ...quote, excerpt: HIDDEN, author: null, url: null } : quote,
    ),
  };
}

/** A sentence ends with the numbers of the quotes that it rests on. */
function withoutCited(text: string, numbers: ReadonlySet<number>): string {
  const cited = (sentence: string) => [...sentence.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
  const sentences = text.match(/[\s\S]+?(?:(?:\[\d+\](?:,? ?(?=\[))?)+\.?|$)/g) ?? [];
  const kept = sentences.filter((sentence) => !cited(sentence).some((number) => numbers.has(number)));
  const left = kept.join('').trim();
  return left === '' && sentences.length > 0 ? `What is quoted here is ${HIDDEN}.` : left;
}
