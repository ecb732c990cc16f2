import { isNamedIn, keysOf, type ReadPost } from './posts.ts';

/** A name in an answer: a product, a place, an identifier such as openFile(). */
interface Name {
  text: string;
  isCode: boolean;
}

const EDGES = /^[^\p{L}\p{N}.]+|[^\p{L}\p{N}+#)]+$/gu;
const INNER_CAPITAL = /\p{Ll}\p{Lu}|\p{Lu}{2}/u;
/** A term, not a product: RPC, JDK. */
const ACRONYM = /^\p{Lu}{2,5}$/u;
const CODE = /\p{L}[._#]\p{L}|_|\(\)|\p{L}\d|\d\p{L}/u;
/** A post's repository and title. */
const TITLE_PARTS = 12;
const SENTENCE_END = /[.!?:]["')]?$/;
/** How English words end that begin a sentence without an article; names of people and products seldom do. */
const INFLECTED = /(?:s|ing|ed|er|ly|ion|ity)$/;

function namesIn(text: string, isWord: (word: string) => boolean): Name[] {
  const written = text.split(/[\s/]+|(?<=\p{L})-(?=\p{Lu})/u);
  return written.flatMap((token, at): Name[] => {
    const name = token
      .replace(/['’]s$/, '')
      .replace(EDGES, '')
      .replace(/(?<!\()\)$|(?<=\d)s$/, '');
    if (!/\p{L}{2}/u.test(name)) return [];
    if (CODE.test(name)) return [{ text: name, isCode: true }];
    if (INNER_CAPITAL.test(name)) return [{ text: name, isCode: false }];
    if (!/^\p{Lu}/u.test(name)) return [];
    const begins = at === 0 || SENTENCE_END.test(written[at - 1] ?? '');
    return begins && (INFLECTED.test(name) || isWord(name)) ? [] : [{ text: name, isCode: false }];
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

/**
 * A name that the cited posts don't have, or that is an author's, or that one post alone has: it may advertise. Names that
 * different posts have once each are cases: "Duden, VirusTotal or a Friendica community".
 */
export function findNameFault(text: string, { cited, all, isCommon }: PostsOfAnswer): NameFault | null {
  const authors = new Set(all.map(({ author }) => author.toLowerCase()));
  const once: { name: string; author: string | undefined }[] = [];
  for (const { text: name, isCode } of namesIn(text, (word) => isWordIn(word, all))) {
    const naming = all.filter((post) => isNamedIn(name, post));
    if (!cited.some((post) => naming.includes(post))) return { name, is: 'invented' };
    if (isCode) continue;
    if (authors.has(name.toLowerCase()) || isPerson(name, text, all)) return { name, is: 'of a person' };
    if (naming.length > 1 || ACRONYM.test(name) || isCommon(name)) continue;
    once.push({ name, author: naming[0]?.author });
  }
  const [first] = once;
  const isCaseList = new Set(once.map(({ author }) => author)).size > 1;
  return first === undefined || isCaseList ? null : { name: first.name, is: 'of one post' };
}
