import { KINDS_OF_TROUBLE } from './lexicon/kinds-of-trouble.ts';
import type { SideOfTrouble } from './lexicon/sides-of-trouble.ts';
import type { ReadDocument } from './read-documents.ts';
import { headlineOf, openingOf, sharedSubjects, withoutNames } from './shared-subjects.ts';
import type { Background } from './term-vector.ts';
import { tokenize } from './terms.ts';
import { twoSidedNames } from './two-sided-names.ts';

/** A name put together of what the posts write about and of the kind of trouble they have with it. */
export interface ComposedName {
  text: string;
  /** 0-1: share of the posts that tell this kind of trouble. */
  told: number;
  /** 0-1: what it keeps beside others that were put together. */
  keeps: number;
  /** The words in which the posts tell it; a name in general words holds few of them. */
  words: string;
}

/** Share of the posts that must tell a kind of trouble, and that must name a subject. */
const LEAST_TOLD = 0.4;
/** Of few posts more must tell it, or one more story would make another name. */
const LEAST_TOLD_BY_FEW = 0.75;
const LEAST_TOLD_BY_SOME = 0.6;
const LEAST_POSTS = 2;
/** Of a subject that many other posts speak of too, nearly all of few posts must tell it. */
const MOST_TOLD = 0.75;

/** Share of few headlines that must hold the subject: a post that only mentions it is about something else. */
const LEAST_HEADED = 0.6;

/** Share of the tellings that must hold a word for it to be how the posts tell it. */
const COMMON = 0.25;

/** Of so many posts a title rarely holds for most; of fewer it says more than what can be said of anything. */
const SOME = 5;
const MANY = 6;
const VERY_MANY = 10;

/** The terms that several of the texts hold. */
function commonTerms(texts: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const text of texts) for (const term of new Set(tokenize(text))) times.set(term, (times.get(term) ?? 0) + 1);
  return [...times].filter(([, count]) => count >= LEAST_POSTS && count >= COMMON * texts.length).map(([term]) => term);
}

/** What a name keeps whose subject many other posts speak of too. */
const BROAD_KEEPS = 0.8;
/** What it keeps for saying what is true of nearly any trouble. */
const GENERAL_KEEPS = 0.8;
/** Below the name it stands in for, and near enough to stand in. */
const OTHERWISE_KEEPS = 0.8;
/** What it keeps for naming no subject. */
const NO_SUBJECT_KEEPS = 0.8;

/** Every subject the headlines share with every kind of trouble that many of the posts tell of it. */
export function composeNames(
  documents: readonly ReadDocument[],
  sides: readonly ReadonlySet<SideOfTrouble>[],
  background: Background,
): ComposedName[] {
  if (documents.length < 3) return [];
  const openings = documents.map((document) => ({
    headline: withoutNames(headlineOf(document)),
    opening: withoutNames(openingOf(document)),
    terms: new Set(tokenize(openingOf(document))),
    headTerms: new Set(tokenize(headlineOf(document))),
  }));
  const subjects = sharedSubjects(documents, background);
  const named = [...subjects, { phrase: '', terms: [], isBroad: false }].map(({ phrase, terms, isBroad }) => ({
    subject: phrase,
    isBroad,
    naming: openings.filter((opening) => terms.every((term) => opening.terms.has(term))),
    headed: openings.filter(({ headTerms }) => terms.every((term) => headTerms.has(term))).length,
  }));
  const leastTold =
    documents.length < SOME ? LEAST_TOLD_BY_FEW : documents.length < MANY ? LEAST_TOLD_BY_SOME : LEAST_TOLD;
  const kinds = KINDS_OF_TROUBLE.filter(({ general }) => general === undefined || documents.length >= MANY).filter(
    ({ many }) => many !== true || documents.length >= VERY_MANY,
  );
  const oneSided = kinds.flatMap((kind) => {
    const tellings = new Map(
      openings.flatMap((post) => {
        const said = kind.tells.exec(kind.headlines ? post.headline : post.opening)?.[0];
        return said === undefined ? [] : [[post, said] as const];
      }),
    );
    if (tellings.size < LEAST_POSTS || tellings.size < leastTold * documents.length) return [];
    return named.flatMap(({ subject, naming, headed, isBroad }) => {
      const telling = naming.filter((post) => tellings.has(post));
      const told = telling.length / documents.length;
      const isRepeated =
        subject !== '' &&
        kind.general === undefined &&
        kind.ofItself?.test(subject) !== true &&
        kind.tells.test(subject);
      const follows = kind.follows?.(subject);
      const isPlaced =
        subject === '' ||
        follows === undefined ||
        telling.filter(({ headline }) => follows.test(headline)).length >= LEAST_POSTS;
      if (telling.length < LEAST_POSTS || told < leastTold || isRepeated || !isPlaced) return [];
      if (subject === '' && documents.length < MANY && told < LEAST_TOLD_BY_FEW) return [];
      if (documents.length < MANY && headed < LEAST_HEADED * documents.length) return [];
      if (isBroad && (kind.many === true || (documents.length < MANY && told < MOST_TOLD))) return [];
      const said = telling.map((post) => tellings.get(post) ?? '');
      const texts = [kind.name(subject), ...(kind.otherwise?.(subject) ?? [])];
      return texts.map((text, rank) => ({
        text: text.trim(),
        told: told * (kind.general ?? 1),
        keeps:
          (kind.general === undefined ? 1 : GENERAL_KEEPS) *
          (isBroad ? BROAD_KEEPS : 1) *
          OTHERWISE_KEEPS ** rank *
          (subject === '' ? NO_SUBJECT_KEEPS : 1),
        words: [subject, ...commonTerms(said)].join(' '),
      }));
    });
  });
  return [...oneSided, ...exceptionNames(openings), ...twoSidedNames(sides, subjects)];
}

/** A failure that names itself. */
const EXCEPTION = /\b(?=\p{Lu})\w{4,50}(?:Exception|Error)\b/gu;
const NO_FAILURE = /^(?:Runtime|IO|Assertion|Null\w*)?(?:Exception|Error)$/;

/** The exceptions that nearly all posts tell of, whatever throws them. */
function exceptionNames(openings: readonly { opening: string }[]): ComposedName[] {
  const told = openings.map(({ opening }) => new Set(opening.match(EXCEPTION)));
  const names = new Set(told.flatMap((held) => [...held]));
  return [...names]
    .map((name) => ({ name, share: told.filter((held) => held.has(name)).length / openings.length }))
    .filter(({ name, share }) => share >= MOST_TOLD && !NO_FAILURE.test(name))
    .map(({ name, share }) => ({
      text: `${name} in several places`,
      told: share,
      keeps: NO_SUBJECT_KEEPS,
      words: name,
    }));
}
