import { MOST_GROWTH, type WatchRule } from '#blocks/watch-rule.ts';
import type { Word } from './command-line.ts';
import { nearestWord } from './nearest.ts';
import { readDecimal } from './numbers.ts';
import type { ParseFault } from './options.ts';

/** A watch is what is watched, then when it speaks, then whom it tells: `3 when score > 70 here`. */

export interface WatchParts {
  /** What is watched. */
  what: readonly Word[];
  rule?: WatchRule;
  tell: 'me' | 'here';
}

/** `words` without the subcommand. */
export function readWatchParts(words: readonly Word[]): WatchParts | { fault: ParseFault } {
  const { rest, tell } = takeTarget(words);
  const at = rest.findLastIndex(({ text, isQuoted }) => !isQuoted && /^(?:when|if|once)$/i.test(text));
  if (at < 0) return { what: rest, tell };
  const before = takeTarget(rest.slice(0, at));
  const read = readRule(rest.slice(at + 1));
  if ('rule' in read) return { what: before.rest, rule: read.rule, tell: tell === 'here' ? tell : before.tell };
  const { fix } = read.fault;
  return { fault: { ...read.fault, fix: fix && { ...fix, at: fix.at + at + 1 } } };
}

const TARGET = /^(?:(?:for|to|in) )?(?:(me|myself)|here|(?:this )?channel)$/i;

/** Whom it tells stands last. */
function takeTarget(words: readonly Word[]): { rest: readonly Word[]; tell: WatchParts['tell'] } {
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

const EXPECTED = '`growth over 1`, `score over 70` or `new`';
const METRICS = { growth: { most: MOST_GROWTH, example: '1' }, score: { most: 99, example: '70' } } as const;

/** Words behind `when`; signs may touch them. */
function readRule(words: readonly Word[]): { rule: WatchRule } | { fault: ParseFault } {
  const [first] = words;
  if (first === undefined) return { fault: { kind: 'missing', given: 'when', expected: EXPECTED, fix: null } };
  const text = words.map((word) => word.text).join(' ');
  if (/^(?:(?:it|one|something) is |a |any )?new(?: one| signal)?s?$/i.test(text)) return { rule: { when: 'new' } };
  const [, metric = '', value = ''] =
    /^(?:the |its )?(\p{L}+)(?: is| gets| goes| comes)? ?(?:>=?|=|above|over|more than|at least)? ?(\S*)$/iu.exec(
      text,
    ) ?? [];
  const when = metric.toLowerCase();
  if (when !== 'growth' && when !== 'score') return { fault: unknownRule(first, metric || text) };
  const { most, example } = METRICS[when];
  const above = readDecimal(value);
  const expected = `a number from 0 to ${most.toLocaleString('en-US')}, as in \`${when} over ${example}\``;
  if (value === '') return { fault: { kind: 'missing', given: when, expected, fix: null } };
  if (above === null) return { fault: { kind: 'bad-value', given: value, expected, fix: null } };
  if (above >= 0 && above <= most) return { rule: { when, above } };
  const better = text.slice(0, text.length - value.length).trim();
  const isAlone = words.at(-1)?.text === value && better !== '';
  const fix = isAlone ? { at: words.length - 1, word: String(above < 0 ? 0 : most) } : null;
  return { fault: { kind: 'bad-value', given: value, expected, fix } };
}

function unknownRule(first: Word, given: string): ParseFault {
  const near = nearestWord(first.text, ['growth', 'score', 'new']);
  return { kind: 'bad-value', given, expected: EXPECTED, fix: near === null ? null : { at: 0, word: near } };
}
