import { SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { type Query, queryForSignals, SUBCOMMAND_NAMES, type SubcommandName } from '@pain-signals/domain';
import { type CommandProblem, isTooLong } from '#blocks/help/usage-card.ts';
import { countTypos, MAX_LENGTH } from '../command-line.ts';
import { tooLong } from '../option-values.ts';
import { type ParsedCommand, parseCommand } from '../parse-command.ts';
import { type ParsedText, parseNaturalLanguage } from './parse-natural-language.ts';
import { takePeriod } from './period-phrases.ts';
import { LEARNED, type Models } from './understand.ts';
import { isKnownWord, wordsOf } from './vocabulary.ts';

/** What was typed behind `/pain`: a command, or natural language. */
export function parseCommandOrText(
  text: string,
  now: number,
  models: Models = LEARNED,
): ParsedCommand | { text: ParsedText } {
  const parsed = parseCommand(text);
  if ('query' in parsed && parsed.query.show === 'ask') {
    const asked = parseNaturalLanguage(parsed.query.question, now, models);
    return asked === null || (namesMind(asked.query) && !asksFact(asked.query))
      ? parsed
      : { text: { ...asked, ...(ASK.test(text) && { isAsked: true }) } };
  }
  // `/pain signal` by itself is about the one in mind, or asks which one, like the other commands about signals.
  if ('problem' in parsed && parsed.problem.kind === 'missing' && parsed.problem.about === 'signal')
    return { query: queryForSignals('signal', [{ by: 'it' }]) };
  if (text.length > SEMANTIC_QUERY_LENGTH.max) return withLength(parsed, text);
  if (!mayBeText(text, parsed)) return parsed;
  const asText = parseNaturalLanguage(text, now, models);
  if (isAboutMind(text, asText)) return { query: asText.query };
  if (asText !== null && isBetterAsText(text, parsed, asText)) return { text: asText };
  return searchOf(parsed, asText) ?? withoutExtra(text, withoutOpening(text, parsed));
}

/** "Show again coverage" names "coverage". */
const OPENING_OF_NAME =
  /^(?:(?:me|us|again|once more|please|pls|just|also|the)\s+|(?:everything|anything|something|more|all|stuff)\s+(?:about|on|for|regarding)\s+)+(?=\S)/i;

function withoutOpening(text: string, parsed: ParsedCommand): ParsedCommand {
  if (!('query' in parsed) || parsed.query.show !== 'find' || isCommandName(text)) return parsed;
  const names = parsed.query.names.map((name) =>
    name.by === 'words' ? { ...name, words: name.words.replace(OPENING_OF_NAME, '') } : name,
  );
  return { query: { ...parsed.query, names } };
}

/** What is longer than a question can be is none for that, rather than for its first word; and all of it counts, also what isn't read. */
function withLength(parsed: ParsedCommand, text: string): ParsedCommand {
  if ('query' in parsed) return parsed;
  const { problem } = parsed;
  const isText = problem.kind === 'unknown-command';
  const { expected } = isText ? tooLong('a question', text, SEMANTIC_QUERY_LENGTH.max) : problem;
  if (!isTooLong(expected)) return parsed;
  const unread = isText ? 0 : Math.max(0, text.length - MAX_LENGTH);
  return {
    problem: { ...problem, kind: 'bad-value', expected: { ...expected, given: expected.given + unread }, search: null },
  };
}

/** The command itself; its aliases are how questions start. */
const ASK = /^\s*ask\s/i;

/** People start questions with these words, and no command. */
const OPENING =
  /^(?:what|which|why|how|when|where|who|whose|is|are|was|do|does|did|has|have|can|could|should|would|will|any|anything|i|we|my|our|please|tell|give|hey|hi|hello)\b/i;
const MIN_WORDS = 3;
const FILTER = /\s(?:area|type|owner):\S+/giu;
const WORDS_ONLY = /^[\p{L}\p{N}'’-][\p{L}\p{N}'’,?!.\s>-]*$/u;

/** False for complete commands, which the natural-language parsers need not see. */
function mayBeText(text: string, parsed: ParsedCommand): boolean {
  if ('query' in parsed)
    return isGuess(text, parsed.query) || hasPeriod(parsed.query) || takesNothing(text, parsed.query);
  const { kind, about, given, suggestion } = parsed.problem;
  if (kind === 'unknown-command') return true;
  const isLongList = about !== null && LISTS.includes(about) && text.trim().split(/\s+/).length > MIN_WORDS;
  const isOpen =
    (isLongList && (kind !== 'bad-value' || isKnownWord(given.toLowerCase()))) ||
    (kind === 'missing'
      ? about !== null && MAY_BE_IT.includes(about)
      : (kind === 'unknown-option' && suggestion === null) || isWatchInWords(about, given));
  return isOpen && WORDS_ONLY.test(text.replaceAll(FILTER, ''));
}

/** A level that can't be read is said so: as text, it would be watched with another one. */
const isWatchInWords = (about: SubcommandName | null, given: string): boolean =>
  about === 'watch' && !/^(?:growth|score)\b|^when:/i.test(given);

/** `/pain evidence` by itself is a command like any other: nothing was guessed. */
const isAboutMind = (text: string, asText: ParsedText | null): asText is ParsedText =>
  isCommandName(text) && !/\s/.test(text.trim()) && asText?.query.show === 'find' && namesMind(asText.query);

/** "Top 10 by number of mentions": longer than a command with an error in it. */
const LISTS: readonly SubcommandName[] = ['trending', 'emerging', 'top'];
/** Without a signal, these are about the one in mind. */
const MAY_BE_IT: readonly SubcommandName[] = ['compare', 'why', 'evidence', 'brief', 'chart', 'share', 'hide'];

/** "search docker last 7 days" */
const hasPeriod = (query: Query): boolean =>
  query.show === 'search' && query.words !== undefined && takePeriod(query.words, 0).period !== null;

/** What looks like no command at all is searched for. */
function searchOf(parsed: ParsedCommand, asText: ParsedText | null): { text: ParsedText } | null {
  if ('query' in parsed) return null;
  const { search, suggestion } = parsed.problem;
  if (search === null || suggestion !== null) return null;
  return { text: { query: search, isUnderstood: true, isBare: true, asked: asText?.asked ?? null } };
}

/** "Status code 500 on upload" is no `status`: these commands take no words. A pasted key is never searched for. */
function takesNothing(text: string, query: Query): boolean {
  const [, ...words] = text.trim().split(/\s+/);
  const isAlone =
    ['status', 'hidden', 'watches', 'areas', 'dialog'].includes(query.show) ||
    (query.show === 'help' && !query.all && !query.about);
  return isAlone && words.length > 0 && words.every((word) => PLAIN_WORD.test(word));
}

/** "Areas foo": what would be dropped is said to be too much, unless it is a courtesy. */
function withoutExtra(text: string, parsed: ParsedCommand): ParsedCommand {
  if (!('query' in parsed) || !isCommandName(text) || !takesNothing(text, parsed.query)) return parsed;
  const [typed = '', ...words] = text.trim().toLowerCase().split(/\s+/);
  const about = SUBCOMMAND_NAMES.find((name) => name === typed) ?? null;
  const given = words.find((word) => !isKnownWord(word.replace(/[?!.,]+$/, '')));
  if (given === undefined) return parsed;
  const suggested = { suggestion: parsed.query, suggestedText: typed };
  return { problem: { kind: 'unknown-option', about, given, expected: '', ...suggested, search: null } };
}

const PLAIN_WORD = /^(?:\p{L}[\p{L}'’-]{0,15}|\d{1,4})[?!.,]*$/u;

function isBetterAsText(text: string, parsed: ParsedCommand, asText: ParsedText): boolean {
  if ('query' in parsed && takesNothing(text, parsed.query)) return !isSame(parsed.query, asText.query);
  // "Share pain" names a signal, rather than being about the one in mind.
  const isCertain = asText.query.show !== 'find' || asText.query.otherwise === undefined;
  if ('query' in parsed && namesTwo(parsed.query) && namesMind(asText.query)) return false;
  if ('query' in parsed && namesByWords(text, parsed.query, asText.query)) return false;
  if ('query' in parsed)
    return asText.isUnderstood && !asText.isBare && isCertain && !isSame(parsed.query, asText.query);
  const { kind, suggestion } = parsed.problem;
  if (isDropped(parsed.problem, asText.query)) return false;
  if (asText.isUnderstood) return !asText.isBare || (kind === 'unknown-command' && !isMistypedCommand(text));
  if (kind !== 'unknown-command') return false;
  // A mistyped command is better corrected.
  // Another word that people start sentences with is no typing error: "same but for auth".
  const [first = ''] = text.trim().toLowerCase().split(/\s+/);
  return (
    OPENING.test(text) || ((suggestion === null || isKnownWord(first)) && text.trim().split(/\s+/).length >= MIN_WORDS)
  );
}

/** "Top 3 by hype" is no top 3 by score, nor "digest foo" the digest: what was typed would be dropped without a word. */
const isDropped = ({ kind, about, given }: CommandProblem, query: Query): boolean =>
  (kind === 'bad-value' && about === 'top' && query.show === 'top' && query.metric === 'score') ||
  (kind === 'unknown-option' && about === 'digest' && query.show === 'digest' && !isKnownWord(given.toLowerCase()));

/** "Trendig: 3": a command with one typing error, and nothing behind it to search for. */
function isMistypedCommand(text: string): boolean {
  const [, typed = ''] = /^(\p{L}{5,})\W?\s+\d+$/u.exec(text.trim()) ?? [];
  return SUBCOMMAND_NAMES.some((name) => countTypos(typed.toLowerCase(), name) === 1);
}

/** "Compare 3 vs nowhere" names both signals: neither is the one in mind. */
const namesTwo = (query: Query): boolean =>
  query.show === 'find' && query.want === 'compare' && query.names.length === 2;
/** "Why is the score so high?" */
const asksFact = (query: Query): boolean => query.show === 'find' && query.asks !== undefined;
const namesMind = (query: Query): boolean => query.show === 'find' && query.names.some(({ by }) => by === 'it');

/** "Evidence pain", "signal the only one": what follows the command's own name isn't only courtesies, and refers to nothing else. */
function namesByWords(text: string, query: Query, asText: Query): boolean {
  if (!isCommandName(text) || query.show !== 'find' || query.want === 'compare') return false;
  const [, ...words] = wordsOf(takePeriod(text, 0).rest);
  if (words[0]?.meaning === 'noun') return true;
  const isReference = words.some(({ meaning }) => meaning === 'reference');
  const isElse = query.want === 'signal' || namesMind(asText) || asText.show === 'refine' || asText.show === 'search';
  return isElse && !isReference && words.some(({ meaning }) => meaning !== 'filler');
}

/** The words after the command were taken for a topic: "show me the top 5", "evidence for number 2", "notify us about oauth". */
const isGuess = (text: string, query: Query): boolean =>
  (query.show === 'find' && query.names.some(({ by }) => by === 'words')) ||
  (query.show === 'search' && query.words !== undefined && !isCommandName(text)) ||
  (query.show === 'watch' && query.what.of === 'search' && !isCommandName(text));

/** A command's own name is meant as a command; its aliases can also start a sentence. */
const isCommandName = (text: string): boolean => {
  const [typed = ''] = text.trim().toLowerCase().split(/\s+/);
  return SUBCOMMAND_NAMES.some((name) => name === typed);
};

/** Also true for the same signal by differently cut words. */
const isSame = (query: Query, other: Query): boolean =>
  JSON.stringify(query) === JSON.stringify(other) || (topicUse(query) !== null && topicUse(query) === topicUse(other));

/** What is wanted of how many topics: "compare A with B" names two. */
const topicUse = (query: Query): string | null =>
  query.show === 'find' && query.names.every(({ by }) => by === 'words') ? `${query.want} ${query.names.length}` : null;
