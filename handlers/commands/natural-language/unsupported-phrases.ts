import { parseAreaName } from '../option-values.ts';
import { takeType } from './list-phrases.ts';
import type { IgnoredPhrase } from './period-phrases.ts';

const SOURCE = '(?:github|gitlab|stack ?(?:overflow|exchange)|reddit|hacker ?news|hn|discourse|lobsters|dev\\.to)';
/** Filters that answers don't have. */
const UNSUPPORTED = new RegExp(
  `(?:\\b(?:only|just) )?\\b(?:(?:com(?:e|es|ing) )?(?:only )?(?:from|on) ${SOURCE}(?=\\W*$)|${SOURCE} (?=(?:questions|bugs|complaints|feature requests|posts|signals|pains)\\b))|\\b(?:with |that have )?(?:more than|over|at least|fewer than|less than|under) \\d+ (?:mentions|posts|reports|people)\\b`,
  'i',
);

/** "But nothing about AI", "except bugs". */
const EXCLUDED =
  /[\s,]*(?:\b(?:and|but|just) )?\b(?:without|except(?: for)?|excluding|exclude|not|no|nothing (?:about|from|in|on|around)|minus|other than|besides|apart from) (?:any |the |all )?([\w/-]+(?: (?:requests?|agents?))?)(?: (?:stuff|ones|signals|pains|area|things|problems|issues))?(?=\W|$)/i;

/** What is said of a filter that no list has: a source, a number of mentions, or what is to be left out. */
export function findUnsupported(text: string): IgnoredPhrase | null {
  const [filter] = UNSUPPORTED.exec(text) ?? [];
  if (filter !== undefined) return { said: filter, because: 'unsupported' };
  const [excluded, what = ''] = EXCLUDED.exec(text) ?? [];
  const isFilter = excluded !== undefined && (parseAreaName(what) !== null || takeType(what)?.rest === '');
  return isFilter ? { said: excluded, because: 'excluded' } : null;
}
