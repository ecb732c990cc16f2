import { complaintsIn, formTextIn } from './complaints.ts';
import { isWhole, worthOfName } from './judge.ts';
import { NAME_LENGTH, printName } from './print.ts';
import type { Signal } from './read-posts.ts';
import { cutStatements, isModifier, isPredicate, type Statement } from './segments.ts';
import { subjectsOf, troublesOf, withSubject } from './subjects.ts';
import { byValue, type Candidate, typicalTitles } from './typical-titles.ts';
import { readWords, type Word } from './words.ts';

/** Titles that names are taken from, most typical first: work is bounded, however many posts there are. */
const TITLES_READ = 40;
/** Parts of one statement that are left out in every combination. */
const MOST_PARTS = 6;
/** Candidates that are also offered with a subject before them. */
const PREFIXED = 30;
const MOST_SUBJECTS = 6;
const MOST_PHRASES = 8;
/** What a subject before a name must add; a product is named by every post and says least. */
const PREFIX_COST = { subject: 0.5, product: 1 } as const;

/** What a name put together from phrases must add to one that somebody wrote. */
const COMPOSED_COST = 1.5;

/** A modifier goes where fewer of the others share it. */
const MODIFIER_SHARED = 1 / 3;
const ASIDES = /^(?:my|our|just|simply|suddenly|really|please)$/;

/** What a sentence of a body must add to a title. */
const SENTENCE_COST = 2;

/** Where the best name is worth less, the posts share no statement. */
const SHARED_VALUE = 1.5;

interface Text {
  words: readonly Word[];
  /** The index of its post. */
  from: number;
}

/** What the bodies complain of, without the questions of a form. */
function sentencesOf({ posts }: Signal): Text[] {
  const form = formTextIn(posts.map(({ post }) => post.text));
  return posts.flatMap(({ post }, from) =>
    complaintsIn(post.text)
      .filter((text) => !form.has(text))
      .map((text) => ({ words: readWords(text), from })),
  );
}

/** Every way to leave parts out of a statement: core parts stay, and what clings stays only with what it clings to. */
function* shortened(statement: Statement): Generator<Word[]> {
  const optional = statement.flatMap(({ kind }, at) => (kind === 'core' ? [] : [at])).slice(0, MOST_PARTS);
  for (let mask = 0; mask < 1 << optional.length; mask++) {
    const kept = statement.map(({ kind }, at) => {
      const bit = optional.indexOf(at);
      return bit === -1 ? kind === 'core' : (mask & (1 << bit)) !== 0;
    });
    const fits = statement.every(({ kind }, at) => kind !== 'clinging' || !kept[at] || kept[at - 1]);
    if (fits) yield statement.flatMap(({ words }, at) => (kept[at] ? words : []));
  }
}

/** All that can be left of a title and still is a statement. */
export const versionsOf = (words: readonly Word[]): Word[][] =>
  cutStatements(words).flatMap((statement) => [...shortened(statement)].filter(isWhole));

/** Leaves out modifiers that few of the others share, before nouns that they do share. */
function dropModifiers(words: readonly Word[], signal: Signal, from: number): Word[] {
  const kept = words.filter(({ core }) => !ASIDES.test(core));
  const isShared = ({ keys }: Word) => keys.some((key) => signal.share(key, from) >= MODIFIER_SHARED);
  for (let at = kept.length - 2; at >= 0; at--) {
    const [word, noun] = [kept[at], kept[at + 1]];
    if (word === undefined || noun === undefined || word.keys.length === 0 || isPredicate(noun)) continue;
    if (isModifier(kept, at) && !isShared(word) && isShared(noun)) kept.splice(at, 1);
  }
  return kept;
}

/**
 * Whole statements cut from the most typical titles, alone and with a subject before them, best first; those of fewer than
 * 20 characters come last.
 */
export function candidatesFrom(signal: Signal): Candidate[] {
  const found = new Map<string, Candidate>();
  const offer = (words: readonly Word[], from: number | undefined, cost = 0) => {
    const text = printName(words, signal);
    if (text.length > NAME_LENGTH.most || !isWhole(words)) return;
    const value = worthOfName(words, signal, from) - cost;
    const id = text.toLowerCase();
    if (value > (found.get(id)?.value ?? Number.NEGATIVE_INFINITY)) found.set(id, { words, text, value, from });
  };
  const offerVersions = (texts: readonly Text[], cost: number) => {
    const typical = texts.map((text) => ({ ...text, value: worthOfName(text.words, signal, text.from) }));
    for (const { words, from } of typical.sort((one, other) => other.value - one.value).slice(0, TITLES_READ))
      for (const statement of cutStatements(words))
        for (const kept of shortened(statement)) {
          offer(kept, from, cost);
          offer(dropModifiers(kept, signal, from), from, cost);
        }
  };
  offerVersions(
    signal.posts.map(({ words }, from) => ({ words, from })),
    0,
  );
  offerVersions(sentencesOf(signal), SENTENCE_COST);
  const subjects = subjectsOf(signal).slice(0, MOST_SUBJECTS);
  for (const { words, from } of [...found.values()].sort(byValue).slice(0, PREFIXED))
    for (const subject of subjects) {
      const named = withSubject(subject, words, signal);
      if (named !== undefined) offer(named, from, subject.isProduct ? PREFIX_COST.product : PREFIX_COST.subject);
    }
  const phrases = troublesOf(signal).slice(0, MOST_PHRASES);
  for (const subject of subjects)
    for (const [at, phrase] of phrases.entries()) {
      const named = withSubject(subject, phrase.words, signal);
      if (named === undefined) continue;
      offer(named, undefined, COMPOSED_COST);
      for (const other of phrases.slice(at + 1)) {
        if (!other.keys.isDisjointFrom(phrase.keys) || !other.keys.isDisjointFrom(subject.keys)) continue;
        const last = named.at(-1);
        if (last !== undefined)
          offer([...named.slice(0, -1), { ...last, text: `${last.text},` }, ...other.words], undefined, COMPOSED_COST);
      }
    }
  const isLong = ({ text }: Candidate) => text.length >= NAME_LENGTH.least;
  const all = [...found.values()].sort(byValue);
  if ((all.find(isLong)?.value ?? 0) < SHARED_VALUE) all.unshift(...typicalTitles(signal));
  return [...all.filter(isLong), ...all.filter((candidate) => !isLong(candidate))];
}
