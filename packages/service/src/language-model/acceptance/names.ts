import { isNamedIn, keysOf, type ReadPost } from './posts.ts';

/** A name in an answer: a product or place, a site such as "shop.example", a call such as "os.walk()", an identifier such as openFile. */
interface Name {
  text: string;
  kind: 'word' | 'site' | 'call' | 'code';
}

const EDGES = /^[^\p{L}\p{N}.]+|[^\p{L}\p{N}+#)]+$/gu;
const INNER_CAPITAL = /\p{Ll}\p{Lu}|\p{Lu}{2}/u;
/** A term, not a product: RPC, JDK. */
const ACRONYM = /^\p{Lu}{2,5}$/u;
const CODE = /\p{L}[._#]\p{L}|_|\(\)|\p{L}\d|\d\p{L}/u;
/** What readers may take for a domain, so config.yaml too, with stray marks before and behind. "Node.js" is none. */
const SIGN = '[\\p{L}\\p{N}]\\p{M}*';
const BEFORE_SITE = '(?<![\\p{L}\\p{N}\\p{M}][_.@-]{0,3})';
const LABEL = `${SIGN}(?:[_-]{0,3}${SIGN})*`;
const LAST_LABEL = '(?!(?:js|ts)(?![\\p{L}\\p{N}]))(?:(?:\\p{L}\\p{M}*){2,}|xn--[\\p{L}\\p{N}-]+)';
const AFTER_SITE = '(?!\\p{M}|[_.-]{0,3}[\\p{L}\\p{N}])';
const SITE = new RegExp(`${BEFORE_SITE}(?:${LABEL}\\.)+${LAST_LABEL}${AFTER_SITE}`, 'gu');
/** A post's repository and title. */
const TITLE_PARTS = 12;
const SENTENCE_END = /[.!?:]["')]?$/;
/** How English words end that begin a sentence without an article; names of people and products seldom do. */
const INFLECTED = /(?:s|ing|ed|er|ly|ion|ity)$/;

function namesIn(text: string, isWord: (word: string) => boolean): Name[] {
  const written = text.split(/[\s/,;|]+|(?<=\p{L})-(?=\p{Lu})/u);
  return written.flatMap((token, at): Name[] => {
    const sites = [...token.matchAll(SITE)];
    if (sites.length > 0)
      return sites.map(({ 0: site, index }) => ({
        text: site,
        kind: token[index + site.length] === '(' ? 'call' : 'site',
      }));
    const name = token
      .replace(/['’]s$/, '')
      .replace(EDGES, '')
      .replace(/(?<!\()\)$|(?<=\d)s$/, '');
    if (!/\p{L}{2}/u.test(name)) return [];
    if (CODE.test(name)) return [{ text: name, kind: 'code' }];
    if (INNER_CAPITAL.test(name)) return [{ text: name, kind: 'word' }];
    if (!/^\p{Lu}/u.test(name)) return [];
    const begins = at === 0 || SENTENCE_END.test(written[at - 1] ?? '');
    return begins && (INFLECTED.test(name) || isWord(name)) ? [] : [{ text: name, kind: 'word' }];
  });
}

/** A word that posts of two authors use is no name of a person; function words have no keys. */
const isWordIn = (word: string, posts: readonly ReadPost[]): boolean =>
  keysOf(word.toLowerCase()).every((key) => posts.filter(({ keys }) => keys.has(key)).length > 1);

/** What people do and products don't. */
const ACTS =
  'wants?|says?|said|thinks?|finds?|found|reports|reported|suggest(?:s|ed)?|asks|asked|complain(?:s|ed)?|tried|tries|sees|saw|notes|noted|believes?|argue[sd]?|blame[sd]?|propose[sd]?|hopes?|wrote|writes|confirms?|claim(?:s|ed)|chase[sd]?|(?:is|are|was|were) (?:asked|told|called in)';

/** A name that acts as a person does, and is in no two titles. */
const isPerson = (name: string, text: string, posts: readonly ReadPost[]): boolean =>
  new RegExp(`\\b${RegExp.escape(name)}(?:,? and [\\p{L}-]+)? (?:${ACTS})\\b`, 'iu').test(text) &&
  posts.filter(({ parts }) => parts.slice(0, TITLE_PARTS).includes(name.toLowerCase())).length < 2;

export interface NameFault {
  name: string;
  is: 'invented' | 'of one post' | 'of a person';
}

export interface PostsOfAnswer {
  cited: readonly ReadPost[];
  /** All that the model saw. */
  all: readonly ReadPost[];
  /** Whether many other posts have a name, too. */
  isCommon: (name: string) => boolean;
}

/** As it is written: the words "login page" are no site login.page. Code may have "Sets#of()" for Sets.of. */
const isSiteIn = (site: string, { text }: ReadPost, behind = ''): boolean =>
  new RegExp(`${BEFORE_SITE}${RegExp.escape(site)}${AFTER_SITE}${behind}`, 'iu').test(text.replace(/#|::/g, '.'));

/** A site doesn't become code by brackets: "shop.example()". What one post alone has is code where it is a call there, and has capitals. */
function isSiteOfOne(call: string, posts: readonly ReadPost[]): boolean {
  const [first, second] = posts.filter((post) => isSiteIn(call, post));
  if (first === undefined || second !== undefined) return false;
  return !(INNER_CAPITAL.test(call) && isSiteIn(call, first, '\\('));
}

/**
 * A name that the cited posts don't have, or that is an author's, or that one post alone has: it may advertise. Names other than
 * sites that different posts have once each are cases: "Duden, VirusTotal or a Friendica community".
 */
export function findNameFault(text: string, { cited, all, isCommon }: PostsOfAnswer): NameFault | null {
  const authors = new Set(all.map(({ author }) => author.toLowerCase()));
  const once: { name: string; author: string | undefined }[] = [];
  for (const { text: name, kind } of namesIn(text, (word) => isWordIn(word, all))) {
    const naming = all.filter((post) => (kind === 'site' ? isSiteIn : isNamedIn)(name, post));
    if (!cited.some((post) => naming.includes(post))) return { name, is: 'invented' };
    if (kind === 'call' && isSiteOfOne(name, all)) return { name, is: 'of one post' };
    if (kind === 'code' || kind === 'call') continue;
    if (authors.has(name.toLowerCase()) || isPerson(name, text, all)) return { name, is: 'of a person' };
    if (naming.length > 1) continue;
    if (kind === 'site') return { name, is: 'of one post' };
    if (!ACRONYM.test(name) && !isCommon(name)) once.push({ name, author: naming[0]?.author });
  }
  const [first] = once;
  const isCaseList = new Set(once.map(({ author }) => author)).size > 1;
  return first === undefined || isCaseList ? null : { name: first.name, is: 'of one post' };
}
