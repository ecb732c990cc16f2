import type { BriefEvidence } from '@pain-signals/contract';
import type { SignalDocument } from '../model/signal.ts';
import { shorten, stripMarkup } from '../text/sentences.ts';
import { authorOf, excerptAround, type Sentence } from './sentences.ts';

const EXCERPT_LENGTH = 300;

/** Numbers what a brief cites, from 1 in the order of use; the same sentence keeps its number. */
export interface Citations {
  /** "“It forgets my keys.” [3]" */
  quote(sentence: Sentence): string;
  /** "[4]": a post as a whole. */
  cite(document: SignalDocument): string;
  readonly evidence: readonly BriefEvidence[];
  /** "1", "2" and "5": numbers of up to `most` different authors, in the order of use. */
  authors(most: number): string[];
}

const evidenceOf = (document: SignalDocument, chunkId: string, excerpt: string): BriefEvidence => ({
  chunkId,
  provider: document.provider,
  externalId: document.externalId,
  url: document.url,
  author: document.author,
  excerpt,
});

/** A post's title and the beginning of its text. */
const excerptOf = ({ title, text }: SignalDocument): string =>
  shorten(
    [stripMarkup(title ?? ''), stripMarkup(text.slice(0, 2 * EXCERPT_LENGTH))].filter((part) => part !== '').join(': '),
    EXCERPT_LENGTH,
  );

/** "[4]": cites a post as a whole, by the evidence there is or a new one. */
export function citeDocument(document: SignalDocument, evidence: BriefEvidence[]): string {
  const { provider, externalId, postId, chunks } = document;
  const known = evidence.findIndex((each) => each.provider === provider && each.externalId === externalId);
  if (known !== -1) return `[${known + 1}]`;
  return `[${evidence.push(evidenceOf(document, chunks[0]?.id ?? postId, excerptOf(document)))}]`;
}

export function createCitations(): Citations {
  const evidence: BriefEvidence[] = [];
  const cited: string[] = [];
  const numbers = new Map<string, number>();
  const number = (id: string, document: SignalDocument, make: () => BriefEvidence) => {
    const known = numbers.get(id);
    if (known !== undefined) return `[${known}]`;
    numbers.set(id, evidence.push(make()));
    cited.push(authorOf(document));
    return `[${evidence.length}]`;
  };
  return {
    evidence,
    quote(sentence) {
      const { text, chunkId, document } = sentence;
      return `“${text}” ${number(`${chunkId} ${text}`, document, () => evidenceOf(document, chunkId, excerptAround(sentence)))}`;
    },
    cite(document) {
      const chunk = document.chunks[0];
      return number(`post ${document.postId}`, document, () =>
        evidenceOf(document, chunk?.id ?? document.postId, excerptOf(document)),
      );
    },
    authors: (most) =>
      cited.flatMap((author, at) => (cited.indexOf(author) === at ? [`${at + 1}`] : [])).slice(0, most),
  };
}
