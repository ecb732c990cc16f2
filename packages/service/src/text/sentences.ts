/** Finds sentences in plain text. */
export const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Characters read of a post; the rest is mostly logs and replies. */
const MAX_READ = 4_000;

const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
/** An address ends before the next bracket, so that no text is looked through again from each one. */
const MARKDOWN_LINK = /!?\[([^\]\n]{0,200})\]\([^)[\n]{0,2000}\)/g;
const TAG = /<\/?[a-z!][^<>\n]{0,500}>/gi;
const MENTION = /(^|[^\w/])@[\w-]+(?:\/[\w-]+)?/g;
/** Jira's: [~name] */
const JIRA_MENTION = /\[~[^\]\s]{1,80}\]/g;
const CONTROL = /[\p{Cc}\p{Cf}]+/gu;

/** Most sentences: none of what the patterns above and below look for, so one look instead of nine. */
const PLAIN = /^(?!\(?[a-z0-9]{1,2}[).]\s|-\s)(?!.*(?:www\.| [ ,.;:!?)]))[a-z0-9 ,.;:!?'"()’-]*$/i;

/**
 * Strips markup, links and mentions, so that quoted text has no effect where it is shown. Returns one line with single spaces.
 */
export function stripMarkup(text: string): string {
  const trimmed = text.trim();
  if (PLAIN.test(trimmed)) return trimmed;
  return text
    .replace(MARKDOWN_LINK, '$1')
    .replace(LINK, ' ')
    .replace(TAG, ' ')
    .replace(MENTION, '$1')
    .replace(JIRA_MENTION, ' ')
    .replace(/[`*_~|<>]+/g, (marks) => (marks === '_' ? '_' : ' '))
    .replace(/^\s*(?:#{1,6}\s|>+\s?|[-+•]\s|\(?[a-z0-9]{1,2}[).]\s)+/i, '')
    .replace(CONTROL, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?)])(?![\p{L}\p{N}])/gu, '$1')
    .trim();
}

/** A sentence end before a lower-case letter, but not after abbreviations such as "e.g." and "vs.". */
const SMALL_BEGINNING = /(?<=[\p{L}\p{N})"'’]{2}[.!?])(?<!\b(?:etc|vs|cf|eg|ie|approx|no|fig)\.)\s+(?=\p{Ll})/u;

/** The lines of a post's text that are read: each ends a sentence. */
export const splitLines = (text: string): string[] => text.slice(0, MAX_READ).split(/\r?\n/);

/** Without one of these the segmenter, which takes longer than all else, finds one sentence. */
const ENDS_SENTENCE = /[\p{Sentence_Terminal}\p{Cc}\u2028\u2029]/u;

/** Sentences of a line in order, without markup. */
export function sentencesOfLine(line: string): string[] {
  const parts = ENDS_SENTENCE.test(line)
    ? [...segmenter.segment(line)].flatMap(({ segment }) => segment.split(SMALL_BEGINNING))
    : [line];
  return parts.map(stripMarkup).filter((sentence) => sentence !== '');
}

/** Sentences of a post's text in order, without markup; lines and list items also end a sentence. */
export const splitSentences = (text: string): string[] => splitLines(text).flatMap(sentencesOfLine);

/** Truncates at a word boundary, else between characters, without the beginning of a last line, and adds an ellipsis. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const border = cut.lastIndexOf(' ');
  const kept = border > limit / 2 ? cut.slice(0, border) : [...cut].join('').replace(/[\uD800-\uDBFF]$/, '');
  const whole = kept.replace(/\n[^\n]{0,20}$/, '').replace(/[\s,;:–—-]+$/, '');
  return `${whole}${/[.!?]$/.test(whole) && whole.length < limit - 1 ? ' ' : ''}…`;
}

/** Capitalizes the sentence and ends it with a full stop. */
export function finishSentence(sentence: string): string {
  const first = /^\p{Ll}[\p{Ll}'’]*(?=[\s,;])/u.test(sentence) ? sentence.charAt(0).toUpperCase() : sentence.charAt(0);
  const text = first + sentence.slice(1).replace(/[\s,;:–—-]+$/, '');
  return /[.!?…]["”')]?$/.test(text) ? text : `${text}.`;
}

/** Signs common in code and logs, and rare in sentences. */
const CODE_SIGN =
  /[{}[\]=\\$%^#*+|~]|\/\/|::|=>|->|--\w|\w\(\)|";|&&|\bat \S+:\d+|\d{2}:\d{2}|\b0x[0-9a-f]+|:.*:|\([0-9a-f]{7,}\)/i;

/** Introduces code or logs. */
const LEAD_IN = /:$|^(?:output|log|logs|setup|environment|impact|already tried|observed|edit|update|notes?)\b.{0,40}$/i;

/** The beginning of a log line. */
const LOG_LINE =
  /^(?:ERROR|FAIL(?:ED|URE)?|WARN(?:ING)?|FATAL|INFO|DEBUG|TRACE|LOG|CONFLICT|PANIC|HTTP)\b|^\W*[\p{Ll}\d._-]+: /u;

const BEGINNING = /^[\p{L}\p{N}"“'‘]/u;

/** The sentence was split inside brackets. */
function hasOpenBracket(sentence: string): boolean {
  return sentence.split('(').length !== sentence.split(')').length;
}

const LEAST_WORDS = 5;
const LEAST_LETTERS = 0.72;

/** Whether a sentence without markup is prose: mostly words, not code, a log line or a lead-in. */
export function isProse(sentence: string): boolean {
  const words = sentence.split(' ').length;
  const letters = sentence.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(sentence);
  return (
    (words >= LEAST_WORDS || unspaced) &&
    letters / sentence.length >= LEAST_LETTERS &&
    BEGINNING.test(sentence) &&
    !hasOpenBracket(sentence) &&
    !CODE_SIGN.test(sentence) &&
    !LOG_LINE.test(sentence) &&
    !LEAD_IN.test(sentence)
  );
}

/** Equal for sentences that differ only in numbers, case or punctuation. */
export const sentenceKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

/** "one, two and three" */
export const listOf = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
