import { ASKED_TO, CHORES, SHOULD } from '../lexicon/chores.ts';
import { isPlural } from '../lexicon/grammar.ts';
import { ADDED_QUESTION, CHORE, HOW_TO, QUESTION, REPAIR, TOLD, TROUBLE, WHY_IS } from '../lexicon/phrasing.ts';

/** How a title reads once it names what is wrong. */
export interface TitleLabel {
  text: string;
  /** Said as a wish or a chore by its author; the pain is read from it. */
  reworded: boolean;
}

/** A name shorter than this leaves out too much. */
const LEAST = 20;

/** A plain word; a name keeps the case it has. */
const PLAIN_FIRST = /^\p{Ll}[\p{Ll}'’-]*(?=\s|$)/u;
const capitalised = (text: string) => (PLAIN_FIRST.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** Words that this file put first do not begin a name that follows a component. */
const uncapitalised = (text: string) =>
  text.replace(/^(?:No|Missing|Broken|Outdated|Needless)(?= )/, (word) => word.toLowerCase());

function thirdPerson(verb: string): string {
  if (verb === 'have') return 'has';
  if (/(?:s|x|ch|sh)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** "The client should log the reason" names the pain as "The client does not log the reason". */
function deny(subject: string, not: boolean, verb: string, rest: string): string {
  const plural = isPlural(subject);
  if (verb === 'be') return `${subject} ${plural ? 'are' : 'is'} ${not ? '' : 'not '}${rest.trim()}`;
  if (not) return `${subject} ${plural ? verb : thirdPerson(verb)}${rest}`;
  return `${subject} ${plural ? 'do' : 'does'} not ${verb}${rest}`;
}

/** Says by itself what goes wrong. */
const FAILS = /\b(?:fails|\w+n['’]t|does not|do not|cannot|not work\w*)\b/i;

function readDemand(text: string): string | null {
  if (FAILS.test(text) || QUESTION.test(text)) return null;
  const [, subject, not, verb, rest] = ASKED_TO.exec(text) ?? SHOULD.exec(text) ?? [];
  if (subject === undefined || verb === undefined) return null;
  return deny(subject, not !== undefined, verb.toLowerCase(), rest ?? '');
}

/** "Adding" and "Added" ask for the same as "Add". */
const INFLECTED = /^(\p{L}+?)(\p{L})(\2?)(?:ing|(?<=Add)ed)\b/u;
const basesOf = (text: string) => ['$&', '$1$2', '$1$2$3e', '$1$2$3'].map((base) => text.replace(INFLECTED, base));

const SUBORDINATE =
  /\s(?:when|whenever|if|that|which|who|because|after|before|so|until|where|as|to|instead of|for)\s.*$/i;
const isTold = (text: string) => TOLD.test(text.replace(SUBORDINATE, ''));

/** Led to what was taken off the end of the title. */
const LEFT_BEFORE = / (?:into|to|in|on|from|for|of|with|by|and|or)(?= (?:not|still|too|needs) )/;

/** "Add an option and make it the default" asks for two things; the first says what is missing. */
const SECOND_CHORE = new RegExp(` (?:and|then|&) (?:${CHORE.source.slice('^(?:'.length)} .*$`, 'i');

function readChore(asked: string): string | null {
  if (isTold(asked)) return null;
  const text = CHORE.test(asked) ? asked.replace(SECOND_CHORE, '') : asked;
  for (const base of new Set(basesOf(text))) {
    for (const { asks, pain } of CHORES) {
      const [, it, rest] = asks.exec(base) ?? [];
      if (it !== undefined) return pain(it, rest ?? '').replace(LEFT_BEFORE, '');
    }
  }
  return null;
}

/** What was wrong where a change was not yet taken over: 'Backport "Names with a slash fail" to the branch'. */
const PORTED = /^(?:back-?)?port\b[^"“]{0,60}["“]([^"”]{20,})["”]/iu;

/** "Why is the button gone?" holds "Button gone", "Cursor expires, why?" holds "Cursor expires", "Fix broken links" holds "Broken links". */
function readStatement(text: string): string | null {
  const stated = text.replace(ADDED_QUESTION, '');
  if (stated !== text && stated.length >= LEAST) return stated;
  if (HOW_TO.test(text)) return `No clear way to ${text.replace(HOW_TO, '').replace(/\?.*$/, '')}`;
  const asked = text.replace(WHY_IS, '').replace(/\?.*$/, '');
  if (WHY_IS.test(text) && asked.length >= LEAST) return asked;
  const repaired = text.replace(REPAIR, '');
  return repaired !== text && repaired.length >= LEAST && TROUBLE.test(repaired) ? repaired : null;
}

/** The component that many trackers put before the matter: "Storage: add a debug log". */
const COMPONENT = /^([\p{L}\p{N}][\w ./-]{1,24})(?:: | [-–—] )(?=\S+ \S)/u;

/** What is wrong, read from a title that asks for the way, for a repair or for what is missing; else the title itself. */
export function labelFromTitle(title: string): TitleLabel {
  const found = COMPONENT.exec(title)?.[0] ?? '';
  const lead = CHORE.test(found) ? '' : found;
  const component = lead.replace(/ [-–—] $/u, ': ');
  const text = title.slice(lead.length);
  const ported = PORTED.exec(text)?.[1];
  if (ported !== undefined) return { text: component + capitalised(ported), reworded: true };
  const stated = readStatement(text);
  if (stated !== null) return { text: component + capitalised(stated), reworded: HOW_TO.test(text) };
  const reworded = readChore(text) ?? readDemand(text);
  if (reworded === null || component.length + reworded.length < LEAST) return { text: title, reworded: false };
  return { text: component === '' ? capitalised(reworded) : component + uncapitalised(reworded), reworded: true };
}
