import { sentenceKey } from '../text/sentences.ts';
import { cosine } from '../text/term-vector.ts';
import type { EvidenceSentence } from './evidence-sentences.ts';

/** Quotes in a section, and authors it must rest on. */
const MAX_EXCERPTS = 3;
const LEAST_AUTHORS = 2;

/** What a quote loses for repeating one already chosen. */
const REDUNDANCY = 0.6;

/** What a quote keeps where somebody was quoted in an earlier section already. */
const KEPT_BY_KNOWN_AUTHOR = 0.7;

/** Share of the words in common from which two sentences differ by a slip of the pen. */
const NEAR = 0.6;

function isNear(one: EvidenceSentence, other: EvidenceSentence): boolean {
  const [ones, others] = [one, other].map(({ text }) => new Set(sentenceKey(text).split(' ')));
  if (ones === undefined || others === undefined) return false;
  return ones.intersection(others).size >= NEAR * ones.union(others).size;
}

interface WeighedSentence {
  quote: EvidenceSentence;
  worth: number;
}

/** Remembers what a brief has quoted, so that no sentence stands in it twice. */
export interface EvidenceChooser {
  /**
   * Up to three quotes that `worth` (0: none) likes best, each by another author and each adding something; none at all when
   * fewer than two authors say it.
   */
  choose(worth: (quote: EvidenceSentence) => number): EvidenceSentence[];
}

/** `saidElsewhere`: what other briefs quote, folded; no two briefs share a sentence. */
export function createEvidenceChooser(
  quotes: readonly EvidenceSentence[],
  saidElsewhere: ReadonlySet<string>,
): EvidenceChooser {
  const said = new Set<string>(saidElsewhere);
  const authors = new Set<string>();
  const quoted: EvidenceSentence[] = [];

  /** What each quote is worth to a section, before it is known what stands beside it; those worth nothing are left out. */
  function weigh(worth: (quote: EvidenceSentence) => number): WeighedSentence[] {
    return quotes
      .filter((quote) => !said.has(sentenceKey(quote.text)) && !quoted.some((other) => isNear(other, quote)))
      .map((quote) => {
        const kept = authors.has(quote.author) ? KEPT_BY_KNOWN_AUTHOR : 1;
        return { quote, worth: worth(quote) * quote.closeness * kept };
      })
      .filter((weighed) => weighed.worth > 0);
  }

  return {
    choose(worth) {
      const weighed = weigh(worth);
      const chosen: EvidenceSentence[] = [];
      while (chosen.length < MAX_EXCERPTS) {
        const quote = mostAdding(weighed, chosen);
        if (quote === undefined) break;
        chosen.push(quote);
      }
      if (chosen.length < LEAST_AUTHORS) return [];
      quoted.push(...chosen);
      for (const { text, author } of chosen) {
        said.add(sentenceKey(text));
        authors.add(author);
      }
      return chosen;
    },
  };
}

function mostAdding(
  weighed: readonly WeighedSentence[],
  chosen: readonly EvidenceSentence[],
): EvidenceSentence | undefined {
  let best: { quote: EvidenceSentence; gain: number } | undefined;
  for (const { quote, worth } of weighed) {
    if (worth <= (best?.gain ?? 0)) continue;
    if (chosen.some((other) => other.author === quote.author || isNear(other, quote))) continue;
    const repeats = Math.max(0, ...chosen.map((other) => cosine(other.vector, quote.vector)));
    const gain = worth * (1 - REDUNDANCY * repeats);
    if (gain > (best?.gain ?? 0)) best = { quote, gain };
  }
  return best?.quote;
}
