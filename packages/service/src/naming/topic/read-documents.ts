import type { SignalDocument } from '../../model/signal.ts';
import { isProse, splitSentences } from '../../text/sentences.ts';
import { tokenize } from '../../text/tokenize.ts';

/** A post together with its readable sentences and its terms, which topic and summary both go through. */
export interface ReadDocument extends SignalDocument {
  prose: readonly string[];
  /** Of title and text. */
  terms: readonly string[];
}

/** Posts read of a signal; more of them only repeat these, and a description must not take longer the older a signal is. */
const READ = 60;

/** Posts cut into sentences, from the nearest to the cluster to the farthest at even steps: the nearest alone all tell one story. */
export function readDocuments(documents: readonly SignalDocument[]): ReadDocument[] {
  const step = Math.max(1, documents.length / READ);
  return [...documents]
    .sort((a, b) => b.similarity - a.similarity)
    .filter((_, rank) => Math.floor(rank / step) !== Math.floor((rank - 1) / step))
    .map((document) => ({
      ...document,
      prose: splitSentences(document.text).filter(isProse),
      terms: tokenize(`${document.title ?? ''} ${document.text}`),
    }));
}
