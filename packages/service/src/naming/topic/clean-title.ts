import { stripMarkup } from '../../text/sentences.ts';
import { FRAGMENT, TROUBLE } from '../lexicon/phrasing.ts';

/** Markup, code, escapes and characters that got lost. */
const CODE = /[{}\\%\uFFFD]|;\s*-|\)\s*;|--\s*(?:\W|$)|\b0x[0-9a-f]{2}|&\w{1,8};|&amp/i;

const LEAST_LETTERS = 0.6;

/** Runs of one word, and words that nobody could say, are keyboards and keys. */
const LEAST_DISTINCT = 0.6;
const LONGEST_READABLE_WORD = 60;

/** Whether people can read a name: words rather than code and gibberish, and not the rest of a sentence about nothing. */
export function isReadable(name: string): boolean {
  const words = name.toLowerCase().split(/\s+/);
  const letters = name.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  return (
    letters >= LEAST_LETTERS * name.replace(/\s+/g, '').length &&
    new Set(words).size >= LEAST_DISTINCT * words.length &&
    words.every(({ length }) => length <= LONGEST_READABLE_WORD) &&
    !CODE.test(name) &&
    !(FRAGMENT.test(name) && !TROUBLE.test(name))
  );
}

/** What trackers and people put before the matter itself; taken off again and again until none is left. */
const PREFIXES: readonly RegExp[] = [
  /^\s*[[【(][^\])】]{1,40}[\])】]\s*[:–—-]?\s*/,
  /^(?:re|fwd?|aw)\s*:\s*/i,
  /^(?:possible |potential |minor |major |critical )?(?:bug(?: report)?|issue|problem|error|feature(?: request)?|enhancement|question|help(?: wanted| needed)?|support|discussion|suggestion|request|proposal|idea|rfc|psa|rant|regression|docs?|task|story|epic|tracking|meta|ask hn|show hn|tell hn|til|eli5|urgent|update|solved|closed|wip|todo|wish|wishlist|wanted|poll|survey|story time|observation|reminder|heads up|warning|note|edit|follow[- ]up)\s*(?:\([^)]{1,30}\))?\s*[:|–—]\s+/i,
  /^(?:feat|fix|chore|perf|refactor|test|ci|build|docs)(?:\([^)]{1,40}\))?!?:\s+/i,
  /^[A-Z][A-Z0-9]{1,9}-\d+\s*[:.|–—-]?\s*/,
  /^#\d+\s*[:.|–—-]?\s*/,
  /^(?:clone|copy|umbrella|meta|[uü]ber)(?:[- ]?(?:jira|bug|issue|ticket))?\s*[:–—-]\s+/i,
  /^-\s+/,
  /^(?:just|simply|so|well|ok)\s+(?=\p{Ll})/iu,
  /^(?:[\w$]+\.){2,}[\w$]*(?:Exception|Error)\s*:\s+(?=\S+ \S)/,
  /^(?:(?:an? )?(?:whole )?lots? of|all(?: of)? the|a (?:few|couple of|number of)|a) (?=\p{Ll}\S* \S+ \S)/iu,
  /^[\w.-]{1,39}\/[\w.-]{1,60}(?:#\d+)?\s*[:|]\s*/,
  /^(?:hi|hello|hey|hiya|good morning|dear)\b[^.!?:,]{0,30}[,.!:]\s*/i,
  /^(?:please|pls|plz)\s+(?=\p{Ll})/iu,
  /^(?:please help(?: me)?|help(?: me)?(?: please)?|urgent)\s*[:!,.–—-]+\s*/i,
];

