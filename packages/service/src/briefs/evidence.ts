import type { BriefEvidence } from '@pain-signals/contract';
import type { SignalDocument } from '../model/signal.ts';
import { shownName } from '../text/plain-name.ts';
import { finishSentence, shorten, splitSentences, stripMarkup } from '../text/sentences.ts';
import { tokenize } from '../text/tokenize.ts';
import { excerptAround, type Sentence } from './sentences.ts';

const EXCERPT_LENGTH = 300;

/** Numbers what a brief cites, from 1 in the order of use; the same sentence keeps its number. */
export interface Citations {
  /** "“It forgets my keys.” [3]" */
  quote(sentence: Sentence): string;
  /** "[4]": a post as a whole. */
  cite(document: SignalDocument): string;
  readonly evidence: readonly BriefEvidence[];
}

const evidenceOf = (document: SignalDocument, chunkId: string, excerpt: string): BriefEvidence => ({
  chunkId,
  provider: document.provider,
  externalId: document.externalId,
  url: document.url,
  author: shownName(document.author),
  excerpt,
});

/** A post's title and the sentence of its text that has most of the title's words: texts begin with greetings. */
function excerptOf({ title, text }: SignalDocument): string {
  if (title === null) return shorten(stripMarkup(text.slice(0, 2 * EXCERPT_LENGTH)), EXCERPT_LENGTH);
  const words = new Set(tokenize(title));
  const [best] = splitSentences(text)
    .map((sentence) => ({ sentence, shared: words.intersection(new Set(tokenize(sentence))).size }))
    .sort((one, other) => other.shared - one.shared);
  const told = best === undefined || best.shared === 0 ? [] : [best.sentence];
  return shorten([finishSentence(stripMarkup(title)), ...told].join(' '), EXCERPT_LENGTH);
}

/** "[4]": cites a post as a whole, by the evidence there is or a new one. */
export function citeDocument(document: SignalDocument, evidence: BriefEvidence[]): string {
  const { provider, externalId, postId, chunks } = document;
  const known = evidence.findIndex((each) => each.provider === provider && each.externalId === externalId);
  if (known !== -1) return `[${known + 1}]`;
  return `[${evidence.push(evidenceOf(document, chunks[0]?.id ?? postId, excerptOf(document)))}]`;
}

export function createCitations(): Citations {
  const evidence: BriefEvidence[] = [];
  const numbers = new Map<string, number>();
  const number = (id: string, make: () => BriefEvidence) => {
    const known = numbers.get(id);
    if (known !== undefined) return `[${known}]`;
    numbers.set(id, evidence.push(make()));
    return `[${evidence.length}]`;
  };
  return {
    evidence,
    quote(sentence) {
      const { text, chunkId, document } = sentence;
      return `“${text}” ${number(`${chunkId} ${text}`, () => evidenceOf(document, chunkId, excerptAround(sentence)))}`;
    },
    cite(document) {
      const chunk = document.chunks[0];
      return number(`post ${document.postId}`, () =>
        evidenceOf(document, chunk?.id ?? document.postId, excerptOf(document)),
      );
    },
  };
}
