import type { Background } from '../../text/term-vector.ts';
import { tokenize } from '../../text/tokenize.ts';
import { KINDS_OF_TROUBLE } from '../lexicon/kinds-of-trouble.ts';
import { SIDES_OF_TROUBLE, type SideOfTrouble } from '../lexicon/sides-of-trouble.ts';
import type { ReadDocument } from './read-documents.ts';
import { headlineOf, openingOf, type SharedSubject, sharedSubjects, withoutNames } from './shared-subjects.ts';

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

/** Shares of the posts that each of two sides must be told by, and the two together. */
const LEAST = { one: 0.25, both: 0.6 } as const;
/** Of so many posts less is enough: no two things go wrong for most of them. */
const PAIR_MANY = 10;
const LEAST_OF_MANY = { one: 0.2, both: 0.35 } as const;
const PAIR_LEAST_POSTS = 2;
/** Only of many posts, so many of which name the subject, it says something that they are work to be done. */
const CHORES_NAME_IT = 0.64;
/** Of fewer, what is true of nearly any trouble is not said. */
const PAIR_SOME = 5;

/** What a side is worth for saying what is true of nearly any trouble. */
const VAGUE_COUNTS = 0.6;

/** What such a name keeps for saying two things where one could be said, and where many other posts speak of its subject too. */
const TWO_SIDES_KEEP = 0.8;
const PAIR_BROAD_KEEPS = 0.6;
/** What it keeps for saying that something is to be done, which is true of most posts on anything. */
const CHORES_KEEP = 0.5;

const MISSING = /^missing /;
const listed = (one: string, other: string) =>
  MISSING.test(one) && MISSING.test(other) ? `${one} and ${other.replace(MISSING, '')}` : `${one} and ${other}`;

/** Whether two sides together say more than each: "failures" beside "crashes" says nothing, nor do two that fit any work in progress. */
function makeAPair(one: SideOfTrouble, other: SideOfTrouble): boolean {
  if (one.chore === true || other.chore === true)
    return [one, other].some(({ lack, vague, chore }) => lack !== true || (vague === true && chore !== true));
  if (one.vague === true && one.lack !== true) return other.lack === true;
  if (other.vague === true && other.lack !== true) return one.lack === true;
  return one.vague !== true || other.vague !== true;
}

/** A subject with the two things that go wrong with it most often; `told` holds what goes wrong in each of the posts. */
function twoSidedNames(
  told: readonly ReadonlySet<SideOfTrouble>[],
  subjects: readonly SharedSubject[],
): ComposedName[] {
  const shareOf = (...sides: readonly SideOfTrouble[]) =>
    told.filter((held) => sides.some((side) => held.has(side))).length / told.length;
  const isMany = told.length >= PAIR_MANY;
  const least = isMany ? LEAST_OF_MANY : LEAST;
  const sides = SIDES_OF_TROUBLE.filter(({ chore }) => chore !== true || isMany);
  const common = sides
    .map((side) => ({ side, share: shareOf(side) }))
    .filter(({ share }) => share >= least.one && share * told.length >= PAIR_LEAST_POSTS);
  const saysEnough = (one: SideOfTrouble, other: SideOfTrouble) => isMany || one.vague !== true || other.vague !== true;
  const pairs = common
    .flatMap((one, index) => common.slice(index + 1).map((other) => [one, other] as const))
    .filter(
      ([one, other]) =>
        makeAPair(one.side, other.side) &&
        saysEnough(one.side, other.side) &&
        shareOf(one.side, other.side) >= least.both,
    )
    .map(([one, other]) => {
      const inOrder = one.share >= other.share || other.side.vague === true;
      const isVague = one.side.vague === true || other.side.vague === true;
      return {
        sides: [one.side, other.side],
        named: inOrder ? listed(one.side.named, other.side.named) : listed(other.side.named, one.side.named),
        share: shareOf(one.side, other.side),
        isVague,
      };
    });
  return subjects.flatMap(({ phrase, share, isBroad }) =>
    pairs
      .filter(
        ({ sides, isVague }) =>
          !sides.some(({ tells }) => tells.test(phrase)) &&
          !(isVague && (isBroad || told.length < PAIR_SOME)) &&
          (share >= CHORES_NAME_IT || !sides.some(({ chore }) => chore === true)),
      )
      .map((pair) => ({
        text: `${phrase}: ${pair.named}`,
        told: Math.min(share, pair.share) * (pair.isVague ? VAGUE_COUNTS : 1),
        keeps:
          TWO_SIDES_KEEP *
          (isBroad ? PAIR_BROAD_KEEPS : 1) *
          (pair.sides.some(({ chore }) => chore === true) ? CHORES_KEEP : 1),
        words: phrase,
      })),
  );
}
