const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Enough of a post to find its best sentences in; the rest is logs and replies. */
const MAX_READ = 4_000;

const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
const MARKDOWN_LINK = /!?\[([^\]\n]{0,200})\]\([^)\n]{0,2000}\)/g;
const TAG = /<\/?[a-z!][^<>\n]{0,500}>/gi;
const MENTION = /(^|[^\w/])@[\w-]+(?:\/[\w-]+)?/g;
const CONTROL = /[\p{Cc}\p{Cf}]+/gu;

/**
 * A text without markup, links and mentions: what is quoted from a post is data and must do nothing where it is shown.
 * One line, single spaces.
 */
export function stripMarkup(text: string): string {
  return text
    .replace(MARKDOWN_LINK, '$1')
    .replace(LINK, ' ')
    .replace(TAG, ' ')
    .replace(MENTION, '$1')
    .replace(/[`*_~|<>]+/g, (marks) => (marks === '_' ? '_' : ' '))
    .replace(/^\s*(?:#{1,6}\s|>+\s?|[-+•]\s|\(?[a-z0-9]{1,2}[).]\s)+/i, '')
    .replace(CONTROL, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?)])(?![\p{L}\p{N}])/gu, '$1')
    .trim();
}

/** People who type small letters only still end their sentences; "e.g." and "vs." end none. */
const SMALL_BEGINNING = /(?<=[\p{L}\p{N})"'’]{2}[.!?])(?<!\b(?:etc|vs|cf|eg|ie|approx|no|fig)\.)\s+(?=\p{Ll})/u;

/** Sentences of a post's text, in order, cleaned; list items and lines end a sentence too. */
export function splitSentences(text: string): string[] {
  const lines = text.slice(0, MAX_READ).split(/\r?\n/);
  return lines
    .flatMap((line) => [...segmenter.segment(line)].flatMap(({ segment }) => segment.split(SMALL_BEGINNING)))
    .map(stripMarkup)
    .filter((sentence) => sentence !== '');
}

/** Cuts at a word border, with an ellipsis; a text without one is cut between characters. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const border = cut.lastIndexOf(' ');
  const kept = border > limit / 2 ? cut.slice(0, border) : [...cut].join('').replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.replace(/[\s,;:–—-]+$/, '')}…`;
}

/** Begins with a capital and ends with a stop: people type neither, and the sentence stands among others. */
export function finishSentence(sentence: string): string {
  const first = /^\p{Ll}[\p{Ll}'’]*(?=[\s,;])/u.test(sentence) ? sentence.charAt(0).toUpperCase() : sentence.charAt(0);
  const text = first + sentence.slice(1).replace(/[\s,;:–—-]+$/, '');
  return /[.!?…]["”')]?$/.test(text) ? text : `${text}.`;
}
