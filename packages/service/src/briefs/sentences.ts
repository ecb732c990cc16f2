import type { SignalDocument } from '../model/signal.ts';
import { finishSentence, isProse, splitSentences, stripMarkup } from '../text/sentences.ts';

/** A sentence of a post that a brief can cite. */
export interface Sentence {
  text: string;
  /** As it stands in its chunk. */
  written: string;
  chunkId: string;
  document: SignalDocument;
  author: string;
}

const LENGTH = { least: 30, most: 220 } as const;
const EXCERPT_LENGTH = 300;

/** Posts read, nearest to the signal first: a brief quotes a dozen sentences. */
const POSTS_READ = 120;

/** Fields and questions of an issue form. */
const FORM = /^[\p{L} /]{2,40}: ?|\?$|^(?:steps|actual|expected|click|open|go to|type)\b/iu;
const REFERS_BACK = /^(?:this|that|these|those|it|they|but|and|or|so|then|which|also|see)\b/i;

/** A post without an author counts as its own author. */
export const authorOf = ({ author, postId }: SignalDocument): string => author ?? `post ${postId}`;

/** Sentences that can be read by themselves, nearest posts first; what several posts have word for word is a form's and left out. */
export function sentencesOf(documents: readonly SignalDocument[]): Sentence[] {
  const nearest = [...documents].sort((one, other) => other.similarity - one.similarity).slice(0, POSTS_READ);
  const found = nearest.flatMap((document) =>
    document.chunks.flatMap(({ id, text }) =>
      splitSentences(text)
        .filter(({ length }) => length >= LENGTH.least && length <= LENGTH.most)
        .filter((sentence) => isProse(sentence) && !FORM.test(sentence) && !REFERS_BACK.test(sentence))
        .map(
          (written): Sentence => ({
            text: finishSentence(written),
            written,
            chunkId: id,
            document,
            author: authorOf(document),
          }),
        ),
    ),
  );
  const posts = Map.groupBy(found, ({ text }) => text.toLowerCase());
  return found.filter(
    ({ text }) => new Set(posts.get(text.toLowerCase())?.map(({ document }) => document.postId)).size === 1,
  );
}

/** The sentence with what stands around it in its chunk, at most 300 characters. */
export function excerptAround({ text, written, chunkId, document }: Sentence): string {
  const chunk = stripMarkup(document.chunks.find(({ id }) => id === chunkId)?.text ?? '');
  const at = chunk.indexOf(written);
  if (at === -1) return text;
  const room = Math.max(0, EXCERPT_LENGTH - written.length - 2) / 2;
  const [least, most] = [Math.ceil(at - room), Math.floor(at + written.length + room)];
  const [from, end] = [chunk.indexOf(' ', least) + 1, chunk.lastIndexOf(' ', most)];
  const start = least <= 0 ? 0 : Math.min(at, from === 0 ? at : from);
  const stop = most >= chunk.length ? chunk.length : Math.max(at + written.length, end);
  return `${start > 0 ? '…' : ''}${chunk.slice(start, stop)}${stop < chunk.length ? '…' : ''}`;
}
