import { fold } from './brief/choose-quotes.ts';
import { clearTitle } from './clean-title.ts';
import { ATTEMPT } from './lexicon/brief-cues.ts';
import {
  DANGLING,
  EMOTION,
  FRAGMENT,
  INSTRUCTION,
  NO_SUBJECT,
  OWN_STORY,
  PERSONAL,
  QUESTION,
  REFERS_BACK,
  TROUBLE,
} from './lexicon/phrasing.ts';
import { finishSentence } from './plain-sentences.ts';
import type { ReadDocument } from './read-documents.ts';
import { isReadable } from './readable-name.ts';
import { type Background, cosine, createCentre, type TermVector, weighTerms, weighTokens } from './term-vector.ts';
import { tokenize } from './terms.ts';
import { THEY, toThirdPerson } from './third-person.ts';
import type { Subject } from './topic-subject.ts';

/** Characters of a sentence that is said of all, and of one that is quoted as an example. */
const STATEMENT_LENGTH = { min: 30, max: 200 } as const;
const EXAMPLE_LENGTH = { min: 20, max: 110 } as const;
const EXAMPLES = 2;

/** Code, or a quotation within which no other can stand. */
const NO_EXAMPLE = /["“”{}=$\\]/;

/** Sentences read of a post without a title. */
const FIRST_SENTENCES = 3;

/** So much of a sentence must so many of the posts say for it to be said of all. */
const SAID_OF_ALL = { most: 0.6, posts: 0.6 } as const;

/** A statement of fewer terms says nothing that could not be said of other posts. */
const LEAST_TERMS = 5;

/** Cannot be understood by itself. */
const POINTS_ELSEWHERE = [FRAGMENT, REFERS_BACK, NO_SUBJECT, /\b(?:following|above|below)\b|\w\.\w+\.\w/i];

/** What a sentence keeps of its nearness to the centre for each thing that makes it a worse account of what breaks for many. */
const KEEPS = {
  question: 0.4,
  emotion: 0.5,
  noTrouble: 0.3,
  attempt: 0.6,
  personal: 0.6,
  ownStory: 0.6,
  refersBack: 0.5,
  fragment: 0.5,
  instruction: 0.4,
} as const;

/** Keep an order among sentences that share no term with the rest. */
const LEAST_CLOSENESS = 0.02;
const LEAST_COVERED = 0.05;
const LEAST_FOCUS = 0.2;

/** What an example loses for repeating the one before it, and how much of the worth of that one it must have. */
const REDUNDANCY = 0.8;
const LEAST_WORTH = 0.3;

interface Telling {
  text: string;
  from: number;
  vector: TermVector;
  /** How near it is to what the posts share, less what makes it a worse account. */
  worth: number;
  /** 0-1: share of the other posts that say most of it. */
  shared(): number;
}

function keptFor(text: string): number {
  let kept = 1;
  if (QUESTION.test(text)) kept *= KEEPS.question;
  if (EMOTION.test(text)) kept *= KEEPS.emotion;
  if (!TROUBLE.test(text)) kept *= KEEPS.noTrouble;
  if (PERSONAL.test(text)) kept *= KEEPS.personal;
  if (OWN_STORY.test(text)) kept *= KEEPS.ownStory;
  if (REFERS_BACK.test(text)) kept *= KEEPS.refersBack;
  if (FRAGMENT.test(text)) kept *= KEEPS.fragment;
  return kept;
}

function createReader(documents: readonly ReadDocument[], subject: Subject, background: Background) {
  const centre = createCentre(documents.map(({ terms }) => weighTokens(terms, background)));
  return (text: string, from: number): Telling => {
    const vector = weighTerms(text, background);
    const named = (LEAST_COVERED + subject.coverage(text)) * (LEAST_FOCUS + subject.focus(text));
    return {
      text,
      from,
      vector,
      worth: (LEAST_CLOSENESS + centre.closeness(vector, from)) * named * keptFor(text),
      shared: () => subject.holds(text, from, SAID_OF_ALL.most),
    };
  };
}

const isWithin = ({ min, max }: { min: number; max: number }, text: string) => text.length >= min && text.length <= max;
const isWhole = (text: string) => !DANGLING.test(` ${text}`.replace(/[.…]+$/, ''));

/** The sentence nearest to what the posts share, if most of them say it, told of others. */
function statementOf(documents: readonly ReadDocument[], said: string, read: ReturnType<typeof createReader>) {
  const doing = (text: string) =>
    (ATTEMPT.test(text) || /^\p{L}+ing\b/u.test(text) ? KEEPS.attempt : 1) *
    (INSTRUCTION.test(text) ? KEEPS.instruction : 1);
  const [best] = documents
    .flatMap(({ prose }, own) =>
      prose
        .filter((text) => isWithin(STATEMENT_LENGTH, text) && isWhole(text) && TROUBLE.test(text))
        .filter((text) => !text.toLowerCase().includes(said) && !POINTS_ELSEWHERE.some((cue) => cue.test(text)))
        .filter((text) => new Set(tokenize(text)).size >= LEAST_TERMS)
        .map((text) => read(text, own)),
    )
    .map((telling) => ({ ...telling, worth: telling.worth * doing(telling.text) }))
    .sort((one, other) => other.worth - one.worth);
  return best !== undefined && best.shared() >= SAID_OF_ALL.posts ? best : undefined;
}

/** Titles, or first sentences where there are none, that tell most of what the posts share, each adding something. */
function examplesOf(documents: readonly ReadDocument[], said: string, read: ReturnType<typeof createReader>) {
  const tellings = documents
    .flatMap(({ title, prose }, own) =>
      (title === null ? prose.slice(0, FIRST_SENTENCES) : [clearTitle(title)]).map((text) => read(text, own)),
    )
    .filter(({ text }) => isWithin(EXAMPLE_LENGTH, text) && isReadable(text) && isWhole(text) && !NO_EXAMPLE.test(text))
    .filter(({ text }) => !FRAGMENT.test(text));
  const chosen: Telling[] = [];
  const isSaid = new Set([fold(said)]);
  while (chosen.length < EXAMPLES) {
    const gainOf = ({ vector, worth }: Telling) =>
      worth * (1 - REDUNDANCY * Math.max(0, ...chosen.map((other) => cosine(other.vector, vector))));
    const [best] = tellings
      .filter(({ from, text }) => !isSaid.has(fold(text)) && chosen.every((other) => other.from !== from))
      .map((telling) => ({ telling, gain: gainOf(telling) }))
      .filter(({ telling, gain }) => gain > 0 && telling.worth >= LEAST_WORTH * (chosen[0]?.worth ?? 0))
      .sort((one, other) => other.gain - one.gain);
    if (best === undefined) break;
    chosen.push(best.telling);
    isSaid.add(fold(best.telling.text));
  }
  return chosen;
}

const quoted = (text: string) => `“${text.replace(/[\s.,;:!]+$/, '')}”`;

/**
 * What breaks, as sentences with a space before them: what most of the posts say, told of others; else what two of them say, quoted,
 * for what one tells is not said of all.
 */
export function accountOf(
  documents: readonly ReadDocument[],
  topic: string,
  subject: Subject,
  background: Background,
): string[] {
  const read = createReader(documents, subject, background);
  const said = topic.toLowerCase();
  const statement = statementOf(documents, said, read);
  if (statement !== undefined) return [` ${toThirdPerson(finishSentence(statement.text), THEY)}`];
  const examples = examplesOf(documents, said, read).map(({ text }) => quoted(text));
  return examples.length === 0 ? [] : [` For example: ${examples.join(' and ')}.`];
}
