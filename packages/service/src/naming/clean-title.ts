import { stripMarkup } from '../text/sentences.ts';
import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  groupOf,
  KINDS_OF_POST,
  PREPOSITIONS,
  STRESSED,
  SUBORDINATORS,
  TROUBLES,
  VERBS,
} from './word-lists.ts';

/** A longer title is a text that was pasted. */
const LONGEST_READ = 300;

/** Where trackers and people file a post: "[Run]", "(s3a)", "feat(api):", "Text Extractor:", "www.shop.example - ". */
const BRACKET_TAG = /^\s*[[(【{]([^\])】}]{1,60})[\])】}]\s*[:|–—-]?\s*/;
const COMMIT_TAG = /^\s*(\p{Ll}{2,10})\(([^)]{1,40})\)!?:\s+/u;
const COLON_TAG = /^\s*([^:|]{2,40}?)\s*(?::(?=\s)|\s[-–—|](?=\s))\s*/;

/** Ids of issues with the words that lead to them, and where the words after them are the title. */
const ISSUE_ID =
  /(?:^|\s+)(?:(?:after|since|in|of|for|from|by|with|see|via|per|due to|backport)\s+)?\(?(?:#\d+|bug #?\d{5,}|[A-Z][A-Z0-9]{2,}-\d{2,})\)?(?=[\s,;:.!?)]|$)[:.]?/gi;

const VERSION =
  /(?:\s+(?:in|after|since|on|with|to|from|at|of|for|before|until|as of|using|v|version|ver\.?|release|update|build|branch))*\s*\(?(?<![\w.-])(?:branch-)?v?\d+(?:\.[\dx]+){1,4}(?:[-+][\w.-]+|\.?(?:final|release|ga|jre))?(?: ?[-–&] ?v?\d+(?:\.\d+){1,3})?\)?(?=[\s,;:!?)"']|\.?$)/gi;

/** "2934", #3: which one it was, told by the one who met it. */
const QUOTED_NUMBER = /\s*["“'`]\d+["”'`]|\s*#\d+\b/g;

/** "System.Runtime.InteropServices.COMException" and ".../util/UserPath.java": the last part says it. */
const LONG_PATH = /(?<![\w.])(?:\p{L}[\w$]*[.]){2,}(?=\p{Lu})/gu;

/** "I cannot export" says of the export that it cannot be done. */
const TELLER = /^(?:i|we)(?:['’]m| am| are)? (?=(?:cannot|can['’]?t|can not|unable)\b)/i;

/** A preposition before a version, which stays where a noun follows: "in 2.53.6 release notes". */
const LEADS = /^\s+(?:in|of|on|for|from|with)\b/i;
const NO_NOUN = [ADVERBS, AUXILIARIES, CONJUNCTIONS, PREPOSITIONS, SUBORDINATORS, VERBS];

function withoutVersion(written: string, at: number, title: string): string {
  const [, next = ''] = /^ ([\p{L}'’-]+)/u.exec(title.slice(at + written.length).toLowerCase()) ?? [];
  const isTrouble = TROUBLES.has(groupOf(next) ?? next);
  const isNoun = next !== '' && !isTrouble && !/ed$/.test(next) && !NO_NOUN.some((words) => words.has(next));
  return isNoun ? (LEADS.exec(written)?.[0] ?? '') : '';
}

export interface CleanTitle {
  /** What the title is filed under, as written; kinds of post ("Bug") are left out. */
  tags: string[];
  text: string;
}

function lowerStress(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  if (letters > 12 && capitals > letters * 0.6) return text.toLowerCase();
  return text.replace(/\b\p{Lu}{2,}(?:['’]T)?\b/gu, (word) =>
    STRESSED.has(word.toLowerCase()) ? word.toLowerCase() : word,
  );
}

function takeTags(title: string): CleanTitle {
  const tags: string[] = [];
  let text = title;
  for (let before = ''; before !== text; ) {
    before = text;
    const bracket = BRACKET_TAG.exec(text);
    const match = bracket ?? COMMIT_TAG.exec(text) ?? COLON_TAG.exec(text);
    if (match === null) break;
    const rest = text.slice(match[0].length);
    const written = (match[2] ?? match[1] ?? '').trim();
    const isKind = KINDS_OF_POST.has(
      written
        .toLowerCase()
        .replace(/[^\p{L} -]+/gu, '')
        .trim(),
    );
    const isTag = isKind || bracket !== null || written.split(/\s+/).length <= 4;
    if (!isTag || !/\p{L}/u.test(rest)) break;
    if (!isKind) tags.push(...written.split(/\s*[/,]\s*/));
    text = rest;
  }
  return { tags, text };
}

/**
 * A title without what trackers add and without what only its author's case has: kinds of post, issue ids, versions, running
 * numbers, packages of class names, pleas and shouting. `isShared` says of a version or id whether others name it too: then it stays.
 */
export function cleanTitle(title: string, isShared: (written: string) => boolean): CleanTitle {
  const plain = stripMarkup(title.slice(0, LONGEST_READ));
  const { tags, text } = takeTags(plain);
  const bare = text
    .replace(ISSUE_ID, '')
    .replace(VERSION, (written, at, title) => (isShared(written) ? written : withoutVersion(written, at, title)))
    .replace(QUOTED_NUMBER, '')
    .replace(LONG_PATH, '')
    .replace(TELLER, '')
    .replace(/[{}]|\.{2,}|…/g, ' ')
    .replace(/\s+([,.;:!?)])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.;:|–—-]+|[\s,.;:|–—!-]+$/g, '');
  return { tags, text: lowerStress(bare) };
}
