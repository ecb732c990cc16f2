import { SIDES_OF_TROUBLE, type SideOfTrouble } from './lexicon/sides-of-trouble.ts';
import type { ReadDocument } from './read-documents.ts';
import { headlineOf, openingOf, withoutNames } from './shared-subjects.ts';

/** Which sides of trouble a post tells: those of its headline, else those of its opening. */
export function sidesTold(document: ReadDocument): ReadonlySet<SideOfTrouble> {
  const headline = withoutNames(headlineOf(document));
  const inHeadline = SIDES_OF_TROUBLE.filter(({ tells }) => tells.test(headline));
  const saysWhat = inHeadline.some(({ vague }) => vague !== true);
  if (saysWhat) return new Set(inHeadline.filter(({ alone }) => alone !== true));
  const opening = withoutNames(openingOf(document));
  const further = SIDES_OF_TROUBLE.filter(({ tells, headlines }) => headlines !== true && tells.test(opening));
  return new Set([...inHeadline, ...further]);
}

/** People tell one failure in many words, so a post that tells of another counts so much. */
const FAILING_COUNTS = 0.5;

/** 0-1: share of the posts that tell the kind of trouble that a name tells; null where it is of no known kind. `told` holds what goes wrong in each. */
export function createTroubleShare(told: readonly ReadonlySet<SideOfTrouble>[]): (name: string) => number | null {
  const shareOf = (tells: (held: ReadonlySet<SideOfTrouble>) => boolean) => told.filter(tells).length / told.length;
  const failing = shareOf((held) => [...held].some(({ lack }) => lack !== true));
  return (name) => {
    const spelledOut = name.replace(/n['’]t\b/g, ' not');
    const sides = SIDES_OF_TROUBLE.filter(({ tells, chore }) => chore !== true && tells.test(spelledOut));
    const specific = sides.filter(({ vague }) => vague !== true);
    const shares = (specific.length > 0 ? specific : sides).map((side) =>
      Math.max(
        shareOf((held) => held.has(side)),
        side.lack === true ? 0 : FAILING_COUNTS * failing,
      ),
    );
    return shares.length === 0 ? null : Math.max(...shares);
  };
}
