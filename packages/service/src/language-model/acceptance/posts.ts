import { readWords } from '../../naming/words.ts';

/** A post as the model sees it: its number in the prompt, and text without markup, links and mentions. */
export interface ShownPost {
  number: number;
  author: string;
  text: string;
}

/** A shown post as answers are compared with it. */
export interface ReadPost extends ShownPost {
  /** Stems and synonym groups of its words. */
  keys: ReadonlySet<string>;
  parts: readonly string[];
}

/** Words, the humps of identifiers, and digits. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\d+/gu;
const PLURAL_OF_CAPITALS = /(?<=\p{Lu}{2})s\b/gu;

/** The parts of a text in order, lower case: "Sets.newHashSet" and "sets new hash set" have the same. */
export const partsOf = (text: string): string[] =>
  (text.replace(PLURAL_OF_CAPITALS, '').match(PART) ?? []).map((part) => part.toLowerCase());

export const keysOf = (text: string): string[] => readWords(text).flatMap(({ keys }) => keys.slice(0, 1));

export const readPost = (post: ShownPost): ReadPost => ({
  ...post,
  keys: new Set(readWords(post.text).flatMap(({ keys }) => keys)),
  parts: partsOf(post.text),
});

const singular = (word: string) => word.replace(/(?<=\p{L}{2})s$/u, '');

/** Whether a post has the name, written in one word or in several. */
export function isNamedIn(name: string, { parts }: ReadPost): boolean {
  const wanted = singular(partsOf(name).join(''));
  return parts.some((_, first) => {
    let written = '';
    for (let at = first; at < parts.length && written.length < wanted.length; at++) written += parts[at];
    return singular(written) === wanted;
  });
}
