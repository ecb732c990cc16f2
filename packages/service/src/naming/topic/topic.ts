import { shorten } from '../../text/sentences.ts';
import { type Background, createCentre, weighTerms } from '../../text/term-vector.ts';
import { CHORE } from '../lexicon/phrasing.ts';
import { broaderNames } from './broader-names.ts';
import { cleanTitle, createCaseRestorer, isReadable } from './clean-title.ts';
import type { ReadDocument } from './read-documents.ts';
import { collectCandidates, TOPIC_LENGTH, type TopicCandidate } from './topic-candidates.ts';
import { type ComposedName, composeNames } from './topic-composed.ts';
import { createFitness } from './topic-fitness.ts';
import type { Subject } from './topic-subject.ts';
import { areOfFewPlaces, createTruth, type Standing, sidesTold } from './topic-truth.ts';

/** Sentences that, beside the title, say what a post is about. */
const SUBJECT_SENTENCES = 5;

/** A name that half of the posts speak of loses nothing, one that only its own post speaks of keeps this much. */
const LEAST_HELD = 0.1;
const ENOUGH_HELD = 0.5;

/** What one keeps that does not hold for most posts; of many posts of one project, which share its words, less. */
const UNTRUE_KEEPS = 0.4;
const UNTRUE_OF_FEW_PLACES_KEEPS = 0.1;

/** Keeps an order among names that share no term with the rest, as where every post has another wording. */
const LEAST_COVERED = 0.05;
const LEAST_FOCUS = 0.1;

const NO_DETAILS = ': reported without details';
const UNREADABLE = 'Posts that hold no readable complaint';

/** Room kept for " (99)" where every name is taken. */
const NUMBER_ROOM = 5;

function subjectOf({ title, prose }: ReadDocument): string {
  const sentences = prose.slice(0, SUBJECT_SENTENCES);
  return [title ?? sentences[0] ?? '', title ?? '', ...sentences].join('\n');
}

/** What a name keeps for being put together: nobody said it so. */
const COMPOSED_KEEPS = 0.85;

