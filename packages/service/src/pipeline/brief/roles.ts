import { HURT, PEOPLE, PRICE, REACH, TELLER, UNHURT } from '../lexicon/affected.ts';
import {
  ATTEMPT,
  LACK,
  MEASURE_AND_EFFECT,
  MEASURE_IN_PASSING,
  MEASURE_TAKEN,
  REMEDY,
  SOFT_WISH,
  STOPGAP,
  UNSOLVED,
  WISH,
} from '../lexicon/brief-cues.ts';
import { EMOTION, PERSONAL, QUESTION, REFERS_BACK, TROUBLE } from '../lexicon/phrasing.ts';
import type { EvidenceSentence } from './quotes.ts';

const ASKED = 0.3;
const FELT = 0.5;
const UNSAID = 0.6;
const SOFTLY = 0.6;
const IN_PASSING = 0.4;
const BY_LACK = 0.25;
const HALF = 0.5;

/** A brief quotes statements before questions and exclamations, and what can be understood alone before what points elsewhere. */
const statementWeight = (text: string) =>
  (QUESTION.test(text) ? ASKED : 1) * (EMOTION.test(text) ? FELT : 1) * (REFERS_BACK.test(text) ? UNSAID : 1);

/** What was done about the pain, in words that tell of nothing else. */
const isWorkaround = (text: string) =>
  [STOPGAP, MEASURE_TAKEN, MEASURE_AND_EFFECT, REMEDY].some((cue) => cue.test(text)) && !isWish(text);
const isWish = (text: string) => WISH.test(text);

/** Says what goes wrong, rather than whom it hurts, what they do against it or what they would have. */
export const problemScore = ({ text }: EvidenceSentence): number => {
  const otherwise =
    (ATTEMPT.test(text) || isWorkaround(text) ? 0.3 : 1) * (HURT.test(text) ? (PEOPLE.test(text) ? 0.4 : 0.7) : 1);
  const own = PERSONAL.test(text) ? 0.8 : 1;
  return statementWeight(text) * (TROUBLE.test(text) ? 1 : 0.25) * otherwise * own * (isWish(text) ? 0.3 : 1);
};

/** Names people and what becomes of them, says for how many it matters, or names a price that the teller pays. */
export const affectedScore = ({ text }: EvidenceSentence): number => {
  if (isWorkaround(text) || isWish(text) || UNHURT.test(text)) return 0;
  if (PEOPLE.test(text) && HURT.test(text)) return statementWeight(text);
  if (REACH.test(text)) return HALF * statementWeight(text);
  if (SOFT_WISH.test(text)) return 0;
  if (PEOPLE.test(text) && TROUBLE.test(text)) return HALF * statementWeight(text);
  if (!HURT.test(text) || !TELLER.test(text) || QUESTION.test(text)) return 0;
  return statementWeight(text) * (PRICE.test(text) ? 0.8 : IN_PASSING);
};

/** Tells what somebody does instead; better if it helps. */
export const workaroundScore = ({ text }: EvidenceSentence): number => {
  if (QUESTION.test(text) || isWish(text)) return 0;
  if (isWorkaround(text)) return statementWeight(text) * (UNSOLVED.test(text) ? 0.7 : 1);
  return MEASURE_IN_PASSING.test(text) ? IN_PASSING * statementWeight(text) : 0;
};

/** Asks for something, even by a question; or says that what was tried leaves the pain unsolved, or at least what is not there. */
export const opportunityScore = ({ text }: EvidenceSentence): number => {
  const felt = EMOTION.test(text) ? FELT : 1;
  if (isWish(text)) return felt;
  if (SOFT_WISH.test(text)) return SOFTLY * felt;
  if (UNSOLVED.test(text)) return IN_PASSING * statementWeight(text);
  return LACK.test(text) ? BY_LACK * statementWeight(text) : 0;
};
