import { SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { SUBCOMMAND_NAMES } from '#blocks/commands.ts';
import type { FindQuestion, Question } from '#blocks/question.ts';
import { type Parsed, parseCommand } from './parse-command.ts';
import { type Reading, readWords } from './reading/read-words.ts';

/** What stands behind `/pain`: a command, or own words, which are read as everywhere else. */
export function readCommand(text: string): Parsed | { words: string } {
  const parsed = parseCommand(text);
  if (text.length > SEMANTIC_QUERY_LENGTH.max) return parsed;
  const read = readWords(text);
  return read !== null && isPlain(text, parsed, read) ? { words: text } : parsed;
}

/** People begin a question with these, and no command with them. */
const OPENING =
  /^(?:what|which|why|how|when|where|who|whose|is|are|was|do|does|did|has|have|can|could|should|would|will|any|anything|i|we|my|our|please|tell|give|hey|hi|hello)\b/i;
const FEWEST_WORDS = 3;
/** Without the signs of options, and longer than what is left over from one. */
const WORDS_ALONE = /^(?:[\p{L}\p{N}'’-]+[,?!.]*\s*)+$/u;

function isPlain(text: string, parsed: Parsed, read: Reading): boolean {
  if ('question' in parsed) return read.isUnderstood && isGuess(text, parsed.question) && !isSame(parsed, read);
  const { kind, about, suggestion } = parsed.problem;
  if (kind !== 'unknown-command') {
    const isOpen = kind === 'missing' ? about === 'compare' : kind === 'unknown-option' && suggestion === null;
    return read.isUnderstood && isOpen && WORDS_ALONE.test(text);
  }
  if (OPENING.test(text) || read.isUnderstood) return true;
  // A slip of the fingers is better mended.
  return suggestion === null && text.trim().split(/\s+/).length >= FEWEST_WORDS;
}

/** The words behind it were taken for those of a topic: "show me the top 5", "evidence for number 2". */
const isGuess = (text: string, question: Question): boolean =>
  (question.show === 'find' && question.names.some(({ by }) => by === 'words')) ||
  (question.show === 'search' && question.words !== undefined && !isName(text));

/** Its own name says what is meant; other words for it are as much those of a sentence. */
const isName = (text: string): boolean => {
  const [typed = ''] = text.trim().toLowerCase().split(/\s+/);
  return SUBCOMMAND_NAMES.some((name) => name === typed);
};

const isSame = ({ question }: { question: Question }, read: Reading): boolean =>
  JSON.stringify(question) === JSON.stringify(read.question) ||
  // The same signal by the same words, cut in another way.
  (namesOf(question) !== null && namesOf(question) === namesOf(read.question));

const namesOf = (question: Question): FindQuestion['want'] | null =>
  question.show === 'find' && question.names.every(({ by }) => by === 'words') ? question.want : null;
