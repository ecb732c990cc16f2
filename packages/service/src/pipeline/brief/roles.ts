import { AFFECTED, HURT } from '../lexicon/affected.ts';
import { UNSOLVED, WISH, WORKAROUND } from '../lexicon/brief-cues.ts';
import { EMOTION, QUESTION, TROUBLE } from '../lexicon/phrasing.ts';
import type { Quote } from './quotes.ts';

const ASKED = 0.3;
const FELT = 0.5;

/** A brief quotes statements before questions and exclamations. */
const stated = (text: string) => (QUESTION.test(text) ? ASKED : 1) * (EMOTION.test(text) ? FELT : 1);

/** Says what goes wrong, rather than whom it hurts, what they do against it or what they would have. */
export const tellsTheProblem = ({ text }: Quote): number => {
  const otherwise = (WORKAROUND.test(text) ? 0.5 : 1) * (HURT.test(text) ? 0.7 : 1) * (WISH.test(text) ? 0.5 : 1);
  return stated(text) * (TROUBLE.test(text) ? 1 : 0.4) * otherwise;
};

/** Names somebody, and what it costs them; somebody in trouble at least. */
export const tellsWhoIsHurt = ({ text }: Quote): number => {
  if (!AFFECTED.test(text)) return 0;
  if (HURT.test(text)) return stated(text);
  return TROUBLE.test(text) ? 0.5 * stated(text) : 0;
};

/** Tells what somebody does instead; better if it helps. */
export const tellsAWorkaround = ({ text }: Quote): number =>
  WORKAROUND.test(text) ? stated(text) * (UNSOLVED.test(text) ? 0.7 : 1) : 0;

/** Asks for something, even by a question; or else says that what was tried leaves the pain unsolved. */
export const tellsWhatIsWanted = ({ text }: Quote): number => {
  if (WISH.test(text)) return EMOTION.test(text) ? FELT : 1;
  return UNSOLVED.test(text) ? 0.4 * stated(text) : 0;
};
