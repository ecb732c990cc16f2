import { KINDS_OF_TROUBLE } from './lexicon/kinds-of-trouble.ts';
import { CHORE, TROUBLE } from './lexicon/phrasing.ts';
import type { ReadDocument } from './read-documents.ts';
import { type Background, inverseFrequency } from './term-vector.ts';
import { tokenize } from './terms.ts';

/** A name put together of what the posts write about and of the kind of trouble they have with it. */
export interface ComposedName {
  text: string;
  /** 0-1: share of the posts that tell this kind of trouble. */
  told: number;
  /** The words in which the posts tell it; a name in general words holds few of them. */
  words: string;
}

/** Share of the posts that must tell a kind of trouble, and that must name a subject. */
const LEAST_TOLD = 0.4;
/** Of few posts more must tell it, or one more story would make another name. */
const LEAST_TOLD_BY_FEW = 0.6;
const LEAST_POSTS = 2;

/** Share of the tellings that must hold a word for it to be how the posts tell it. */
const COMMON = 0.25;
const LEAST_NAMED = 0.5;

/** Of so many posts a title rarely holds for most; of fewer it says more than what can be said of anything. */
const MANY = 6;

const LONGEST_SUBJECT = 3;
const SUBJECTS = 4;
const LEAST_NAME = 3;

const headlineOf = ({ title, prose }: ReadDocument) => title ?? prose[0] ?? '';
const openingOf = (document: ReadDocument) => [headlineOf(document), ...document.prose.slice(0, 2)].join(' ');

