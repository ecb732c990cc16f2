import { SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { type FindQuery, type Query, SUBCOMMAND_NAMES } from '@pain-signals/domain';
import { type ParsedCommand, parseCommand } from '../parse-command.ts';
import { type ParsedText, parseNaturalLanguage } from './parse-natural-language.ts';

/** What was typed behind `/pain`: a command, or natural language. */
export function parseCommandOrText(text: string): ParsedCommand | { text: ParsedText } {
  const parsed = parseCommand(text);
  if ('query' in parsed && parsed.query.show === 'ask') {
    const asked = parseNaturalLanguage(parsed.query.question);
    return asked === null ? parsed : { text: { ...asked, isAsk: true } };
  }
  if (text.length > SEMANTIC_QUERY_LENGTH.max || !mayBeText(text, parsed)) return parsed;
  const asText = parseNaturalLanguage(text);
  return asText !== null && isBetterAsText(text, parsed, asText) ? { text: asText } : parsed;
}

/** People start questions with these words, and no command. */
const OPENING =
  /^(?:what|which|why|how|when|where|who|whose|is|are|was|do|does|did|has|have|can|could|should|would|will|any|anything|i|we|my|our|please|tell|give|hey|hi|hello)\b/i;
const MIN_WORDS = 3;
const WORDS_ONLY = /^(?:[\p{L}\p{N}'’-]+[,?!.]*\s*)+$/u;

/** False for complete commands, which the natural-language parsers need not see. */
function mayBeText(text: string, parsed: ParsedCommand): boolean {
  if ('query' in parsed) return isGuess(text, parsed.query);
  const { kind, about, suggestion } = parsed.problem;
  if (kind === 'unknown-command') return true;
  const isOpen = kind === 'missing' ? about === 'compare' : kind === 'unknown-option' && suggestion === null;
  return isOpen && WORDS_ONLY.test(text);
}

function isBetterAsText(text: string, parsed: ParsedCommand, asText: ParsedText): boolean {
  if ('query' in parsed) return asText.isUnderstood && !isSame(parsed.query, asText.query);
  const { kind, suggestion } = parsed.problem;
  if (asText.isUnderstood) return true;
  if (kind !== 'unknown-command') return false;
  // A mistyped command is better corrected.
  return OPENING.test(text) || (suggestion === null && text.trim().split(/\s+/).length >= MIN_WORDS);
}

/** The words after the command were taken for a topic: "show me the top 5", "evidence for number 2". */
const isGuess = (text: string, query: Query): boolean =>
  (query.show === 'find' && query.names.some(({ by }) => by === 'words')) ||
  (query.show === 'search' && query.words !== undefined && !isCommandName(text));

/** A command's own name is meant as a command; its aliases can also start a sentence. */
const isCommandName = (text: string): boolean => {
  const [typed = ''] = text.trim().toLowerCase().split(/\s+/);
  return SUBCOMMAND_NAMES.some((name) => name === typed);
};

/** Also true for the same signal by differently cut words. */
const isSame = (query: Query, other: Query): boolean =>
  JSON.stringify(query) === JSON.stringify(other) || (topicUse(query) !== null && topicUse(query) === topicUse(other));

const topicUse = (query: Query): FindQuery['want'] | null =>
  query.show === 'find' && query.names.every(({ by }) => by === 'words') ? query.want : null;
