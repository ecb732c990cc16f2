import type { SignalDocument } from '../model/signal.ts';
import { isWhole } from '../naming/judge.ts';
import type { ReadPost, Signal } from '../naming/read-posts.ts';
import { sentenceKey } from '../text/sentences.ts';
import { isSameSentence } from './choose.ts';
import { authorOf } from './sentences.ts';
import { titleOf } from './titles.ts';

/** Words by weight that a post must share with a title that represents it, as a share of all words of both. */
const REPRESENTED = 0.2;
/** How much a title loses that cannot be read by itself, is cut or has a typing error. */
const UNREADABLE = 0.5;

export interface Choice {
  signal: Signal;
  documents: readonly SignalDocument[];
  /** Keys that all share, which tell none of them apart. */
  shared: ReadonlySet<string>;
}

/**
 * Titles of `from` that say most of what the posts `of` say, each by another author: again and again the one that is nearest to those that the
 * chosen ones don't represent.
 */
export function typicalOf(
  from: readonly number[],
  most: number,
  { signal, documents, shared }: Choice,
  of: readonly number[] = from,
): SignalDocument[] {
  const weigh = (keys: ReadonlySet<string>) => [...keys].reduce((sum, key) => sum + signal.weight(key), 0);
  const keys = new Map(
    [...new Set([...from, ...of])].map((at) => [at, signal.posts[at]?.inTitle.difference(shared) ?? new Set<string>()]),
  );
  const compare = (one: number, other: number) => {
    const [a, b] = [keys.get(one) ?? new Set<string>(), keys.get(other) ?? new Set<string>()];
    const all = weigh(a.union(b));
    return all === 0 ? 0 : weigh(a.intersection(b)) / all;
  };
  const compared = new Map<number, Map<number, number>>();
  // Each choice asks for most pairs again.
  const likeness = (one: number, other: number) => {
    const known = compared.get(one) ?? new Map<number, number>();
    compared.set(one, known);
    const like = known.get(other) ?? compare(one, other);
    known.set(other, like);
    return like;
  };
  const isReadable = (title: string, { words }: ReadPost) =>
    isWhole(words) && !title.endsWith('…') && !signal.isMisspelled(title);
  const chosen: SignalDocument[] = [];
  const authors = new Set<string>();
  const titles: string[] = [];
  let left = [...of];
  let open = from.flatMap((at) => {
    const [document, post] = [documents[at], signal.posts[at]];
    if (document?.title == null || post === undefined) return [];
    const title = titleOf(document);
    return [{ at, document, title, ease: isReadable(title, post) ? 1 : UNREADABLE }];
  });
  while (chosen.length < most) {
    open = open.filter(
      ({ document, title }) =>
        !authors.has(authorOf(document)) && !titles.some((other) => isSameSentence(sentenceKey(title), other)),
    );
    const [best] = open
      .map((each) => ({ each, worth: each.ease * left.reduce((sum, at) => sum + likeness(each.at, at), 0) }))
      .sort((one, other) => other.worth - one.worth || one.each.title.length - other.each.title.length);
    if (best === undefined) break;
    const { at, document, title } = best.each;
    chosen.push(document);
    authors.add(authorOf(document));
    titles.push(sentenceKey(title));
    left = left.filter((other) => other !== at && likeness(at, other) < REPRESENTED);
  }
  return chosen;
}
