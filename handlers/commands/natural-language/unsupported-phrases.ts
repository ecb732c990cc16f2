import { parseAreaName } from '../option-values.ts';
import { takeType } from './lists.ts';
import type { IgnoredPhrase } from './period-phrases.ts';
import { type Meaning, wordsOf } from './vocabulary.ts';

const SOURCE = '(?:github|gitlab|stack ?(?:overflow|exchange)|reddit|hacker ?news|hn|discourse|lobsters|dev\\.to)';
/** Filters that answers don't have. */
const UNSUPPORTED = new RegExp(
  `(?:\\b(?:only|just) )?\\b(?:(?:com(?:e|es|ing) )?(?:only )?(?:from|on) ${SOURCE}(?=\\W*$| about\\b)|${SOURCE} (?=(?:questions|bugs|complaints|feature requests|posts|signals|pains)\\b))|\\b(?:with |that have )?(?:more than|over|at least|fewer than|less than|under) \\d+ (?:mentions|posts|reports|people)\\b`,
  'i',
);

const NAME = '[\\w/-]+(?: (?:requests?|agents?))?';
const NOUN = '(?: (?:stuff|ones|signals|pains|area|areas|things|problems|issues|related))?';
/** "But nothing about AI", "except bugs and questions", "everything but frontend", "leave out security". */
const EXCEPT = new RegExp(
  `[\\s,]*(?:\\b(?:and|but|just|please) )?(?:\\b(?:without|except(?: for)?|excluding|excludes?|not|no|minus|other than|besides|apart from|aside from|leave out|leaving out|filter out|(?:drop|ditch|lose) the|skip|skipping|omit|ignoring|spare (?:me|us)|nothing (?:about|from|in|on|around)|(?<=\\b(?:everything|anything|all|areas?) )but(?: not)?|(?:i )?(?:do not|don'?t) (?:want|need|care about|show)(?: me)?(?: to see)?) |(?<=^|\\s)(?:-|ex-|ex |excl\\.? ))(?:any |the |all )*(${NAME})${NOUN}(?:(?:, ?| and | or |, and |, or | nor )(?:any |the |no )?(${NAME})${NOUN})?(?=\\W|$)`,
  'i',
);
/** "Bugs excluded" */
const EXCLUDED = new RegExp(`[\\s,]*\\b(${NAME})${NOUN} (?:excluded|left out|omitted|aside)(?=\\W|$)`, 'i');

/** An area or a type by its name. */
function areaOrType(name: string): string | null {
  const type = takeType(name);
  return parseAreaName(name) ?? (type?.rest === '' ? type.value : null);
}

/** Verbs can also be part of what is searched for: "skip tests in CI". So can "without", except in a list that is asked for. */
const SURELY_EXCEPT = /\b(?:except|exclud\w*|other than|besides|(?:apart|aside) from|but|left out|omitted)\b/i;

const isSurelyExcept = (said: string, rest: string): boolean =>
  SURELY_EXCEPT.test(said) || (/\bwithout\b/i.test(said) && asksForList(rest));

/** "Everything about databases", "which bugs"; not "login", which may be what is searched for. */
const asksForList = (text: string): boolean =>
  wordsOf(text).some(({ meaning, text }) => ASKS.includes(meaning) || /^(?:list|give|find)\b/.test(text));
const ASKS: readonly Meaning[] = ['noun', 'ask', 'show', 'top'];

export interface Excepted {
  rest: string;
  except: string[];
  /** It can't be part of what is searched for. */
  isCertain: boolean;
}

/** Takes the areas and types out of a text that are not wanted; null where none is named. */
export function takeExcept(text: string): Excepted | null {
  for (const pattern of [EXCEPT, EXCLUDED]) {
    const [said, one = '', other = ''] = pattern.exec(text) ?? [];
    const first = areaOrType(one);
    if (said === undefined || first === null) continue;
    const second = areaOrType(other);
    // "No bugs and sorted by score": the rest is said of the list.
    const end = other !== '' && second === null ? said.slice(0, said.lastIndexOf(other)) : said;
    const rest = text.replace(end, ' ').replace(/ +/g, ' ').trim();
    const except = second === null ? [first] : [first, second];
    return { rest, except, isCertain: !text.startsWith(end) && isSurelyExcept(said, rest) };
  }
  return null;
}

/** "Databases but not postgres": words can't be left out. */
const WORDS_EXCEPT =
  /[\s,]+(?:but )?(?:not|(?:but )?nothing (?:about|on|with)|without|except(?: for)?|excluding|minus|other than|besides|(?:apart|aside) from) (?:any |the |about |on |for |those |ones |with )*[\w./+#-]+(?: [\w./+#-]+){0,2}(?=[\s?!.]*$)/i;

/** What is said to be left out of a list; "works in every browser except Safari" says what is wrong. */
export function findWordsExcept(text: string): IgnoredPhrase | null {
  const [said = ''] = WORDS_EXCEPT.exec(text) ?? [];
  const rest = text.replace(said, ' ');
  const topic = wordsOf(rest).filter(({ meaning }) => meaning === 'other').length;
  const isOfTopic = topic === wordsOf(rest).length && SURELY_EXCEPT.test(said);
  // "Not trending" says more about the list.
  const isNamed = wordsOf(said.replace(SURELY_EXCEPT, '').replace(/without/i, '')).some(
    ({ meaning }) => meaning === 'other',
  );
  return !isNamed || topic > MOST_NAMED || !(asksForList(rest) || isOfTopic)
    ? null
    : { said: said.replace(/^[\s,]+/, ''), because: 'except' };
}

const MOST_NAMED = 2;

const FROM_SOURCE = new RegExp(`\\b(?:how (?:many|much)|mostly|mainly|only)\\b.*\\b(?:from|on) ${SOURCE}\\W*$`, 'i');

/** "How many posts are from GitHub?" asks for what a signal's sources are. */
export const asksShareOfSource = (text: string): boolean => FROM_SOURCE.test(text);

/** A filter that no list has: a source, or a number of mentions. */
export function findUnsupported(text: string): IgnoredPhrase | null {
  const [filter] = UNSUPPORTED.exec(text) ?? [];
  return filter === undefined ? null : { said: filter, because: 'unsupported' };
}
