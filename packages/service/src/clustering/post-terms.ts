import type { TermCounts } from '../model/post.ts';
import { ADDRESS, tokenizeWords } from '../text/tokenize.ts';

/** The title says it in fewest words. */
const TITLE_WEIGHT = 3;

/** Words of the body that count: what comes later is steps, logs and asides. */
const BODY_WORDS = 60;

/** Characters of the body in which those words are looked for. */
const BODY_READ = 1_000;

/** The terms by which a post is clustered. An identifier and its parts together count as one word: they are said once. */
export function countPostTerms(title: string | null, body: string): TermCounts {
  const counts = new Map<string, number>();
  const count = (words: readonly (readonly string[])[], times: number) => {
    for (const terms of words) {
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + times / Math.sqrt(terms.length));
    }
  };
  count(tokenizeWords((title ?? '').replace(ADDRESS, ' ')), TITLE_WEIGHT);
  count(tokenizeWords(body.slice(0, BODY_READ).replace(ADDRESS, ' '), BODY_WORDS), 1);
  return counts;
}
