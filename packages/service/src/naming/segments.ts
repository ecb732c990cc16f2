import {
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  PREPOSITIONS,
  SUBORDINATORS,
  TAKES_INFINITIVE,
  VERBS,
} from './word-lists.ts';
import type { Word } from './words.ts';

/** A part of a statement. */
export interface Segment {
  words: Word[];
  /**
   * core: the statement is none without it; clinging: needs the part before it ("of the icon", "and Excel"); clause: has a
   * subject and a verb of its own; phrase: can be left out.
   */
  kind: 'core' | 'clinging' | 'clause' | 'phrase';
}

/** One statement of a title, its parts in order; the first is core. */
export type Statement = readonly Segment[];

const CLINGING: ReadonlySet<string> = new Set(['of', 'and', 'or', '&', '/', '+', 'that', 'which', 'than', 'nor']);
/** What clings by these has a predicate of its own. */
const JOINS: ReadonlySet<string> = new Set(['and', 'or', '&', 'that', 'which', 'who']);
const STATEMENT_ENDS = /[:;.!?|]["”'`)]?$/;
const DASH = /^[–—|-]+$/;
const COMMA = /,["”'`)]?$/;

export const isPredicate = ({ core }: Word): boolean =>
  (AUXILIARIES.has(core) && core !== 'to' && core !== 'no') || VERBS.has(core);
const quotesIn = ({ text }: Word) => text.split(/["`“”]/).length - 1;

/** The kind of part that begins with the word; undefined where it goes on with the one before. */
function kindBegun(word: Word, before: Word, isSecond: boolean): Segment['kind'] | undefined {
  const follows = PREPOSITIONS.has(before.core) || CONJUNCTIONS.has(before.core) || DETERMINERS.has(before.core);
  if (SUBORDINATORS.has(word.core)) return follows ? undefined : 'clause';
  if (CLINGING.has(word.core)) return 'clinging';
  if (/^[([]/.test(word.text) || COMMA.test(before.text)) return 'phrase';
  if (word.core === 'to' && (TAKES_INFINITIVE.has(before.core) || isSecond)) return undefined;
  // The "in" of "log in" has a key.
  return PREPOSITIONS.has(word.core) && word.keys.length === 0 && !follows ? 'phrase' : undefined;
}

/**
 * A predicate after phrases belongs to the core, which has none yet; else to the clause or the addition that it stands in, with all
 * that leads to it.
 */
function addPredicate(statement: Segment[], last: Segment, word: Word): void {
  // "and blocks", "that are": the predicate goes on with what clings.
  if (last.kind === 'clinging' && JOINS.has(last.words[0]?.core ?? '')) {
    last.words.push(word);
    return;
  }
  if (last.words.length === 1 && last.words[0]?.core === 'to') {
    last.words.push(word);
    last.kind = 'core';
    return;
  }
  // "FancyZones, some windows won't snap": what stands before the predicate is its subject.
  if (
    last.kind === 'phrase' &&
    statement.length === 2 &&
    last.words[0] !== undefined &&
    !PREPOSITIONS.has(last.words[0].core) &&
    !/^[([]/.test(last.words[0].text)
  ) {
    last.words.push(word);
    last.kind = 'core';
    return;
  }
  const clause = statement.findLastIndex(({ kind }) => kind === 'clause');
  if (clause !== -1) {
    const whole = statement.splice(clause).flatMap(({ words }) => words);
    statement.push({ words: [...whole, word], kind: 'clause' });
  } else if (statement.some(({ kind, words }) => kind === 'core' && words.some(isPredicate))) {
    last.words.push(word);
    if (last.kind === 'phrase') last.kind = 'clause';
  } else {
    statement.push({ words: [word], kind: 'core' });
  }
}

/** Cuts the words of a title into statements, and those into what they cannot do without and what adds to it. */
export function cutStatements(words: readonly Word[]): Statement[] {
  const statements: Segment[][] = [];
  let begins = true;
  let quoted = false;
  for (const [at, word] of words.entries()) {
    const [before, inQuotes] = [words[at - 1], quoted];
    if (quotesIn(word) % 2 === 1) quoted = !quoted;
    if (DASH.test(word.text) && !inQuotes) {
      begins = true;
      continue;
    }
    const statement = statements.at(-1);
    const last = statement?.at(-1);
    if (begins || statement === undefined || last === undefined || before === undefined)
      statements.push([{ words: [word], kind: 'core' }]);
    else {
      const kind = inQuotes ? undefined : kindBegun(word, before, statement.length === 1 && last.words.length === 1);
      if (kind !== undefined) statement.push({ words: [word], kind });
      else if (!inQuotes && last.kind !== 'core' && last.kind !== 'clause' && isPredicate(word))
        addPredicate(statement, last, word);
      else last.words.push(word);
    }
    begins = !quoted && STATEMENT_ENDS.test(word.text);
  }
  return statements;
}