const SUFFIXES: readonly RegExp[] = [
  /[\s,;:–—-]*\b(?:please|pls|plz)?\s*(?:help(?: me)?(?: out)?|advise|assist)(?: please| pls| me)*[\s!.?]*$/i,
  /[\s,;:–—-]+(?:any (?:ideas?|help|suggestions?|thoughts?|advice)|thoughts|anyone(?: else)?|is it just me|wtf|lol|ugh|sigh|thanks?(?: in advance)?|thank you|rant over|sorry)[\s!.?]*$/i,
  /\s*\((?:#\d+|[A-Z][A-Z0-9]{1,9}-\d+|v?\d+(?:\.\d+)+[^)]{0,20}|solved|closed|duplicate|edit[^)]{0,20}|[^)]{0,3})\)\s*$/i,
  /,? (?:due to|with|because of|and get|giving) (?:the |this |an? )?(?:following |below )?(?:errors?|exceptions?|reasons?|stack ?trace)(?: (?:below|message))?$/i,
  /\s*[[【][^\]】]{1,30}[\]】]\s*$/,
  /\s+(?:for|after|in|within|every|of) (?:about |over |up to )?\d+\s?(?:ms|s|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|months?)$/i,
  /[\s.,;:!…–—/|([{-]+$/,
];

/** Written large for stress, not because they are names. */
const STRESSED =
  /\b(?:NOT|NEVER|ALWAYS|EVERY|ALL|AGAIN|STILL|NO|WHY|ANY|ONLY|EVER|SINGLE|RANDOMLY|SUDDENLY|PLEASE|CANNOT|CANT|WHAT|HOW)\b/g;

/** Names that are written small even where a sentence begins. */
const SMALL_NAMES =
  /^(?:npm|npx|pnpm|yarn|git|gh|kubectl|helm|curl|pip|pipx|uv|cargo|rustc|tsc|eslint|webpack|vite|jest|vitest|pytest|gcc|clang|cmake|apt|brew|docker|kaniko|psql|pg|ssh|sudo|bash|zsh|vim|nvim|tmux|sed|awk|grep|iOS|macOS)\b/;

/** "ABFS: [Rename] Support links" and "[ABFS]: Support links" name one component. */
const COMPONENT_TAG = /^([\p{L}\p{N}][\w .-]{1,24}): \[[^\]]{1,30}\]:? (?=\S+ \S)/u;

/** Together with the word that leads to it: of "hangs since 2.3.1" is left "hangs", of "upgrade to 2.3 on Linux" "upgrade on Linux". */
const VERSION =
  /(?:\s+(?:in|after|since|on|with|to|from|at|of|for|before|until|as of|using|version|ver\.?|release))*\s*\(?(?<![\w.-])v?\d+(?:\.\d+){1,3}(?:\.x)?(?:[-+][\w.]+|\.(?:Final|RELEASE|GA))?(?: ?[-–] ?v?\d+(?:\.\d+){1,3})?(?: (?:and|or) (?:higher|later|newer|above|up|earlier|older))?\)?(?=[\s,;:!?).]|$)/gi;
/** Asked of one release, or of all the old ones: "Remove Thing 2.1 from the page" does not ask for the end of Thing. */
const REMOVED_RELEASE = /^(remove|drop|delete) (\S+) v?\d+(?:\.\d+)+(?= )/i;
/** "Use Thing 2.1" asks for the newer one. */
const WANTED_RELEASE = /^use (\S+) v?\d+(?:\.\d+)+$/i;
/** "rust-1.73.0" names a release of rust. */
const NAMED_RELEASE = /(?<![\w./-])(\p{L}{2,})-(\d+(?:\.\d+){2,})(?=[\s,;:!?).]|$)/gu;
const NUMBER_OF_VERSION = /\d+(?:\.\d+)+/;

const ISSUE_REFERENCE =
  /(?:\s+(?:after|since|in|of|for|from|by|with|see|via|per|due to))?\s*\(?(?:\B#\d+|\b[Bb]ug #?\d{5,}|\b[A-Z][A-Z0-9]{1,9}-\d{2,})\)?(?=[\s,;:!?).]|$)/g;

const LAST_REFERENCE = /(?: [–—-])? \(?(?:bug ?#?\d{4,}|#\d+)\)?$/i;

/** Characters read; a title that goes on is a text. */
const READ = 300;

function stripRepeatedly(text: string, patterns: readonly RegExp[]): string {
  let current = text;
  for (let before = ''; before !== current; ) {
    before = current;
    for (const pattern of patterns) {
      const stripped = current.replace(pattern, '').trim();
      if (stripped !== '') current = stripped;
    }
  }
  return current;
}

function lowerShouting(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  if (letters > 12 && capitals > letters * 0.6) return text.toLowerCase();
  return text.replace(STRESSED, (word) => word.toLowerCase());
}

/** A plain word that begins a name gets a capital. */
export function capitalise(text: string): string {
  const first = text.split(' ', 1)[0] ?? '';
  if (SMALL_NAMES.test(text) || !/^\p{Ll}[\p{Ll}'’,-]*$/u.test(first)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A title as its author wrote it, on one line of plain text and without what trackers put before it. */
export const clearTitle = (title: string): string =>
  lowerShouting(stripRepeatedly(stripMarkup(title.slice(0, READ)), PREFIXES)).replace(LAST_REFERENCE, '');

/**
 * A title as the name of a matter: without tracker prefixes, issue keys, pleas and shouting. Versions stay out unless
 * `keepVersion` says that others write of the same one. One line of plain text; '' when nothing is left.
 */
export function cleanTitle(title: string, keepVersion: (version: string) => boolean): string {
  const plain = stripRepeatedly(stripMarkup(title.slice(0, READ)), PREFIXES);
  const unversioned = plain
    .replace(COMPONENT_TAG, '$1: ')
    .replace(REMOVED_RELEASE, '$1 old $2 releases')
    .replace(WANTED_RELEASE, 'Upgrade $1')
    .replace(VERSION, (phrase) => (keepVersion(NUMBER_OF_VERSION.exec(phrase)?.[0] ?? '') ? phrase : ''))
    .replace(NAMED_RELEASE, (phrase, name: string, version: string) => (keepVersion(version) ? phrase : name))
    .replace(ISSUE_REFERENCE, '')
    .replace(/([!?])[!?]+/g, '$1')
    .replace(/\.{2,}/g, '…')
    .replace(/\s+/g, ' ')
    .replace(/\b(in|to|of|on|for|is|with) \1\b/g, '$1');
  const bare = stripRepeatedly(stripRepeatedly(unversioned.trim(), SUFFIXES), PREFIXES);
  return /[\p{L}\p{N}]/u.test(bare) ? capitalise(lowerShouting(bare)) : '';
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Longer runs are no words, and searching them for capitals takes quadratic time. */
const LONGEST_WORD = 30;
/** JSON, OAuth, GitHub; not a word that somebody shouts. */
const ACRONYM = /^\p{Lu}{3,4}\d?$|^\p{Lu}\d\p{Lu}$|\p{Lu}.*\p{Ll}.*\p{Lu}|\p{Ll}.*\p{Lu}/u;

/** Share of a word's uses that must be capitals for it to be an acronym that somebody typed small. */
const ACRONYM_SHARE = 0.5;

/**
 * Gives words the case in which the texts write them: somebody's "json" becomes the others' "JSON". Only acronyms and names
 * with capitals inside are restored; words that are merely shouted by few stay as they are.
 */
export function createCaseRestorer(texts: readonly string[]): (text: string) => string {
  const uses = new Map<string, number>();
  const capitals = new Map<string, Map<string, number>>();
  for (const [word] of texts.join('\n').matchAll(WORD)) {
    const folded = word.toLowerCase();
    uses.set(folded, (uses.get(folded) ?? 0) + 1);
    if (word.length > LONGEST_WORD || !ACRONYM.test(word)) continue;
    const variants = capitals.get(folded) ?? new Map<string, number>();
    capitals.set(folded, variants.set(word, (variants.get(word) ?? 0) + 1));
  }
  return (text) =>
    text.replace(WORD, (word) => {
      if (word.length > LONGEST_WORD) return word;
      const [variant, count] = [...(capitals.get(word.toLowerCase()) ?? [])].sort((a, b) => b[1] - a[1])[0] ?? [
        word,
        0,
      ];
      const typedSmall =
        !ACRONYM.test(word) && count > 1 && count >= ACRONYM_SHARE * (uses.get(word.toLowerCase()) ?? 0);
      return typedSmall ? variant : word;
    });
}
