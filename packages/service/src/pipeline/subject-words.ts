import { CHORE, TROUBLE } from './lexicon/phrasing.ts';
import { tokenize } from './terms.ts';

/** Says nothing of what it is about. */
const EMPTY =
  /^(?:due|via|opens?|closed?|clicks?|switch|because|bugs?|tests?|usages?|uses?|websites?|sites?|pages?|web|browser|issues?|problems?|support|versions?|dependency|dependencies|upgrades?|raises?|displays?|throws?|returns?|chooses?|gives?|gets?|makes?|shows?|takes?|causes?|latest|current|potential|possible|several|many|some|branch|branches|trunk|CVE)$/i;

/** A word with a meaning of its own that says neither what goes wrong nor what to do. */
export const isTelling = (word: string) =>
  /\p{L}.*\p{L}/u.test(word) &&
  !/\d\.\d|\d{3}/.test(word) &&
  !EMPTY.test(word) &&
  tokenize(word).length > 0 &&
  !TROUBLE.test(word) &&
  !CHORE.test(word) &&
  !/(?:ed|Exception|Error)$/i.test(word);

/** Verb or adjective as well as noun: inside a phrase it may stand, not at its beginning, and alone only where it is written as a noun. */
export const isHead = (word: string) => !/ing$/i.test(word);
