import type { SignalDocument } from '../model/signal.ts';
import { finishSentence, isProse, shorten, splitSentences, stripMarkup } from '../text/sentences.ts';
import { type Background, createCentre, type TermVector, weighTerms } from '../text/term-vector.ts';

/** A sentence of a post that a brief may rest on. */
export interface EvidenceSentence {
  /** With a capital and a stop. */
  text: string;
  /** As it stands in its chunk. */
  written: string;
  chunkId: string;
  document: SignalDocument;
  /** Who said it; a post without an author counts as its own author. */
  author: string;
  vector: TermVector;
  /** Cosine to what the signal's posts share, 0-1. */
  closeness: number;
}

/** Posts read, and characters of a sentence worth quoting. */
const READ_DOCUMENTS = 120;
const SENTENCE_LENGTH = { min: 30, max: 220 } as const;
const EXCERPT_LENGTH = 300;

/** A sentence with fewer of the terms that the posts share most is a courtesy or an aside, true under any signal. */
const LEAST_SHARED = 2;
const SHARED_TERMS = { perPost: 3.5, most: 60 } as const;

/** The splitter found no border between two sentences. */
const SEVERAL = /\p{L}{3}[.!?]\s+[\p{Lu}\d]/u;

export const authorOf = ({ author, postId }: SignalDocument): string => author ?? `post ${postId}`;

/** Every sentence of the posts that can be read by itself, with the chunk it stands in. */
export function collectEvidence(documents: readonly SignalDocument[], background: Background): EvidenceSentence[] {
  const nearest = [...documents].sort((a, b) => b.similarity - a.similarity).slice(0, READ_DOCUMENTS);
  const centre = createCentre(nearest.map(({ title, text }) => weighTerms(`${title ?? ''} ${text}`, background)));
  const shared = new Set(centre.topTerms(Math.min(SHARED_TERMS.most, SHARED_TERMS.perPost * nearest.length)));
  const isOnTopic = ({ vector }: EvidenceSentence) => new Set(vector.keys()).intersection(shared).size >= LEAST_SHARED;
  return nearest.flatMap((document, own) =>
    document.chunks.flatMap(({ id, text }) =>
      splitSentences(text)
        .filter(({ length }) => length >= SENTENCE_LENGTH.min && length <= SENTENCE_LENGTH.max)
        .filter((sentence) => isProse(sentence) && !SEVERAL.test(sentence))
        .map((sentence): EvidenceSentence => {
          const vector = weighTerms(sentence, background);
          const closeness = centre.closeness(vector, own);
          return {
            text: finishSentence(sentence),
            written: sentence,
            chunkId: id,
            document,
            author: authorOf(document),
            vector,
            closeness,
          };
        })
        .filter(isOnTopic),
    ),
  );
}

/** The quote, word for word as it is cited, with what stands around it in its chunk. */
export function excerptAround({ text, written, chunkId, document }: EvidenceSentence): string {
  const chunk = stripMarkup(document.chunks.find(({ id }) => id === chunkId)?.text ?? '');
  const at = chunk.indexOf(written);
  if (at === -1) return text;
  const whole = `${chunk.slice(0, at)}${text}${chunk.slice(at + written.length)}`;
  if (whole.length <= EXCERPT_LENGTH) return whole;
  const spare = EXCERPT_LENGTH - text.length - 2;
  const from = Math.max(0, Math.min(at - Math.floor(spare / 2), whole.length - EXCERPT_LENGTH + 1));
  const start = from === 0 ? 0 : Math.min(at, whole.indexOf(' ', from) + 1);
  const excerpt = shorten(whole.slice(start), EXCERPT_LENGTH - 1);
  return start === 0 ? excerpt : `…${excerpt}`;
}
