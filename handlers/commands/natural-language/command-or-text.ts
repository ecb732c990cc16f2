import { SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { type FindQuery, type Query, SUBCOMMAND_NAMES } from '@pain-signals/domain';
import { type ParsedCommand, parseCommand } from '../parse-command.ts';
import { type ParsedText, parseNaturalLanguage } from './parse-natural-language.ts';

/** What stands behind `/pain`: a command, or own words, which are read as everywhere else. */
export function parseCommandOrText(text: string): ParsedCommand | { words: string } {
  const parsed = parseCommand(text);
  if (text.length > SEMANTIC_QUERY_LENGTH.max) return parsed;
  const read = parseNaturalLanguage(text);
  return read !== null && isNaturalLanguage(text, parsed, read) ? { words: text } : parsed;
}

/** People begin a question with these, and no command with them. */
const OPENING =
  /^(?:what|which|why|how|when|where|who|whose|is|are|was|do|does|did|has|have|can|could|should|would|will|any|anything|i|we|my|our|please|tell|give|hey|hi|hello)\b/i;
const MIN_WORDS = 3;
/** Without the signs of options, and longer than what is left over from one. */
const WORDS_ALONE = /^(?:[\p{L}\p{N}'’-]+[,?!.]*\s*)+$/u;

function isNaturalLanguage(text: string, parsed: ParsedCommand, read: ParsedText): boolean {
  if ('question' in parsed) return read.isUnderstood && isGuess(text, parsed.question) && !isSame(parsed, read);
  const { kind, about, suggestion } = parsed.problem;
  if (kind !== 'unknown-command') {
    const isOpen = kind === 'missing' ? about === 'compare' : kind === 'unknown-option' && suggestion === null;
    return read.isUnderstood && isOpen && WORDS_ALONE.test(text);
  }
  if (OPENING.test(text) || read.isUnderstood) return true;
  // A slip of the fingers is better mended.
  return suggestion === null && text.trim().split(/\s+/).length >= MIN_WORDS;
}

/** The words behind it were taken for those of a topic: "show me the top 5", "evidence for number 2". */
const isGuess = (text: string, query: Query): boolean =>
  (query.show === 'find' && query.names.some(({ by }) => by === 'words')) ||
  (query.show === 'search' && query.words !== undefined && !isName(text));

/** Its own name says what is meant; other words for it are as much those of a sentence. */
const isName = (text: string): boolean => {
  const [typed = ''] = text.trim().toLowerCase().split(/\s+/);
  return SUBCOMMAND_NAMES.some((name) => name === typed);
};

const isSame = ({ question: query }: { question: Query }, read: ParsedText): boolean =>
  JSON.stringify(query) === JSON.stringify(read.question) ||
  // The same signal by the same words, cut in another way.
  (namesOf(query) !== null && namesOf(query) === namesOf(read.question));

const namesOf = (query: Query): FindQuery['want'] | null =>
  query.show === 'find' && query.names.every(({ by }) => by === 'words') ? query.want : null;
