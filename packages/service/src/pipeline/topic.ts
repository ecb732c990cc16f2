import { cleanTitle } from './clean-title.ts';
import { CHORE } from './lexicon/phrasing.ts';
import { shorten } from './plain-sentences.ts';
import type { ReadDocument } from './read-documents.ts';
import { isReadable } from './readable-name.ts';
import { type Background, createCentre, weighTerms } from './term-vector.ts';
import { collectCandidates, shorterNames, TOPIC_LENGTH, type TopicCandidate } from './topic-candidates.ts';
import { composeNames, createTroubleShare } from './topic-composed.ts';
import { createFitness } from './topic-fitness.ts';
import { createSubject } from './topic-subject.ts';
import { createCaseRestorer } from './usual-case.ts';

/** Sentences that, beside the title, say what a post is about. */
const SUBJECT_SENTENCES = 5;

/** A name that half of the posts speak of loses nothing, one that only its own post speaks of keeps this much. */
const LEAST_HELD = 0.1;
const ENOUGH_HELD = 0.5;

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

/** A phrase of which so little is shared is one post's own circumstance. */
const OWN_TAIL = 0.25;
const ROOMY = 24;

/** What a name keeps for being put together: nobody said it so. */
const COMPOSED_KEEPS = 0.85;

const composedCandidates = (documents: readonly ReadDocument[], background: Background): TopicCandidate[] =>
  composeNames(documents, background)
    .filter(({ text }) => text.length >= TOPIC_LENGTH.min && text.length <= TOPIC_LENGTH.max && /^\p{L}/u.test(text))
    .map(({ text, told, words }) => ({
      told: words,
      text: /^\p{Ll}[\p{L}'’]*(?=[\s:])/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text,
      from: -1,
      titled: true,
      cut: false,
      reworded: false,
      stands: told,
    }));

/** A name the documents offer. */
interface Name {
  text: string;
  worth: number;
  /** 0-1: share of the posts that speak of it and tell its kind of trouble. */
  stands: number;
  composed: boolean;
}

/** All names the documents offer, the best first. */
function rankNames(documents: readonly ReadDocument[], background: Background): Name[] {
  const centre = createCentre(documents.map((document) => weighTerms(subjectOf(document), background)));
  const subject = createSubject(documents, background);
  const fitness = createFitness(documents, background);
  const troubled = createTroubleShare(documents);
  const told = collectCandidates(documents, fitness.isCommon);
  const general = told.flatMap((candidate) =>
    shorterNames(candidate.text)
      .filter(({ text, left }) => text.length >= ROOMY && subject.focus(left) < OWN_TAIL)
      .map(({ text }) => ({ ...candidate, text })),
  );
  const standing = ({ text, told, from, reworded, stands }: TopicCandidate) =>
    from < 0
      ? stands
      : (subject.holds(reworded ? told : text, from) * (1 + Math.min(1, troubled(text) / ENOUGH_HELD))) / 2;
  return [...told, ...general, ...composedCandidates(documents, background)]
    .map((candidate) => {
      const { text, from } = candidate;
      const said = from < 0 ? candidate.told : text;
      const closeness = centre.closeness(weighTerms(said, background), from);
      const named = (LEAST_COVERED + subject.coverage(said)) * (LEAST_FOCUS + subject.focus(said));
      const stands = standing(candidate);
      const held = LEAST_HELD + (1 - LEAST_HELD) * Math.min(1, stands / ENOUGH_HELD);
      const composed = from < 0;
      const worth = closeness * named * held * fitness.of(candidate) * (composed ? COMPOSED_KEEPS : 1);
      return { text, worth, stands, composed };
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

/**
 * Few posts with no name that is near to them all, stands for several and says what is wrong have no more in common than a turn
 * of phrase.
 */
const FEW = 10;
const ONLY_ASKS = new RegExp(`^(?:[\\w ./-]{1,25}: )?${CHORE.source.slice(1)}`, 'i');
const CLEAR = { worth: 0.05, stands: 0.25 } as const;

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
  background: Background,
  taken: ReadonlySet<string>,
): ChosenTopic {
  const restoreCase = createCaseRestorer(documents.map(({ title, prose }) => [title ?? '', ...prose].join('\n')));
  const names = rankNames(documents, background);
  const isClear = ({ text, worth, stands }: Name) =>
    documents.length >= FEW || (worth >= CLEAR.worth && stands >= CLEAR.stands && !ONLY_ASKS.test(text));
  const best = names[0];
  for (const name of names) {
    if (name.worth < STANDS_IN * (best?.worth ?? 0)) break;
    const topic = restoreCase(name.text);
    if (!taken.has(topic)) return { topic, clear: isClear(name) };
  }
  const base = shorten(best?.text ?? nameWithoutWords(documents), TOPIC_LENGTH.max - NUMBER_ROOM);
  const clear = best === undefined ? base !== UNREADABLE : isClear(best) && !best.composed;
  if (!taken.has(base)) return { topic: base, clear };
  for (let number = 2; ; number++) {
    const topic = `${base} (${number})`;
    if (!taken.has(topic)) return { topic, clear };
  }
}
