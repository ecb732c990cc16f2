import { type Background, inverseFrequency } from '../../text/term-vector.ts';
import { tokenize } from '../../text/tokenize.ts';
import type { ReadDocument } from './read-documents.ts';
import { createSubjectWording, isHead, isTelling } from './subject-wording.ts';

const LONGEST_SUBJECT = 4;
const SUBJECTS = 5;
const LEAST_NAME = 3;

/** Share of the posts that must speak of a subject. */
const LEAST_NAMED = 0.5;
const LEAST_NAMED_BY_MANY = 0.51;
const VERY_MANY = 20;

/** Share of all posts, in other signals, from which on a subject is broad. */
const BROAD_FROM = 0.08;

export const headlineOf = ({ title, prose }: ReadDocument): string => title ?? prose[0] ?? '';
export const openingOf = (document: ReadDocument): string =>
  [headlineOf(document), ...document.prose.slice(0, 2)].join(' ');

/** Settings and classes have names that tell of no trouble: "fs.create.performance". */
export const withoutNames = (text: string): string => text.replace(/\b(?!www\.)[A-Za-z]\w*(?:\.\w+){2,}/g, ' ');

/** Words that stand together in a headline, without what divides them. */
const runsOf = (headline: string) =>
  headline
    .split(/[^\p{L}\p{N}\s.#+'’/-]+|[.:](?=\s|$)|\s[-–—]\s/u)
    .map((run) => run.split(/\s+/).filter((word) => word !== ''));

interface Phrase {
  words: readonly string[];
  /** Whether nothing that belongs to it stands before or after it. */
  whole: boolean;
  /** Whether nothing that belongs to it stands after it. */
  ended: boolean;
}

function phrasesOf(headline: string): Phrase[] {
  const phrases: Phrase[] = [];
  for (const run of runsOf(headline)) {
    for (let from = 0; from < run.length; from++) {
      for (let length = 1; length <= LONGEST_SUBJECT && from + length <= run.length; length++) {
        const words = run.slice(from, from + length);
        if (!words.every(isTelling) || (length > 1 && !isHead(words[0] ?? ''))) continue;
        const joins = (word: string | undefined) => word !== undefined && isTelling(word);
        const ended = !joins(run[from + length]);
        phrases.push({ words, ended, whole: ended && !joins(run[from - 1]) });
      }
    }
  }
  return phrases;
}

/** So many times as often as in all posts. */
const CHARACTERISTIC = 15;
const TELLING = 4;
/** A common word is a subject where so many of at least so many posts, and so few others, speak of it. */
const PLAIN = { of: 8, share: 0.65, times: 20, ended: 3 } as const;
/** Of so many times as many posts it can be said what all of them speak of. */
const OTHERS = 4;

/** Finds what names a subject: "text", "edit" or "connection" alone do not, a product that these posts stand out by does. */
function createSubjectTest(documents: readonly ReadDocument[], background: Background) {
  const openings = documents.map((document) => openingOf(document).split(/\s+/));
  /** Posts that hold the word where no sentence begins. */
  const written = (word: string) =>
    openings.filter((words) =>
      words.some((each, at) => each.replace(/[.,:;!?)]+$/, '') === word && /[\p{L},]$/u.test(words[at - 1] ?? '')),
    ).length;
  const usualOf = (term: string) => (background.documentFrequencies.get(term) ?? 0) / background.documents;
  const isKnown = background.documents >= OTHERS * documents.length;
  const isPlain = (usual: number, posts: number) =>
    isKnown &&
    documents.length >= PLAIN.of &&
    posts >= PLAIN.share * documents.length &&
    posts >= PLAIN.times * usual * documents.length;
  return (phrase: string, posts: number, ended: number): boolean => {
    const usual = Math.min(...tokenize(phrase).map(usualOf));
    if (isKnown && posts < TELLING * usual * documents.length) return false;
    if (!isHead(phrase) && !phrase.includes(' ')) return ended >= PLAIN.ended && isPlain(usual, posts);
    if (/[\s.\d#-]|\p{Ll}\p{Lu}|^\p{Lu}{3,}$/u.test(phrase)) return true;
    const capitalised = written(phrase);
    const isName = /^\p{Lu}/u.test(phrase) && capitalised * 3 >= posts && capitalised >= written(phrase.toLowerCase());
    if (phrase.length >= LEAST_NAME && isName && posts >= CHARACTERISTIC * usual * documents.length) return true;
    return ended >= PLAIN.ended && isPlain(usual, posts);
  };
}

export interface SharedSubject {
  /** As it is most often written. */
  phrase: string;
  terms: readonly string[];
  /** Share of the posts that speak of it. */
  share: number;
  /** Many other posts speak of it too. */
  isBroad: boolean;
}

/** The phrases of headlines that most posts speak of, the most telling first, as they are most often written. */
export function sharedSubjects(documents: readonly ReadDocument[], background: Background): SharedSubject[] {
  const told = documents.map((document) => new Set(tokenize(openingOf(document))));
  const texts = documents.map((document) => openingOf(document).toLowerCase());
  const written = new Map<string, { phrase: string; times: number; whole: number; ended: number }>();
  const times = new Map<string, number>();
  for (const { words, whole, ended } of documents.flatMap((document) => phrasesOf(headlineOf(document)))) {
    const phrase = words.join(' ');
    const key = tokenize(phrase).join(' ');
    const count = (times.get(phrase) ?? 0) + 1;
    times.set(phrase, count);
    const known = written.get(key) ?? { phrase, times: 0, whole: 0, ended: 0 };
    written.set(key, {
      ...(count > known.times ? { phrase, times: count } : known),
      whole: known.whole + (whole ? 1 : 0),
      ended: known.ended + (ended ? 1 : 0),
    });
  }
  const isSubject = createSubjectTest(documents, background);
  const wordSubject = createSubjectWording(documents.map(headlineOf), documents.map(openingOf));
  const least = documents.length < VERY_MANY ? LEAST_NAMED : LEAST_NAMED_BY_MANY;
  const usualOf = (term: string) => (background.documentFrequencies.get(term) ?? 0) / background.documents;
  const rarityOf = (terms: readonly string[]) =>
    terms.reduce((sum, term) => sum + inverseFrequency(term, background), 0);
  const countOf = (terms: readonly string[]) => told.filter((held) => terms.every((term) => held.has(term))).length;
  const phrases = [...written].map(([key, { phrase, whole, ended }]) => {
    const terms = key.split(' ');
    const together = texts.filter((text) => text.includes(phrase.toLowerCase())).length;
    return {
      phrase,
      terms,
      ended,
      count: countOf(terms),
      isPhrase: (whole > 0 && together >= 2) || (ended >= 2 && together >= 3),
    };
  });
  return phrases
    .filter(({ phrase, count, ended, isPhrase }) => isPhrase && count >= 2 && isSubject(phrase, count, ended))
    .filter(({ count }) => count >= least * documents.length)
    .map((subject) => ({ ...subject, worth: subject.count ** 1.5 * rarityOf(subject.terms) }))
    .sort((a, b) => b.worth - a.worth || (a.phrase < b.phrase ? -1 : 1))
    .slice(0, SUBJECTS)
    .map(({ phrase, terms, count }) => ({
      ...wordSubject(phrase, terms),
      share: count / documents.length,
      isBroad:
        background.documents >= OTHERS * documents.length &&
        Math.min(...terms.map(usualOf)) - count / background.documents > BROAD_FROM,
    }));
}
