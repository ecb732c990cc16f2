import { SCORE_MEANING } from '@pain-signals/contract';
import {
  BOT_NAME,
  COMMAND,
  COMMAND_GROUPS,
  commandText,
  FIRST_EXAMPLES,
  type Query,
  SUBCOMMANDS,
  type SubcommandName,
} from '@pain-signals/domain';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatCount, formatDecimal } from '../kit/format.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { helpButton, mainListButtons } from '../signals/list-controls.ts';

/** What is allowed: a phrase, or a sentence that says all; empty when the usage line says it, or the bounds of a number. */
export type ExpectedValue =
  | string
  /** Without `from`: a number below `to`. */
  | { from?: number; to: number; example?: string }
  /** What was too long, such as "a question", and how long it may be and was. */
  | { longest: number; of: string; given: number };

export const isTooLong = (expected: ExpectedValue): expected is Extract<ExpectedValue, { longest: number }> =>
  typeof expected !== 'string' && 'longest' in expected;

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
  /** The suggestion is the same without the words at fault. */
  leavesOut?: boolean;
  /** The same words as a search. */
  search: Query | null;
}

/** What is wrong, what was probably meant with a button that runs it, and how it is written. */
export function usageCard(problem: CommandProblem): Card {
  const { suggestion, search } = problem;
  const wrong = describeWrong(problem);
  const meant = suggestion === null ? null : describeMeant(problem, suggestion);
  const command = `\`${escapeMrkdwn(meant ?? '', 300)}\``;
  const offered = problem.leavesOut
    ? ` Or leave “${escapeMrkdwn(problem.given, 50)}” out: ${command}`
    : ` Did you mean ${command}?`;
  const asked = meant === null || problem.kind === 'missing' ? '' : offered;
  const usage = usageOf(problem);
  return card([`${wrong}${asked}`, ...usage].join(' '), [
    section(`${wrong}${asked}`),
    actions([
      suggestion &&
        button(ACTION.didYouMean, {
          text: suggestion.show === 'watches' ? 'All watches' : escapePlainText(meant ?? '', 75),
          value: encodeQuery(suggestion),
          style: 'primary',
        }),
      search &&
        button(ACTION.searchInstead, {
          text: escapePlainText(`Search ${quotedWords(search)}`, 75),
          value: encodeQuery(search),
          ...(suggestion === null ? { style: 'primary' } : {}),
        }),
      helpButton(),
    ]),
    context([usage.join('\n')]),
  ]);
}

const describeMeant = ({ suggestedText }: CommandProblem, suggestion: Query) =>
  suggestedText ? `${COMMAND} ${suggestedText}` : commandText(suggestion);

function describeWrong({ kind, about, given, ...problem }: CommandProblem): string {
  const expected = describeExpected(problem.expected);
  const words = `“${escapeMrkdwn(given, 50)}”`;
  switch (kind) {
    case 'unknown-command':
      return `There’s no command ${words}.`;
    case 'unknown-option':
      return `\`${COMMAND} ${about ?? ''}\` doesn’t take ${words}.${expected === '' ? '' : ` Use ${expected}.`}`;
    case 'bad-value':
      return describeBadValue(escapeMrkdwn(given, 100), problem.expected);
    case 'missing':
      return (
        asksOf(about, given) ??
        `\`${escapeMrkdwn(given, 100)}\` needs ${/^an? /.test(expected) ? '' : 'a value: '}${expected}.`
      );
  }
}

/** What is wrong with a value, and what to write instead. */
export function describeBadValue(given: string, expected: ExpectedValue): string {
  if (isTooLong(expected) || (typeof expected === 'string' && expected.endsWith('.')))
    return describeExpected(expected);
  const allowed = `${typeof expected === 'string' ? 'Use' : 'Choose'} ${describeExpected(expected)}.`;
  const [, option, value = given] = /^(\p{L}+):(.+)$/u.exec(given) ?? [];
  const isNumber = typeof expected !== 'string' && /^[-+]?\d/.test(value);
  // A number that is too small or too large needs no more than its bounds.
  if (option === undefined && isNumber) return allowed;
  const wrong =
    option === undefined
      ? `“${given}” isn’t valid here.`
      : option === 'when'
        ? `“${value}” isn’t a condition for a watch.`
        : `“${option}” can’t be ${isNumber ? value : `“${value}”`}.`;
  return `${wrong} ${allowed}`;
}

