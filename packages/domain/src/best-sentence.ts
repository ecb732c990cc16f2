/** Shorter ones say nothing alone, longer ones are no sentence. */
const [MIN_LENGTH, MAX_LENGTH] = [25, 300];
/** Of one post. */
const MAX_SENTENCES = 60;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(({ length }) => length > 2);

/** `token` and `tokens`. */
const isSameWord = (one: string, other: string): boolean =>
  (one.startsWith(other) || other.startsWith(one)) && Math.abs(one.length - other.length) <= 2;

/** The sentence of a post with most words of `about`, the first of several. Null when none can be quoted. */
export function bestSentence(text: string, about: string): string | null {
  const wanted = wordsOf(about);
  const sentences = text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length >= MIN_LENGTH && length <= MAX_LENGTH)
    .slice(0, MAX_SENTENCES);
  const rated = sentences.map((sentence) => {
    const said = wordsOf(sentence);
    return { sentence, shared: wanted.filter((word) => said.some((other) => isSameWord(word, other))).length };
  });
  return rated.toSorted((one, other) => other.shared - one.shared)[0]?.sentence ?? null;
}
