import { WatchRule } from '@pain-signals/domain';
import { nearestWord, type Word } from './command-line.ts';
import { type ParseError, parseAreaName, parseDecimal, parseGrowth } from './option-values.ts';

/** A watch has a subject, a rule and a target: `3 when score > 70 here`. */

export interface WatchOptions {
  what: readonly Word[];
  rule?: WatchRule;
  tell: 'me' | 'here';
}

/** @param words without the subcommand */
export function parseWatchOptions(words: readonly Word[]): WatchOptions | { error: ParseError } {
  const { rest, tell } = takeTarget(words);
  const channel = rest.find(isChannel);
  if (channel !== undefined) return { error: { kind: 'bad-value', given: channel.text, expected: HERE, fix: null } };
  const rule = findRule(rest);
  if (rule === null) return newInArea(rest, tell) ?? { what: rest, tell };
  const before = takeTarget(rest.slice(0, rule.behind));
  const parsed = parseRule(rest.slice(rule.at));
  if ('rule' in parsed) return { what: before.rest, rule: parsed.rule, tell: tell === 'here' ? tell : before.tell };
  const { fix } = parsed.error;
  return { error: { ...parsed.error, fix: fix && { ...fix, at: fix.at + rule.at } } };
}

/** `new in auth` says the rule first. */
function newInArea([first, preposition, ...area]: readonly Word[], tell: WatchOptions['tell']): WatchOptions | null {
  const isRule = isBareNew(first) && preposition?.isQuoted === false && /^(?:in|from)$/i.test(preposition.text);
  return isRule && area.length > 0 && isArea(area) ? { what: area, rule: { when: 'new' }, tell } : null;
}

const HERE = '`here`, typed in the channel that should get the alert';

/** `#3` is number 3 of the last list. */
const isChannel = ({ text, isQuoted }: Word): boolean => !isQuoted && /^#(?!\d+$)[\p{L}\p{N}_-]+$/u.test(text);

/** Where the subject ends and the rule begins. `when` can be left out before `growth > 1`, `above 50%` and `new`. */
function findRule(words: readonly Word[]): { behind: number; at: number } | null {
  const when = words.findLastIndex(({ text, isQuoted }) => !isQuoted && /^(?:when|if|once)$/i.test(text));
  if (when >= 0) return { behind: when, at: when + 1 };
  const last = words.length - 1;
  const before = words.slice(0, last);
  if (isBareNew(words[last]) && (isArea(before) || isNumber(before))) return { behind: last, at: last };
  const bare = words.findLastIndex(({ text, isQuoted }) => !isQuoted && /^(?:growth|score)(?:[<>=]|$)/i.test(text));
  const rule = words
    .slice(bare)
    .map(({ text }) => text)
    .join(' ');
  if (bare > 0 && /^\w+ ?(?:[<>=]|(?:above|over|by) |\d+(?:[.,]\d+)?%?$)/i.test(rule))
    return { behind: bare, at: bare };
  const percent = words.findLastIndex(({ text, isQuoted }) => !isQuoted && /^(?:above|over|by|>=?)$/i.test(text));
  const isLast = percent > 0 && percent === last - 1;
  return isLast && words[last]?.isQuoted === false && PERCENT.test(words[last].text)
    ? { behind: percent, at: percent }
    : null;
}

/** Only growth is a percentage. */
const PERCENT = /^\d+(?:[.,]\d+)?%$/;

const isBareNew = (word: Word | undefined): boolean => word?.isQuoted === false && /^new$/i.test(word.text);

/** `3`, of the last list. */
const isNumber = ([only, ...others]: readonly Word[]): boolean =>
  others.length === 0 && only?.isQuoted === false && /^#?\d+$/.test(only.text);

/** After other words, `new` can be one of them: `docker build new`. */
const isArea = (words: readonly Word[]): boolean =>
  words.every(({ isQuoted }) => !isQuoted) &&
  parseAreaName(
    words
      .map(({ text }) => text)
      .join(' ')
      .replace(/^area /i, ''),
  ) !== null;

const TARGET = /^(?:(?:for|to|in) )?(?:(me|myself)|here|(?:this )?channel)$/i;

/** The target comes last. */
function takeTarget(words: readonly Word[]): { rest: readonly Word[]; tell: WatchOptions['tell'] } {
  for (const length of [3, 2, 1]) {
    const last = words.slice(-length);
    // `channel` alone is a word to search for.
    if (last.length < length || last.some(({ isQuoted }) => isQuoted)) continue;
    const found = TARGET.exec(last.map(({ text }) => text).join(' '));
    if (found === null || /^channel$/i.test(found[0])) continue;
    return { rest: words.slice(0, -length), tell: found[1] ? 'me' : 'here' };
  }
  return { rest: words, tell: 'me' };
}

const EXPECTED = '`growth over 50%`, `score over 70` or `new`';
const EXPECTED_LEVEL = {
  growth: 'a percentage, as in `growth over 50%`',
  score: { to: 100, example: 'score over 70' },
} as const;

/** "Growing over 50%" is read as a sentence; another figure with a level isn’t watched. */
const GROWS = /^(?:grow|rise|rising|increas|climb|jump|spik|up)/i;

/** Parses the words after `when`. */
function parseRule(words: readonly Word[]): { rule: WatchRule } | { error: ParseError } {
  const [first] = words;
  if (first === undefined) return { error: { kind: 'missing', given: 'when', expected: EXPECTED, fix: null } };
  const text = words.map((word) => word.text).join(' ');
  if (/^(?:(?:it|one|something) is |a |any )?new(?: one| signal)?s?$/i.test(text)) return { rule: { when: 'new' } };
  const percentage = /^(?:above|over|by|>=?) ?(\S+%)$/i.exec(text)?.[1];
  if (percentage !== undefined)
    return parseRule([
      { text: 'growth', isQuoted: false },
      { text: percentage, isQuoted: false },
    ]);
  const [, metric = '', value = ''] =
    /^(?:the |its )?(\p{L}+)(?: is| gets| goes| comes)? ?(?:>=?|=|above|over|by|more than|at least)? ?(\S*)$/iu.exec(
      text,
    ) ?? [];
  const when = metric.toLowerCase();
  if (when !== 'growth' && when !== 'score') {
    const isMetric = parseDecimal(value) !== null && !GROWS.test(metric);
    return { error: unknownRule(first, isMetric ? `when:${text}` : metric || text) };
  }
  const expected = EXPECTED_LEVEL[when];
  const above = when === 'growth' ? parseGrowth(value) : parseDecimal(value);
  if (value === '') return { error: { kind: 'missing', given: when, expected, fix: null } };
  if (above === null) return { error: { kind: 'bad-value', given: text, expected, fix: null } };
  const rule = WatchRule.safeParse({ when, above });
  if (rule.success) return { rule: rule.data };
  // Nobody means the nearest bound: a watch on it would never fire, or always.
  return { error: { kind: 'bad-value', given: value, expected, fix: null } };
}

function unknownRule(first: Word, given: string): ParseError {
  const near = nearestWord(first.text, ['growth', 'score', 'new']);
  return { kind: 'bad-value', given, expected: EXPECTED, fix: near === null ? null : { at: 0, word: near } };
}
