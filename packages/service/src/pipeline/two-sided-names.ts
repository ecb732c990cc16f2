import { SIDES_OF_TROUBLE, type SideOfTrouble } from './lexicon/sides-of-trouble.ts';
import type { SharedSubject } from './shared-subjects.ts';
import type { ComposedName } from './topic-composed.ts';

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
export function twoSidedNames(
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
