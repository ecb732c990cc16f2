import { isWhole, saysTrouble, worthOfName } from './judge.ts';
import type { Signal } from './read-posts.ts';
import { cutStatements, type Statement } from './segments.ts';
import { type Subject, subjectsOf, withSubject } from './subjects.ts';
import { NAME_LENGTH, printName, type Word } from './words.ts';

export interface Candidate {
  words: readonly Word[];
  text: string;
  value: number;
  /** The posts whose titles it is what is left of. */
  posts: ReadonlySet<number>;
}

/** Titles that names are taken from, most typical first: work is bounded, however many posts there are. */
const TITLES_READ = 40;
/** Parts of one statement that may be left out. */
const MOST_PARTS = 6;

/** What a subject before a name must add. */
const SUBJECT_COST = 0.5;

/** What makes a name hard to read: each costs one. */
const MARKS = /["“”`()[\]#/*]|\b(?:or|something|else|etc)\b|^(?:how|why|what|where|who|which|does|is there|is it)\b/gi;

const isShort = ({ text }: Candidate) => text.length < NAME_LENGTH.least;
const byValue = (one: Candidate, other: Candidate): number =>
  other.value - one.value || one.text.length - other.text.length;

/** A statement with what adds to it left out from the end: a part stays only where the one before it stays, or is core. */
function* shortened(
  [part, ...rest]: Statement,
  before: readonly Word[] = [],
  left = MOST_PARTS,
): Generator<readonly Word[]> {
  if (part === undefined) return yield before;
  if (part.kind === 'core' || left > 0)
    yield* shortened(rest, [...before, ...part.words], part.kind === 'core' ? left : left - 1);
  if (part.kind === 'core') return;
  const core = rest.findIndex(({ kind }) => kind === 'core');
  yield* shortened(core === -1 ? [] : rest.slice(core), before, 0);
}

/** "Passes alone, fails" of "Passes alone, fails in the full suite": one word is left of its last clause. */
const isBroken = (version: readonly Word[], words: readonly Word[]): boolean =>
  version.at(-2)?.text.endsWith(',') === true && version.at(-1) !== words.at(-1);

/** All that can be left of a title and still is a statement. */
export const versionsOf = (words: readonly Word[]): (readonly Word[])[] =>
  cutStatements(words)
    .flatMap((statement) => [...shortened(statement)])
    .filter((version) => isWhole(version) && !isBroken(version, words));

/** "Fails", "Duplicated": a trouble of nothing. */
const saysTroubleAlone = (words: readonly Word[]): boolean =>
  words.length === 1 && words[0] !== undefined && /^\p{L}\p{Ll}*$/u.test(words[0].text) && saysTrouble(words[0].keys);

/** Whole statements cut from the most typical titles, with their subject before them where they do not say it, best first. */
export function candidatesFrom(signal: Signal): Candidate[] {
  const found = new Map<string, Candidate>();
  const subjects = subjectsOf(signal);
  const products = subjectsOf(signal, true).filter(({ isProduct }) => isProduct);
  const offer = (words: readonly Word[], value: number, from: number) => {
    const text = printName(words, signal);
    if (text.length > NAME_LENGTH.most || !isWhole(words)) return;
    const before = found.get(text.toLowerCase());
    const posts = new Set(before?.posts).add(from);
    const best = before !== undefined && before.value >= value ? before : { words, text, value, posts };
    found.set(text.toLowerCase(), { ...best, posts });
  };
  const typical = signal.posts
    .map(({ words }, from) => ({ words, from, value: worthOfName(words, signal, from) }))
    .sort((one, other) => other.value - one.value)
    .slice(0, TITLES_READ);
  for (const { words, from } of typical)
    for (const version of versionsOf(words)) {
      if (saysTroubleAlone(version)) continue;
      offer(version, worthOfName(version, signal, from), from);
      const before = (each: Subject) => withSubject(each, version, signal) ?? [];
      const named = subjects.map(before).filter(({ length }) => length > 0);
      const isTooShort = named.length === 0 && printName(version, signal).length < NAME_LENGTH.least;
      for (const longer of isTooShort ? products.map(before) : named)
        offer(longer, worthOfName(longer, signal, from) - SUBJECT_COST, from);
    }
  const readability = ({ text, posts }: Candidate) => Math.log2(posts.size) - (text.match(MARKS)?.length ?? 0);
  return [...found.values()]
    .map((candidate) => ({ ...candidate, value: candidate.value + readability(candidate) }))
    .sort((one, other) => Number(isShort(one)) - Number(isShort(other)) || byValue(one, other));
}
