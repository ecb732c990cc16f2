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
} from '../naming/lexicon/brief-cues.ts';
import { EMOTION, PERSONAL, QUESTION, REFERS_BACK, TROUBLE } from '../naming/lexicon/phrasing.ts';
import type { EvidenceSentence } from './evidence-sentences.ts';

/** Names who is hurt: people, and the projects that build on what breaks; a "user agent" and a "transfer manager" are neither. */
const PEOPLE =
  /(?<![\w-])users?(?![-'’]| (?:agents?|profiles?|names?|ids?|interface|strings?|settings?|groups?|mappings?|accounts?|costs?|defined|space|modes?|identit\w+)\b)\b|\bcustomers?(?![- ](?:keys?|provided|managed)\b)\b|\bdevelopers?(?!\.\w| (?:tools?|tabs?|setups?|edition|documentation|console)\b)\b|\b(?:product|project|engineering|office|my|our) managers?\b|\b(?:visitors?|shoppers?|subscribers?|people|everyone|everybody|nobody|anyone|those who|teams?|colleagues?|engineers?|admins?|operators?|on[- ]call|testers?|reviewers?|maintainers?|contributors?|newcomers?|beginners?|juniors?|students?|auditors?|legal|sales|finance|company|startups?|employees?|staff|patients?|partners?|folks|downstream (?:projects?|applications?|consumers?|code)|applications (?:built|using|that use|which use))\b/i;

/** Says for how many it matters, or what is hurt as well. */
const REACH =
  /\b(?:many|most|several|a lot of|lots of|some|all|every) (?:\p{L}+ )?(?:users?|people|folks|customers?|developers?|teams?|admins?|applications)\b|\b(?:is|are|be|also|probably) (?:\p{L}+ )?affected\b|\baffects (?:all|any|every|many|most|\p{L}+ (?:applications|users|versions|platforms))\b/iu;

/** Says that nobody is hurt. */
const UNHURT =
  /\b(?:not|n['’]t|never|without|no) (?:be |see |being |going to )?(?:affect\w*|impact\w*|break\w*|behaviou?ral change)/i;

/** Tells of oneself. */
const TELLER = /\b(?:i|i['’](?:m|ve|d|ll)|my|me|we|we['’](?:re|ve|d|ll)|our|ours|us)\b/i;

/** Names what it costs. */
const PRICE =
  /\b(?:deadline|outage|incident|revenue|refunds?|bill|(?<!save )costs?(?!-)|pay|paid|money|minutes|hours|days|weeks|months|nights?|weekend|every (?:day|week|morning|release|deploy)|trust|gave up|give up|afraid|dread\w*|blocked|waste[sd]?|release)\b/i;

/** Says who and at what cost, beyond that there is somebody. */
const HURT =
  /\b(?:lose[sd]?|lost|losing|pay(?:s|ing)?|paid|bill(?:ed)?|wait(?:s|ing|ed)?|complain\w*|gave up|give up|giving up|dread\w*|afraid|angry|annoyed|tired|blocked|stuck|churn\w*|leav(?:e|es|ing)(?! (?:it|the|that)\b)|left (?:us|me|them|users|customers|without|because|over)|stopped|waste[sd]?|wasting|burn(?:s|ed|ing)?|spen[dt]s?|spending|miss(?:ed|es)?|delay(?:ed|s)?|escalat\w+|woken|wakes?|paged|refund\w*|(?<!save )cost(?:s|ing)?(?!-)|cannot|can['’]t|(?<!we )no longer|trust)\b/i;

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
