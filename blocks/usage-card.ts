import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { commandText } from './command-text.ts';
import { COMMAND, SUBCOMMANDS, type SubcommandName } from './commands.ts';
import { actions, button, context, section } from './elements.ts';
import { showGiven } from './numbers.ts';
import { encodeQuestion, type Question } from './question.ts';
import { plainData, quoteData } from './text.ts';

/** What would be right, as a phrase, empty when the usage says it; or the bounds of a number, which everybody reads as they write numbers. */
export type Expected = string | { from: number; to: number; example?: string };

/** A command that could not be understood. */
export interface Problem {
  kind: 'unknown-command' | 'unknown-option' | 'bad-value' | 'missing';
  about: SubcommandName | null;
  /** The words at fault, as typed. */
  given: string;
  expected: Expected;
  /** What was probably meant. */
  suggestion: Question | null;
  /** The same as it would be typed, behind the command; without it as short as can be. */
  suggestedText?: string | null;
  /** The same words as a search. */
  search: Question | null;
}

/** What is wrong, what was probably meant with a button that runs it, and how it is written. */
export function usageCard(problem: Problem): Card {
  const { suggestion, search } = problem;
  const wrong = sayWrong(problem);
  const meant = suggestion === null ? null : sayMeant(problem, suggestion);
  const asked = meant === null ? '' : ` Did you mean \`${quoteData(meant, 300)}\`?`;
  const usage = usageOf(problem.about);
  return card(`${wrong}${asked} ${usage.map((line) => `\`${line}\``).join(', ')}`, [
    section(`${wrong}${asked}`),
    actions([
      suggestion &&
        button(ACTION.didYouMean, {
          text: plainData(meant ?? '', 75),
          value: encodeQuestion(suggestion),
          style: 'primary',
        }),
      search &&
        button(ACTION.searchInstead, {
          text: plainData(`Search ${wordsOf(search)}`, 75),
          value: encodeQuestion(search),
          ...(suggestion === null ? { style: 'primary' } : {}),
        }),
      button(ACTION.help, { text: 'Help', value: encodeQuestion({ show: 'help' }) }),
    ]),
    context([usage.map((line) => `\`${line}\``).join('\n')]),
  ]);
}

const sayMeant = ({ suggestedText }: Problem, suggestion: Question) =>
  suggestedText ? `${COMMAND} ${suggestedText}` : commandText(suggestion);

function sayWrong({ kind, about, given, ...problem }: Problem): string {
  const expected = sayExpected(problem.expected);
  const words = `“${quoteData(given, 100)}”`;
  switch (kind) {
    case 'unknown-command':
      return `I do not know ${words}.`;
    case 'unknown-option':
      return `${words} is no option of \`${COMMAND} ${about ?? ''}\`.${expected === '' ? '' : ` It takes ${expected}.`}`;
    case 'bad-value':
      return `${words} does not fit there: it takes ${expected}.`;
    case 'missing':
      return `${words} needs ${expected}.`;
  }
}

export function sayExpected(expected: Expected): string {
  if (typeof expected === 'string') return expected;
  const { from, to, example } = expected;
  return `a number from ${showGiven(from)} to ${showGiven(to)}${example === undefined ? '' : `, as in \`${example}\``}`;
}

function usageOf(about: SubcommandName | null): string[] {
  // All of them are what Help is for.
  if (about === null) return [];
  const meant = SUBCOMMANDS.filter(({ name }) => name === about);
  const examples = meant.map(({ example }) => example);
  const options = meant.flatMap(({ options }) => options ?? []);
  return [...[...meant.map(({ usage }) => usage), ...examples].map((line) => `${COMMAND} ${line}`), ...options];
}

const wordsOf = (search: Question) =>
  search.show === 'search' && search.words !== undefined ? `“${search.words}”` : '';