function describeExpected(expected: ExpectedValue): string {
  if (typeof expected === 'string') return expected;
  if (isTooLong(expected)) {
    const { of, longest } = expected;
    return `That’s too long: ${of} can have up to ${formatCount(longest)} characters, yours has ${formatCount(expected.given)}.`;
  }
  const { from, to, example } = expected;
  const range =
    from === undefined ? `below ${formatDecimal(to)}` : `from ${formatDecimal(from)} to ${formatDecimal(to)}`;
  return `a number ${range}${example === undefined ? '' : `, as in \`${example}\``}`;
}

/** The question of a command that was typed by itself. */
const asksOf = (about: SubcommandName | null, given: string): string | null =>
  about === given ? (SUBCOMMANDS.find(({ name }) => name === about)?.asks ?? null) : null;

/** Of an unknown command nothing: Help lists them all. */
const usageOf = ({ about, given, expected }: CommandProblem): string[] =>
  SUBCOMMANDS.filter(({ name }) => name === about).flatMap(({ example, options }) => [
    ...(asksOf(about, given) === null ? [`For example: \`${COMMAND} ${exampleFor(example, expected)}\``] : []),
    ...(options === undefined ? [] : [`${options.title}: ${options.text}`]),
  ]);

/** With the rule that was asked for: `watch 3 when growth over 50%`. */
function exampleFor(example: string, expected: ExpectedValue): string {
  const [rule] = /(?:growth|score) over \d+%?/.exec(describeExpected(expected)) ?? [];
  return rule === undefined ? example : example.replace(/(?:growth|score) over .*$/, rule);
}

const quotedWords = (search: Query) =>
  search.show === 'search' && search.words !== undefined ? `“${search.words}”` : '';

const IN_THREADS = `In threads, mention \`@${BOT_NAME}\`: everyone in the channel sees the answer. Add the app to the channel first: \`/invite @${BOT_NAME}\``;

const OUTSIDE_THREADS = `\`${COMMAND}\` works outside threads`;

const exampleCard = (note: string | null, begin = COMMAND): Card =>
  card(
    `Try ${FIRST_EXAMPLES.map(({ text, does }) => `${begin} ${text} (${does})`).join(', ')}. All commands: ${begin} help all`,
    [
      header('Try these'),
      section(FIRST_EXAMPLES.map(({ text, does }) => `\`${begin} ${text}\`: ${does}`).join('\n')),
      context([
        note,
        'Most typos are fine',
        '“This week” means the past 7 days, to the hour; charts show whole days (UTC)',
        'A mention is one post',
      ]),
      context([`Score (0 to 100): ${SCORE_MEANING}`]),
      context([begin === COMMAND ? IN_THREADS : OUTSIDE_THREADS]),
      actions([
        ...mainListButtons().slice(0, 4),
        button(ACTION.help, { text: 'All commands', value: encodeQuery({ show: 'help', all: true }) }),
      ]),
    ],
  );

/** Eight examples; every command is one press away. */
export const helpCard = exampleCard(null);
/** In a channel, where Slack runs no command in a thread. */
export const mentionHelpCard = exampleCard(null, `@${BOT_NAME}`);
/** The same where others could see the answers and don't. */
export const privateHelpCard = exampleCard(`Only you see answers to \`${COMMAND}\` until you share them`);

const SCOPE = 'I only know about developers’ problems: I group their posts into signals you can ask about.';

/** The help, for what can't be answered. */
export const offTopicCard = (help: Card): Card => ({
  ...help,
  text: `${SCOPE} ${help.text}`,
  blocks: [section(SCOPE), ...help.blocks],
});

const linesOf = (wanted: (typeof COMMAND_GROUPS)[number]): string =>
  SUBCOMMANDS.filter(({ group }) => group === wanted)
    .map(({ usage, description }) => `\`${COMMAND} ${usage}\`: ${description}`)
    .join('\n');

const optionLines = SUBCOMMANDS.flatMap(({ name, options }) =>
  options ? [`${options.title} for \`${COMMAND} ${name}\`: ${options.text}`] : [],
).join('\n');

/** Every command once, by what it is for. */
export const allCommandsCard: Card = card(
  `${COMMAND} ${SUBCOMMANDS.map(({ usage, description }) => `${usage}: ${description}`).join('; ')}.`,
  [
    header('All commands'),
    section(`\`${COMMAND}\`: what changed this week`),
    ...COMMAND_GROUPS.map((group) => section(`*${group}*\n${linesOf(group)}`)),
    section(`*Filters and conditions*\n${optionLines}`),
    actions([button(ACTION.help, { text: '‹ Examples', value: encodeQuery({ show: 'help' }) })]),
  ],
);
