import { segmenter } from './sentences.ts';

const FEWEST_WORDS = 60;
const MOST_WORDS = 180;
const MOST_CHUNKS = 6;

/** Text without white space is one word; this keeps such a chunk readable. */
const LONGEST_PIECE = 1_500;

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

function splitByWords(text: string, words: number): string[] {
  const all = text.split(/\s+/);
  return Array.from({ length: Math.ceil(all.length / words) }, (_, index) =>
    all.slice(index * words, (index + 1) * words).join(' '),
  );
}

/** The paragraph; if it is too long for a chunk, its sentences; if those are too long, groups of words. */
function unitsOf(paragraph: string): string[] {
  if (countWords(paragraph) <= MOST_WORDS) return [paragraph];
  return [...segmenter.segment(paragraph)].flatMap(({ segment }) => {
    const sentence = segment.trim();
    return countWords(sentence) <= MOST_WORDS ? [sentence] : splitByWords(sentence, MOST_WORDS);
  });
}

/**
 * One to six chunks of 60 to 180 words, split between paragraphs, else between sentences. A short text is one chunk; text beyond
 * six chunks is left out. A post without a body becomes its title.
 */
export function chunkText(title: string | null, text: string): string[] {
  const units = text
    .split(/\n\n+/)
    .flatMap(unitsOf)
    .filter((unit) => unit !== '');
  const chunks: { text: string; words: number }[] = [];
  for (const unit of units) {
    const words = countWords(unit);
    const last = chunks.at(-1);
    if (
      last !== undefined &&
      (last.words < FEWEST_WORDS || words < FEWEST_WORDS / 3) &&
      last.words + words <= MOST_WORDS
    ) {
      last.text += `\n\n${unit}`;
      last.words += words;
    } else chunks.push({ text: unit, words });
    if (chunks.length > MOST_CHUNKS) break;
  }
  const kept = chunks.slice(0, MOST_CHUNKS).map((chunk) => chunk.text.slice(0, LONGEST_PIECE));
  return kept.length > 0 ? kept : title === null ? [] : [title];
}
