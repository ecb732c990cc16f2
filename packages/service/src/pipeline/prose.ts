/** Signs that code and logs are full of and sentences are not. */
const CODE_SIGN =
  /[{}[\]=\\$%^#*+|~]|\/\/|::|=>|->|--\w|\w\(\)|";|&&|\bat \S+:\d+|\d{2}:\d{2}|\b0x[0-9a-f]+|:.*:|\([0-9a-f]{7,}\)/i;

/** What introduces code instead of saying something. */
const LEAD_IN = /:$|^(?:output|log|logs|setup|environment|impact|already tried|observed|edit|update|notes?)\b.{0,40}$/i;

/** How log lines begin. */
const LOG_LINE =
  /^(?:ERROR|FAIL(?:ED|URE)?|WARN(?:ING)?|FATAL|INFO|DEBUG|TRACE|LOG|CONFLICT|PANIC|HTTP)\b|^\W*[\p{Ll}\d._-]+: /u;

const BEGINNING = /^[\p{L}\p{N}"“'‘]/u;

/** The splitter cut within brackets. */
function hasOpenBracket(sentence: string): boolean {
  return sentence.split('(').length !== sentence.split(')').length;
}

const LEAST_WORDS = 5;
const LEAST_LETTERS = 0.72;

/** Whether a cleaned sentence is one that people can read: words mostly, no code, no log line, no lead-in to one. */
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
