import type { TermCounts } from '../model/post.ts';
import { stem } from './stem.ts';

const WORDS = `
a about above after again against all almost alone along already also although always am among an and another any anybody
anyone anything anyway anywhere are aren't around as at away back be became because become been before behind being below
besides between beyond both but by can can't cannot could couldn't did didn't do does doesn't doing don't done down during
each either else enough especially etc even ever every everybody everyone everything everywhere except few for from further
get gets getting give given gives go goes going gone got had hadn't has hasn't have haven't having he hence her here hers
herself him himself his how however i i'd i'll i'm i've if in indeed instead into is isn't it it'd it'll it's its itself
just keep kept least less let let's lot lots made make makes making many may maybe me might mine more most mostly much must
my myself neither never no nobody none nor not nothing now nowhere of off often oh ok okay on once one ones only onto or
other others otherwise our ours ourselves out over own per perhaps please put quite rather re really said same saw say
says see seem seems seen several shall she should shouldn't since so some somebody somehow someone something sometimes
somewhere still such take taken takes than thank thanks that that's the their theirs them themselves then there there's
therefore these they they'd they'll they're they've thing things think this those though through thus till to together too
took toward towards two under unless until up upon us use used uses using usually various very via want wanted wants
was wasn't way we we'd we'll we're we've well went were weren't what what's whatever when whenever where whereas wherever
whether which while who whoever whole whom whose why will with within without won't would wouldn't yes yet you you'd you'll
you're you've your yours yourself able actually add apparently basically bit came cause certain clearly come comes course
currently definitely despite else's exactly far find first found fine good great guess happen happened happening happens
help hello hey hi hope idea instead issue kind know last like likely little look looking looks mean means need needed needs
new nice obviously old part particular people place point possible possibly pretty probably problem question right second
show shown simple simply sorry sort start stuff sure tell thought three time times today tried tries try trying turn turns
understand useful whatsoever wonder wondering work worked working works wrong yesterday redacted
`;

/** Words without topical meaning, unstemmed. */
const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Longer runs are hashes, keys or noise. */
const LONGEST_TERM = 40;

/** A word, including c++, c#, .net, node.js, snake_case and don't. */
const WORD = /\.?[\p{L}\p{N}\p{M}_]+(?:['’.][\p{L}\p{N}\p{M}_]+)*(?:\+\+|#)?/gu;

/** The same for ASCII, which is matched several times as fast without character classes. */
const ASCII_WORD = /\.?\w+(?:['.]\w+)*(?:\+\+|#)?/g;
const ASCII = /^[\0-\x7f]*$/;

const matchWords = (text: string): readonly string[] => text.match(ASCII.test(text) ? ASCII_WORD : WORD) ?? [];

/** Scripts written without spaces: each pair of adjacent characters is a term. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Word boundaries inside an identifier: aB, ABc. Digits don't split (k8s, oauth2). */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

const HTTP_FAILURE = /^[45]\d\d$/;

function isTerm(word: string): boolean {
  if (word.length < 2 || word.length > LONGEST_TERM) return false;
  return /\p{L}/u.test(word) ? !STOP_WORDS.has(word) : HTTP_FAILURE.test(word);
}

function characterPairs(word: string): string[] {
  const characters = [...word];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The terms of one written word: itself and, for an identifier, its parts. */
function termsOf(written: string): string[] {
  if (UNSPACED.test(written)) return characterPairs(written.toLowerCase());
  const whole = written.toLowerCase().replace('’', "'").replace(/'s$/, '');
  const parts = written.split(/[._]/u).flatMap((part) => part.split(HUMP));
  const words =
    parts.filter((part) => part !== '').length > 1 ? [whole, ...parts.map((part) => part.toLowerCase())] : [whole];
  return words.filter(isTerm).map(stem);
}

/** A piece of a text keeps the whole text in memory (V8), so what is kept is a copy. */
export const copyText = (piece: string): string => [...piece].join('');

const MOST_CACHED = 100_000;

/** Most words repeat, and splitting one costs far more than a lookup. A map, because an LRU's bookkeeping costs as much as the split. */
const cache = new Map<string, readonly string[]>();

function lookUp(written: string): readonly string[] {
  const cached = cache.get(written);
  if (cached !== undefined) return cached;
  const own = copyText(written);
  const terms = termsOf(own);
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(own, terms);
  return terms;
}

/**
 * The first `most` terms of a text, lower case and stemmed, without stop words and numbers other than HTTP error codes. An
 * identifier yields itself and its parts: "useEffect" gives useeffect and effect.
 */
export function tokenize(text: string, most = Number.POSITIVE_INFINITY): string[] {
  const terms: string[] = [];
  for (const written of matchWords(text)) {
    terms.push(...lookUp(written));
    if (terms.length >= most) return terms.slice(0, most);
  }
  return terms;
}

/** The terms of each word, of the first `most` that have any: several for an identifier, one for any other word. */
export function tokenizeWords(text: string, most = Number.POSITIVE_INFINITY): (readonly string[])[] {
  const words: (readonly string[])[] = [];
  for (const written of matchWords(text)) {
    if (words.length >= most) break;
    const terms = lookUp(written);
    if (terms.length > 0) words.push(terms);
  }
  return words;
}

/** Only this many terms of a body count; later ones are mostly logs and asides. */
const COUNTED_TERMS = 250;

/** A term of the title counts this many times. */
const TITLE_WEIGHT = 2;

/** URLs, which share words such as "www" and "issues". */
export const ADDRESS = /\b(?:https?|ftp|file):\/\/\S{1,2000}/g;

/** Term counts for clustering. An identifier and its parts together weigh as much as one word. */
export function countTerms(title: string | null, text: string): TermCounts {
  const counts = new Map<string, number>();
  const count = (written: string, times: number, most: number) => {
    let read = 0;
    for (const word of matchWords(written.replace(ADDRESS, ' '))) {
      const terms = lookUp(word).slice(0, most - read);
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + times / Math.sqrt(terms.length));
      read += terms.length;
      if (read >= most) break;
    }
  };
  count(title ?? '', TITLE_WEIGHT, Number.POSITIVE_INFINITY);
  count(text, 1, COUNTED_TERMS);
  return counts;
}
