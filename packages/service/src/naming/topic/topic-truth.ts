import { TOLD, TROUBLE } from '../lexicon/phrasing.ts';
import { SIDES_OF_TROUBLE, type SideOfTrouble } from '../lexicon/sides-of-trouble.ts';
import type { ReadDocument } from './read-documents.ts';
import { headlineOf, openingOf, withoutNames } from './shared-subjects.ts';
import { placeOf } from './summary-context.ts';
import type { TopicCandidate } from './topic-candidates.ts';
import { namesOnlyShared, type Subject } from './topic-subject.ts';

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
function createTroubleShare(told: readonly ReadonlySet<SideOfTrouble>[]): (name: string) => number | null {
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

/** How far a name holds for the posts, and not for its own alone. */
export interface Standing {
  /** 0-1: share of the posts that speak of it and tell its kind of trouble. */
  stands: number;
  saysWhatIsWrong: boolean;
  /** Says what goes wrong, and most of the posts speak of it and tell that kind of trouble. */
  isTrue: boolean;
  /** Read from what its author would have: the others may want something else. */
  isWish: boolean;
}

/** Of fewer posts than these, one that tells otherwise weighs more. */
const SOME = 6;
const MANY = 10;

/** So much of a name must stand in a post for the post to speak of it: a few posts of one project share words whatever they are about. */
const MOST_OF_IT = { others: 0.6, ofFewPlaces: 0.75 } as const;

/** From so many projects that write the same, it is the matter that they share. */
const INDEPENDENT = 3;

/** Whether what the posts share may be the words of a project. */
export const areOfFewPlaces = (documents: readonly ReadDocument[]): boolean =>
  new Set(documents.map(placeOf)).size < INDEPENDENT;

/** Taken for the share of posts that tell a trouble of no known kind. */
const UNKNOWN_TROUBLE = 0.3;
const HALF = 0.5;

/** Shares of the posts that must tell a name's kind of trouble. */
const TROUBLED = { enough: 0.4, ofFew: 0.6 } as const;

/** Where nearly all posts say nearly every word of a name, they tell its trouble too, whatever they call it. */
const NEARLY_ALL = { speak: 0.75, share: 0.8 } as const;

/** When something happens is not what happens, and "only" says nothing of it. */
const CIRCUMSTANCE = /\s(?:when|whenever|if|while|once|before|until)\s.*$|\bonly\b/i;

/** "Layer cache invalidated": what was done to it, at the end. */
const UNDONE = /\p{L}{3}ed$/u;

/** The one wish that reads the same whoever has it. */
const OUTDATED = /^(?:[\w ./-]{1,25}: )?outdated\b/i;

/** Asks for what is not there yet. */
const LACKS = /^(?:[\w ./-]{1,25}: )?(?:missing|no support for)\b/i;
/** Tells of what is there already. */
const HAS =
  /\b(?:tests?|fix\w*|clean ?up|remov\w+|back-?port\w*|regress\w*|refactor\w*|rework|should|fails?|failing|broken|NPE)\b/i;
/** Where so many of the posts have it, it is not missing. */
const HAVE_IT = 0.2;
/** Wants something new, and where half of few posts do, they do not complain of what one of them says. */
const WANTS = /^(?:[\w ./-]{1,25}: )?(?:add|create|implement|introduce|provide|support)\b/i;
const HALF_WANT = 0.5;

/** What is asked of a name by how many posts it is for: of three or four, one that is told otherwise is a third of the truth. */
function isSpokenOf(posts: number, speaking: number, shared: number): boolean {
  if (posts < SOME) return speaking >= (posts < 4 ? 0.6 : 0.75) && shared >= 0.6;
  if (posts < MANY) return speaking >= 0.6 && shared >= 0.45;
  return speaking >= 0.5 && speaking + shared >= 1.2;
}

/** Judges names against the posts; `sides` holds what goes wrong in each. */
export function createTruth(
  documents: readonly ReadDocument[],
  sides: readonly ReadonlySet<SideOfTrouble>[],
  subject: Subject,
): (candidate: TopicCandidate) => Standing {
  const posts = documents.length;
  const mostOfIt = posts < MANY && areOfFewPlaces(documents) ? MOST_OF_IT.ofFewPlaces : MOST_OF_IT.others;
  const troubleIn = createTroubleShare(sides);
  const headlines = documents.map(headlineOf);
  const having = headlines.filter((headline) => HAS.test(headline)).length / posts;
  const wanting = headlines.filter((headline) => WANTS.test(headline)).length / posts;
  const isDenied = (text: string, reworded: boolean) =>
    reworded ? LACKS.test(text) && having >= HAVE_IT : posts < SOME && wanting >= HALF_WANT;
  return ({ text, told, from, reworded, stands }) => {
    if (from < 0) return { stands, saysWhatIsWrong: true, isTrue: true, isWish: false };
    if (isDenied(text, reworded)) return { stands: 0, saysWhatIsWrong: true, isTrue: false, isWish: reworded };
    const said = reworded ? told : text;
    const speaking = (subject.holds(said, from, mostOfIt) * (posts - 1) + 1) / posts;
    const shared = subject.meanShare(said);
    const trouble = reworded ? (troubleIn(told) ?? troubleIn(text)) : troubleIn(text);
    const saysWhatIsWrong =
      TROUBLE.test(text.replace(CIRCUMSTANCE, '')) ||
      (speaking >= NEARLY_ALL.speak && (TOLD.test(text) || UNDONE.test(text)));
    const tellsTheSame =
      trouble === null ||
      trouble >= (posts < SOME ? TROUBLED.ofFew : TROUBLED.enough) ||
      (!reworded && speaking >= NEARLY_ALL.speak && shared >= NEARLY_ALL.share);
    const isOfAll = namesOnlyShared(text, subject);
    const isAskedByAll = !reworded || posts >= SOME || OUTDATED.test(text) || speaking >= NEARLY_ALL.speak;
    return {
      stands: (speaking * (1 + Math.min(1, (trouble ?? UNKNOWN_TROUBLE) / HALF))) / 2,
      saysWhatIsWrong,
      isTrue: saysWhatIsWrong && tellsTheSame && isAskedByAll && isOfAll && isSpokenOf(posts, speaking, shared),
      isWish: reworded && !OUTDATED.test(text),
    };
  };
}
