import type { SignalDocument } from '../../src/model/signal.ts';
import type { Background } from '../../src/text/background.ts';
import { tokenize } from '../../src/text/tokenize.ts';
import { DAY_MS, NOW } from './figures.ts';

/** A post of a signal; a test says only what it is about. Posts differ in id, author and day by their number. */
export function documentOf(number: number, changes: Partial<SignalDocument> = {}): SignalDocument {
  const text = changes.text ?? '';
  return {
    postId: `post-${number}`,
    externalId: `${number}`,
    title: null,
    text,
    chunks: [{ id: `chunk-${number}`, text: [changes.title, text].filter(Boolean).join('. ') }],
    provider: 'github',
    author: `author-${number}`,
    repository: `owner-${number % 4}/repository`,
    url: `https://code.example/issues/${number}`,
    reactions: 0,
    severity: 0.5,
    similarity: 0.5,
    createdAt: NOW - number * DAY_MS,
    ...changes,
  };
}

/** Posts with these titles and no text. */
export const titled = (...titles: string[]) => titles.map((title, number) => documentOf(number, { title }));

/** How common terms are in the given posts. */
export function backgroundOf(documents: readonly SignalDocument[]): Background {
  const documentFrequencies = new Map<string, number>();
  for (const { title, text } of documents) {
    for (const term of new Set(tokenize(`${title ?? ''} ${text}`))) {
      documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + 1);
    }
  }
  return { documentFrequencies, documents: documents.length };
}
