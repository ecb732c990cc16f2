import { parseAreaName } from '../option-values.ts';
import { takeType } from './lists.ts';
import type { IgnoredPhrase } from './period-phrases.ts';

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

/** Takes the areas and types out of a text that are not wanted; null where none is named. */
export function takeExcept(text: string): { rest: string; except: string[] } | null {
  for (const pattern of [EXCEPT, EXCLUDED]) {
    const [said, one = '', other = ''] = pattern.exec(text) ?? [];
    const first = areaOrType(one);
    if (said === undefined || first === null) continue;
    const second = areaOrType(other);
    // "No bugs and sorted by score": the rest is said of the list.
    const end = other !== '' && second === null ? said.slice(0, said.lastIndexOf(other)) : said;
    const rest = text.replace(end, ' ').replace(/ +/g, ' ').trim();
    return { rest, except: second === null ? [first] : [first, second] };
  }
  return null;
}

/** A filter that no list has: a source, or a number of mentions. */
export function findUnsupported(text: string): IgnoredPhrase | null {
  const [filter] = UNSUPPORTED.exec(text) ?? [];
  return filter === undefined ? null : { said: filter, because: 'unsupported' };
}