const composedCandidates = (names: readonly ComposedName[]): TopicCandidate[] =>
  names
    .filter(({ text }) => text.length >= TOPIC_LENGTH.min && text.length <= TOPIC_LENGTH.max && /^\p{L}/u.test(text))
    .map(({ text, told, words, keeps }) => ({
      told: words,
      keeps,
      text: /^\p{Ll}[\p{L}'’]*(?=[\s:])/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text,
      from: -1,
      titled: true,
      cut: false,
      reworded: false,
      stands: told,
    }));

/** A name the documents offer. */
interface Name extends Standing {
  text: string;
  worth: number;
  composed: boolean;
}

/** All names the documents offer, the best first. */
function rankNames(documents: readonly ReadDocument[], subject: Subject, background: Background): Name[] {
  const centre = createCentre(documents.map((document) => weighTerms(subjectOf(document), background)));
  const sides = documents.map(sidesTold);
  const fitness = createFitness(documents, background);
  const standingOf = createTruth(documents, sides, subject);
  const untrueKeeps = areOfFewPlaces(documents) && documents.length >= MANY ? UNTRUE_OF_FEW_PLACES_KEEPS : UNTRUE_KEEPS;
  const told = collectCandidates(documents, fitness.isCommon);
  const general = told.flatMap((candidate) =>
    broaderNames(candidate.text, subject).map((text) => ({ ...candidate, text, told: text })),
  );
  return [...told, ...general, ...composedCandidates(composeNames(documents, sides, background))]
    .map((candidate) => {
      const { text, from } = candidate;
      const composed = from < 0;
      const said = composed ? candidate.told : text;
      const closeness = centre.closeness(weighTerms(said, background), from);
      const named = (LEAST_COVERED + subject.coverage(said)) * (LEAST_FOCUS + subject.focus(said));
      const standing = standingOf(candidate);
      const held = LEAST_HELD + (1 - LEAST_HELD) * Math.min(1, standing.stands / ENOUGH_HELD);
      const kept = (composed ? COMPOSED_KEEPS * candidate.keeps : 1) * (standing.isTrue ? 1 : untrueKeeps);
      const worth = closeness * named * held * fitness.of(candidate) * kept;
      return { ...standing, text, worth, composed };
    })
    .filter(({ text }) => isReadable(text))
    .sort((a, b) => b.worth - a.worth || (a.text < b.text ? -1 : 1));
}

/** Where the posts offer no name of their own: a word or two, signs, or another script in which twenty characters are a paragraph. */
function nameWithoutWords(documents: readonly ReadDocument[]): string {
  const title = documents.find((document) => document.title !== null)?.title ?? documents[0]?.text ?? '';
  const words = shorten(
    cleanTitle(title, () => true),
    TOPIC_LENGTH.max - NO_DETAILS.length,
  );
  return words !== '' && isReadable(words) ? `${words}${NO_DETAILS}` : UNREADABLE;
}

/** A name that is worth so much less than the best one is not put in its place. */
const STANDS_IN = 0.25;

/** Says of whatever they share that something is wrong with it. */
const SAYS_NO_MORE = /^Recurring problems with /;
/** Only asks for something, whatever words it uses. */
const ONLY_ASKS = new RegExp(`^(?:[\\w ./-]{1,25}: )?${CHORE.source.slice(1)}`, 'i');

/**
 * Few posts are shown under a name that is near to them and spoken of by several, many in any case. Posts of one project share its
 * words whatever they are about: those are shown under a name that is true of most of them, or near enough, unless they are very many.
 */
const SOME = 5;
const MANY = 10;
const VERY_MANY = 40;
/** So many must speak of a name for very many of one project that is not true of most. */
const OF_MANY = 0.4;
const CLEAR = { worth: 0.05, ofNearlyAll: 0.03, stands: 0.25 } as const;
const NEARLY_ALL_STAND = 0.75;
/** What is asked of a name that is not true of most posts of one project: it is near to them and several speak of it; more of what one wishes. */
const CLEAR_UNTRUE = {
  ofSome: { worth: 0.125, stands: 0.5, wish: { worth: 0.2, stands: 0.5 } },
  ofFew: { worth: 0.125, stands: 0.6, wish: { worth: 0.125, stands: 0.8 } },
} as const;
/** So many of the posts must name what they have recurring problems with. */
const NEARLY_ALL_NAME_IT = 0.58;

/** Whether posts may be shown under a name: it says truthfully what these, and no others, are about. */
function isClear(
  documents: readonly ReadDocument[],
  { text, worth, stands, saysWhatIsWrong, isTrue, isWish, composed }: Name,
): boolean {
  const count = documents.length;
  const isOfFew = areOfFewPlaces(documents);
  if (count >= (isOfFew ? VERY_MANY : MANY)) return isTrue || stands >= OF_MANY || !isOfFew;
  if (SAYS_NO_MORE.test(text)) return count >= MANY && stands >= NEARLY_ALL_NAME_IT;
  if (isOfFew && !isTrue) {
    const asked = count >= SOME ? CLEAR_UNTRUE.ofSome : CLEAR_UNTRUE.ofFew;
    const least = isWish ? asked.wish : asked;
    return saysWhatIsWrong && worth >= least.worth && stands >= least.stands;
  }
  return (
    count >= MANY ||
    composed ||
    (worth >= (stands >= NEARLY_ALL_STAND ? CLEAR.ofNearlyAll : CLEAR.worth) &&
      stands >= CLEAR.stands &&
      !ONLY_ASKS.test(text))
  );
}

export interface ChosenTopic {
  topic: string;
  /** Whether it says truthfully what these posts, and no others, are about. */
  clear: boolean;
}

/**
 * The title or sentence of the documents that best names what they share: near their centre, a statement, nobody's own story.
 * 20-80 characters; equal to none of `taken`, and numbered when nothing else helps.
 */
export function chooseTopic(
  documents: readonly ReadDocument[],
  subject: Subject,
  background: Background,
  taken: ReadonlySet<string>,
): ChosenTopic {
  const restoreCase = createCaseRestorer(documents.map(({ title, prose }) => [title ?? '', ...prose].join('\n')));
  const names = rankNames(documents, subject, background);
  const best = names[0];
  const near = names
    .filter(({ worth }) => worth >= STANDS_IN * (best?.worth ?? 0))
    .map((name) => ({ topic: restoreCase(name.text), clear: isClear(documents, name) }))
    .filter(({ topic }) => !taken.has(topic));
  const found = near.find(({ clear }) => clear) ?? near[0];
  if (found !== undefined) return found;
  const base = shorten(best?.text ?? nameWithoutWords(documents), TOPIC_LENGTH.max - NUMBER_ROOM);
  const clear = best === undefined ? base !== UNREADABLE : isClear(documents, best) && !best.composed;
  if (!taken.has(base)) return { topic: base, clear };
  for (let number = 2; ; number++) {
    const topic = `${base} (${number})`;
    if (!taken.has(topic)) return { topic, clear };
  }
}
