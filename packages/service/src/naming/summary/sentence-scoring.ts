import { type Background, createCentre, type TermVector, weighTerms, weighTokens } from '../../text/term-vector.ts';
import {
  DANGLING,
  EMOTION,
  FRAGMENT,
  NO_SUBJECT,
  OWN_STORY,
  PERSONAL,
  QUESTION,
  REFERS_BACK,
  TROUBLE,
} from '../lexicon/phrasing.ts';
import type { ReadDocument } from '../topic/read-documents.ts';
import type { Subject } from '../topic/topic-subject.ts';

/** Cannot be understood by itself. */
const POINTS_ELSEWHERE = [FRAGMENT, REFERS_BACK, NO_SUBJECT, /\b(?:following|above|below)\b|\w\.\w+\.\w/i];

/** What a sentence keeps of its nearness to the centre for each thing that makes it a worse account of what breaks for many. */
const KEEPS = {
  question: 0.4,
  emotion: 0.5,
  noTrouble: 0.3,
  personal: 0.6,
  ownStory: 0.6,
  refersBack: 0.5,
  fragment: 0.5,
} as const;

/** Keep an order among sentences that share no term with the rest. */
const LEAST_CLOSENESS = 0.02;
const LEAST_COVERED = 0.05;
const LEAST_FOCUS = 0.2;

/** A sentence of a post, weighed as an account of what breaks for many. */
export interface ScoredSentence {
  text: string;
  from: number;
  vector: TermVector;
  /** How near it is to what the posts share, less what makes it a worse account. */
  worth: number;
  /** 0-1: share of the other posts that say at least this share of it. */
  shared(least: number): number;
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

/** Weighs sentences by what all the posts share; `from` is the index of the post that a sentence was taken from. */
export function createSentenceScoring(documents: readonly ReadDocument[], subject: Subject, background: Background) {
  const centre = createCentre(documents.map(({ terms }) => weighTokens(terms, background)));
  return (text: string, from: number): ScoredSentence => {
    const vector = weighTerms(text, background);
    const named = (LEAST_COVERED + subject.coverage(text)) * (LEAST_FOCUS + subject.focus(text));
    return {
      text,
      from,
      vector,
      worth: (LEAST_CLOSENESS + centre.closeness(vector, from)) * named * keptFor(text),
      shared: (least) => subject.holds(text, from, least),
    };
  };
}

export type ScoreSentence = ReturnType<typeof createSentenceScoring>;

export const isWithin = ({ min, max }: { min: number; max: number }, text: string): boolean =>
  text.length >= min && text.length <= max;

/** Whether nothing was to follow. */
export const isWhole = (text: string): boolean => !DANGLING.test(` ${text}`.replace(/[.…]+$/, ''));

/** Whether a sentence can be understood without those around it. */
export const standsAlone = (text: string): boolean => !POINTS_ELSEWHERE.some((cue) => cue.test(text));
