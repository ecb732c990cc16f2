import { HURT, PEOPLE, PRICE } from '../lexicon/affected.ts';
import {
  ATTEMPT,
  MEASURE_AND_EFFECT,
  MEASURE_TAKEN,
  REMEDY,
  SOFT_WISH,
  STOPGAP,
  UNSOLVED,
  WISH,
} from '../lexicon/brief-cues.ts';
import { EMOTION, PERSONAL, QUESTION, REFERS_BACK, TROUBLE } from '../lexicon/phrasing.ts';
import type { Quote } from './quotes.ts';

const ASKED = 0.3;
const FELT = 0.5;
const UNSAID = 0.6;
const SOFTLY = 0.6;

/** A brief quotes statements before questions and exclamations, and what can be understood alone before what points elsewhere. */
const stated = (text: string) =>
  (QUESTION.test(text) ? ASKED : 1) * (EMOTION.test(text) ? FELT : 1) * (REFERS_BACK.test(text) ? UNSAID : 1);

/** What was done about the pain, in words that tell of nothing else. */
const isMeasure = (text: string) =>
  [STOPGAP, MEASURE_TAKEN, MEASURE_AND_EFFECT, REMEDY].some((cue) => cue.test(text)) && !isWish(text);
const isWish = (text: string) => WISH.test(text);

/** Says what goes wrong, rather than whom it hurts, what they do against it or what they would have. */
export const tellsTheProblem = ({ text }: Quote): number => {
  const otherwise =
    (ATTEMPT.test(text) || isMeasure(text) ? 0.3 : 1) * (HURT.test(text) ? (PEOPLE.test(text) ? 0.4 : 0.7) : 1);
  const own = PERSONAL.test(text) ? 0.8 : 1;
  return stated(text) * (TROUBLE.test(text) ? 1 : 0.25) * otherwise * own * (isWish(text) ? 0.3 : 1);
};

/** Names people and what becomes of them, or a price that the teller pays. */
export const tellsWhoIsHurt = ({ text }: Quote): number => {
  if (isMeasure(text) || isWish(text)) return 0;
  if (PEOPLE.test(text)) return stated(text) * (HURT.test(text) ? 1 : TROUBLE.test(text) ? 0.5 : 0);
  return PRICE.test(text) && PERSONAL.test(text) && HURT.test(text) ? 0.8 * stated(text) : 0;
};

/** Tells what somebody does instead; better if it helps. */
export const tellsAWorkaround = ({ text }: Quote): number =>
  isMeasure(text) && !QUESTION.test(text) ? stated(text) * (UNSOLVED.test(text) ? 0.7 : 1) : 0;

/** Asks for something, even by a question; or else says that what was tried leaves the pain unsolved. */
export const tellsWhatIsWanted = ({ text }: Quote): number => {
  const felt = EMOTION.test(text) ? FELT : 1;
  if (isWish(text)) return felt;
  if (SOFT_WISH.test(text)) return SOFTLY * felt;
  return UNSOLVED.test(text) ? 0.4 * stated(text) : 0;
};
