import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { commandText } from './command-text.ts';
import { COMMAND, SUBCOMMANDS, type SubcommandName } from './commands.ts';
import { actions, button, context, section } from './elements.ts';
import { formatDecimal } from './numbers.ts';
import { encodeQuery, type Query } from './question.ts';
import { escapeMrkdwn, escapePlainText } from './text.ts';

/** What would be right, as a phrase, empty when the usage says it; or the bounds of a number, which everybody reads as they write numbers. */
export type ExpectedValue = string | { from: number; to: number; example?: string };

/** A command that could not be understood. */
export interface CommandProblem {
  kind: 'unknown-command' | 'unknown-option' | 'bad-value' | 'missing';
  about: SubcommandName | null;
  /** The words at fault, as typed. */
  given: string;
  expected: ExpectedValue;
  /** What was probably meant. */
  suggestion: Query | null;
  /** The same as it would be typed, behind the command; without it as short as can be. */
  suggestedText?: string | null;
  /** The same words as a search. */
  search: Query | null;
}

/** What is wrong, what was probably meant with a button that runs it, and how it is written. */
export function usageCard(problem: CommandProblem): Card {
  const { suggestion, search } = problem;
  const wrong = describeWrong(problem);
  const meant = suggestion === null ? null : describeMeant(problem, suggestion);
  const asked = meant === null ? '' : ` Did you mean \`${escapeMrkdwn(meant, 300)}\`?`;
  const usage = usageOf(problem.about);
  return card(`${wrong}${asked} ${usage.map((line) => `\`${line}\``).join(', ')}`, [
    section(`${wrong}${asked}`),
    actions([
      suggestion &&
        button(ACTION.didYouMean, {
          text: escapePlainText(meant ?? '', 75),
          value: encodeQuery(suggestion),
          style: 'primary',
        }),
      search &&
        button(ACTION.searchInstead, {
          text: escapePlainText(`Search ${quotedWords(search)}`, 75),
          value: encodeQuery(search),
          ...(suggestion === null ? { style: 'primary' } : {}),
        }),
      button(ACTION.help, { text: 'Help', value: encodeQuery({ show: 'help' }) }),
    ]),
    context([usage.map((line) => `\`${line}\``).join('\n')]),
  ]);
}

const describeMeant = ({ suggestedText }: CommandProblem, suggestion: Query) =>
  suggestedText ? `${COMMAND} ${suggestedText}` : commandText(suggestion);

function describeWrong({ kind, about, given, ...problem }: CommandProblem): string {
  const expected = describeExpected(problem.expected);
  const words = `“${escapeMrkdwn(given, 100)}”`;
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

export function describeExpected(expected: ExpectedValue): string {
  if (typeof expected === 'string') return expected;
  const { from, to, example } = expected;
  return `a number from ${formatDecimal(from)} to ${formatDecimal(to)}${example === undefined ? '' : `, as in \`${example}\``}`;
}

function usageOf(about: SubcommandName | null): string[] {
  // All of them are what Help is for.
  if (about === null) return [];
  const meant = SUBCOMMANDS.filter(({ name }) => name === about);
  const examples = meant.map(({ example }) => example);
  const options = meant.flatMap(({ options }) => options ?? []);
  return [...[...meant.map(({ usage }) => usage), ...examples].map((line) => `${COMMAND} ${line}`), ...options];
}

const quotedWords = (search: Query) =>
  search.show === 'search' && search.words !== undefined ? `“${search.words}”` : '';
