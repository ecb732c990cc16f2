const STOP_WORDS = new Set(
  (
    'a about after all also am an and any are as at be because been but by can could did do does for from had has have ' +
    'he her his how i if in into is it its just me more my no not of on one only or our out she so some than that the ' +
    'their them then there they this to up us was we were what when where which who why will with would you your'
  ).split(' '),
);

export interface Vocabulary {
  /** Every word. */
  words: ReadonlySet<string>;
  /** The words of at least three sentences. */
  throughout: ReadonlySet<string>;
}

function wordsOf(sentence: string): Set<string> {
  const words = sentence.toLowerCase().match(/[a-z][a-z0-9_-]+/g) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map((word) => word.replace(/(es|s|ed|ing)$/, '')));
}

export function vocabularyOf(sentences: readonly string[]): Vocabulary {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const word of wordsOf(sentence)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const throughout = [...counts].filter(([, count]) => count >= 3).map(([word]) => word);
  return { words: new Set(counts.keys()), throughout: new Set(throughout) };
}

/** Of the words that one of the two uses throughout, the share that the other uses at all, 0-1. */
export function compareVocabularies(one: Vocabulary, other: Vocabulary): number {
  const shared = [...one.throughout].filter((word) => other.words.has(word)).length;
  const sharedBack = [...other.throughout].filter((word) => one.words.has(word)).length;
  return (shared + sharedBack) / Math.max(1, one.throughout.size + other.throughout.size);
}
