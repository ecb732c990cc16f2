import type { Signal } from './read-posts.ts';
import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  FIRST_PERSON,
  NEEDS,
  NEEDS_OBJECT,
  PREPOSITIONS,
  PRONOUNS,
  TROUBLES,
} from './word-lists.ts';
import type { Word } from './words.ts';

/** Any trouble is one: a name that says no more says nothing. */
export const PROBLEM = '~problem';

/** Share of the other posts that gives a word its worth, and under which it is the story of a few and costs. */
export const BREAK_EVEN = 0.12;
const SHARED = 1 / 3;
const UNSHARED_COST = 2;

/** What a name keeps that says neither what goes wrong nor what is wanted. */
const WITHOUT_TROUBLE = 0.5;

const BEGINS_WITH_NOT = /^(?:cannot|can't|cant|unable|not|no|nothing)$/;
/** A question, as a name or where one ends: "doesn't know which engines [to download]". */
const ASKS = /^(?:how|why|what|where|who|which|does|is|are|do|can|should)$/;
const COMPLETE_END = /^(?:anymore|again|yet|properly|correctly|twice|always|too)$/;

const CODE_NAME = /[_.]/;

/** The keys of some words; an identifier counts whole or by its parts, whichever more posts hold. */
export function keysOfName(words: readonly Word[], signal: Signal): Set<string> {
  const keys = new Set<string>();
  for (const { units } of words)
    for (const unit of units) {
      const [whole] = unit;
      if (whole === undefined) continue;
      // snake_case and dotted.names are nobody's words: they count whole.
      const parts = unit.length === 1 || CODE_NAME.test(whole) ? [] : unit.slice(1);
      const byParts = parts.length > 0 && Math.min(...parts.map((part) => signal.share(part))) > signal.share(whole);
      for (const key of byParts ? parts : [whole]) keys.add(key);
    }
  return keys;
}

function someIn(keys: Iterable<string>, set: ReadonlySet<string>): boolean {
  for (const key of keys) if (set.has(key)) return true;
  return false;
}

export const saysTrouble = (keys: Iterable<string>): boolean => someIn(keys, TROUBLES);
export const saysNeed = (keys: Iterable<string>): boolean => someIn(keys, NEEDS);

const isIn = (core: string, sets: readonly ReadonlySet<string>[]) => sets.some((set) => set.has(core));

/** Whether nothing is cut: it begins and ends as a statement does, and speaks of nobody's "my". */
export function isWhole(words: readonly Word[]): boolean {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || words.some(({ core }) => FIRST_PERSON.has(core))) return false;
  if (ASKS.test(first.core)) return false;
  const begins =
    BEGINS_WITH_NOT.test(first.core) || !isIn(first.core, [PREPOSITIONS, CONJUNCTIONS, AUXILIARIES, PRONOUNS]);
  // The "in" of "log in" has a key.
  const isOpen =
    (PREPOSITIONS.has(last.core) && last.keys.length === 0) ||
    isIn(last.core, [CONJUNCTIONS, AUXILIARIES, DETERMINERS, PRONOUNS, ADVERBS, NEEDS_OBJECT]);
  return begins && (!isOpen || COMPLETE_END.test(last.core));
}

/** What one word adds to a name that was taken from the post `own`. */
function worthOf(key: string, signal: Signal, own: number | undefined): number {
  const share = signal.share(key, own);
  return signal.weight(key) * (share - BREAK_EVEN) - (share < SHARED ? UNSHARED_COST : 0);
}

/** Share of a statement's weight from which a post says it. */
export const SAYS = 0.6;

/** How much of the statement with these keys the other posts say, 0-1: those that hold its trouble and most of its words by weight. */
export function supportOf(keys: ReadonlySet<string>, signal: Signal, own?: number): number {
  const { length } = signal.posts;
  const held = new Float64Array(length);
  const pained = new Uint8Array(length);
  let whole = 0;
  let hasPain = false;
  for (const key of keys) {
    const weight = signal.weight(key);
    const holding = signal.holding(key);
    const isPain = TROUBLES.has(key) || NEEDS.has(key);
    whole += weight;
    hasPain ||= isPain;
    for (let at = 0; at < length; at++) {
      const share = holding[at] ?? 0;
      if (share === 0) continue;
      held[at] = (held[at] ?? 0) + share * weight;
      if (isPain) pained[at] = 1;
    }
  }
  let said = 0;
  for (let at = 0; at < length; at++) {
    const weight = held[at] ?? 0;
    if (at !== own && (!hasPain || pained[at] === 1) && weight >= SAYS * whole) said += weight / whole;
  }
  return said / Math.max(1, length - (own === undefined ? 0 : 1));
}

/** What a name is worth: the weight of the words that others share, less the weight of those that they don't. */
export function worthOfName(words: readonly Word[], signal: Signal, own?: number): number {
  const keys = keysOfName(words, signal);
  let value = 0;
  for (const key of keys) value += worthOf(key, signal, own);
  if (value > 0) value *= 1 + supportOf(keys, signal, own);
  const told = [...keys].filter((key) => key !== PROBLEM);
  return value > 0 && !saysTrouble(told) && !saysNeed(told) ? value * WITHOUT_TROUBLE : value;
}