/** Words that stand together in a headline, without what divides them. */
const runsOf = (headline: string) =>
  headline
    .split(/[^\p{L}\p{N}\s.#+'’/-]+|[.:](?=\s|$)|\s[-–—]\s/u)
    .map((run) => run.split(/\s+/).filter((word) => word !== ''));

/** Says nothing of what it is about. */
const EMPTY =
  /^(?:due|via|opens?|closed?|clicks?|switch|because|bugs?|tests?|usages?|uses?|websites?|sites?|pages?|web|browser|issues?|problems?|support|versions?|dependency|dependencies|upgrades?|raises?|displays?|throws?|returns?|chooses?|gives?|gets?|makes?|shows?|takes?|causes?|latest|current|potential|possible|several|many|some|CVE)$/i;

/** A word with a meaning of its own that says neither what goes wrong nor what to do. */
const isTelling = (word: string) =>
  /\p{L}.*\p{L}/u.test(word) &&
  !/\d\.\d|\d{3}/.test(word) &&
  !EMPTY.test(word) &&
  tokenize(word).length > 0 &&
  !TROUBLE.test(word) &&
  !CHORE.test(word) &&
  !/(?:ing|ed|Exception|Error)$/i.test(word);

function phrasesOf(headline: string): string[] {
  const phrases: string[] = [];
  for (const run of runsOf(headline)) {
    for (let from = 0; from < run.length; from++) {
      for (let length = 1; length <= LONGEST_SUBJECT && from + length <= run.length; length++) {
        const words = run.slice(from, from + length);
        if (words.every(isTelling)) phrases.push(words.join(' '));
      }
    }
  }
  return phrases;
}

/** So many times as often as in all posts. */
const CHARACTERISTIC = 15;

/** Finds what names a subject: "text", "edit" or "connection" alone do not, a product that these posts stand out by does. */
function createSubjectTest(documents: readonly ReadDocument[], background: Background) {
  const openings = documents.map((document) => openingOf(document).split(/\s+/));
  /** Posts that hold the word where no sentence begins. */
  const written = (word: string) =>
    openings.filter((words) =>
      words.some((each, at) => each.replace(/[.,:;!?)]+$/, '') === word && /[\p{L},]$/u.test(words[at - 1] ?? '')),
    ).length;
  return (phrase: string, posts: number): boolean => {
    if (/[\s.\d#-]|\p{Ll}\p{Lu}/u.test(phrase)) return true;
    const [term = ''] = tokenize(phrase);
    const usual = (background.documentFrequencies.get(term) ?? 0) / background.documents;
    const capitalised = written(phrase);
    const isName = /^\p{Lu}/u.test(phrase) && capitalised * 3 >= posts && capitalised >= written(phrase.toLowerCase());
    return phrase.length >= LEAST_NAME && isName && posts >= CHARACTERISTIC * usual * documents.length;
  };
}

/** The phrases whose words most posts have in common, the most telling first, as they are most often written. */
function sharedSubjects(documents: readonly ReadDocument[], background: Background): string[] {
  const told = documents.map((document) => new Set(tokenize(openingOf(document))));
  const written = new Map<string, { phrase: string; times: number }>();
  const times = new Map<string, number>();
  for (const phrase of documents.flatMap((document) => phrasesOf(headlineOf(document)))) {
    const key = tokenize(phrase).join(' ');
    const count = (times.get(phrase) ?? 0) + 1;
    times.set(phrase, count);
    if (count > (written.get(key)?.times ?? 0)) written.set(key, { phrase, times: count });
  }
  const isSubject = createSubjectTest(documents, background);
  return [...written]
    .map(([key, { phrase }]) => {
      const terms = key.split(' ');
      const count = told.filter((held) => terms.every((term) => held.has(term))).length;
      const rarity = terms.reduce((sum, term) => sum + inverseFrequency(term, background), 0);
      return { phrase, count, worth: count * rarity };
    })
    .filter(({ count }) => count >= 2 && count >= LEAST_NAMED * documents.length)
    .filter(({ phrase, count }) => isSubject(phrase, count))
    .sort((a, b) => b.worth - a.worth || (a.phrase < b.phrase ? -1 : 1))
    .slice(0, SUBJECTS)
    .map(({ phrase }) => phrase);
}

/** The terms that several of the texts hold. */
function commonTerms(texts: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const text of texts) for (const term of new Set(tokenize(text))) times.set(term, (times.get(term) ?? 0) + 1);
  return [...times].filter(([, count]) => count >= LEAST_POSTS && count >= COMMON * texts.length).map(([term]) => term);
}

/** Taken for the share of posts that tell a trouble of no known kind. */
const UNKNOWN_SHARE = 0.3;

/** 0-1: share of the posts that tell the kind of trouble that a name tells. */
export function createTroubleShare(documents: readonly ReadDocument[]): (name: string) => number {
  const shares = KINDS_OF_TROUBLE.filter(({ general }) => general === undefined).map(({ tells }) => ({
    tells,
    share: documents.filter((document) => tells.test(openingOf(document))).length / documents.length,
  }));
  return (name) => {
    const told = shares.filter(({ tells }) => tells.test(name)).map(({ share }) => share);
    return told.length === 0 ? UNKNOWN_SHARE : Math.max(...told);
  };
}

/** Every subject the headlines share with every kind of trouble that many of the posts tell of it. */
export function composeNames(documents: readonly ReadDocument[], background: Background): ComposedName[] {
  if (documents.length < 3) return [];
  const openings = documents.map((document) => ({ headline: headlineOf(document), opening: openingOf(document) }));
  const named = [...sharedSubjects(documents, background), ''].map((subject) => {
    const terms = tokenize(subject);
    return {
      subject,
      naming: openings.filter(({ opening }) => {
        const held = new Set(tokenize(opening));
        return terms.every((term) => held.has(term));
      }),
    };
  });
  const leastTold = documents.length < MANY ? LEAST_TOLD_BY_FEW : LEAST_TOLD;
  const kinds = KINDS_OF_TROUBLE.filter(({ general }) => general === undefined || documents.length >= MANY);
  return kinds.flatMap((kind) =>
    named.flatMap(({ subject, naming }) => {
      const telling = naming.filter(({ headline, opening }) => kind.tells.test(kind.headlines ? headline : opening));
      const told = telling.length / documents.length;
      const isRepeated = subject !== '' && kind.general === undefined && kind.tells.test(subject);
      if (telling.length < LEAST_POSTS || told < leastTold || isRepeated) return [];
      const said = telling.map(
        ({ headline, opening }) => kind.tells.exec(kind.headlines ? headline : opening)?.[0] ?? '',
      );
      return [
        {
          text: kind.name(subject).trim(),
          told: told * (kind.general ?? 1),
          words: [subject, ...commonTerms(said)].join(' '),
        },
      ];
    }),
  );
}
