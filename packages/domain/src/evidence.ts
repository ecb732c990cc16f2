import { createHash } from 'node:crypto';

/** An excerpt of a post and its source. */
export interface CitedEvidence {
  provider: string | null;
  title: string | null;
  /** Null when only the title is known. */
  excerpt: string | null;
  author: string | null;
  url: string | null;
  licence: string | null;
  /** When it was written; null if unknown. */
  postedAt: string | null;
  /** When it was found. */
  foundAt: string | null;
}

/** Evidence from a list or a brief; each may lack fields. */
interface EvidenceSource {
  chunkId?: string | null | undefined;
  provider?: string | null | undefined;
  externalId?: string | null | undefined;
  url?: string | null | undefined;
  excerpt?: string | null | undefined;
}

/** The most specific of {@link fingerprintsOf}. */
export const fingerprintOf = (evidence: EvidenceSource): string => fingerprintsOf(evidence)[0];

/**
 * Hashes that identify a post, the most specific first: its id at the source, its URL, the chunk's id, its first words. Hiding a
 * post hides all of them, because a brief gives fewer of these fields than a list.
 */
export function fingerprintsOf({ chunkId, provider, externalId, url, excerpt }: EvidenceSource): [string, ...string[]] {
  const ids = [
    externalId ? hashOf('post', provider ?? '', externalId) : null,
    url ? hashOf('address', url) : null,
    chunkId ? hashOf('chunk', chunkId) : null,
    excerpt ? hashOf('words', firstWords(excerpt)) : null,
  ].filter((id) => id !== null);
  const [surest = hashOf('nothing'), ...others] = ids;
  return [surest, ...others];
}

/** Identifies one excerpt; several excerpts of a post share its fingerprints. */
export const excerptFingerprintOf = (evidence: EvidenceSource): string =>
  hashOf('piece', fingerprintOf(evidence), evidence.chunkId ?? firstWords(evidence.excerpt ?? ''));

/** Hashed, so that hiding a post doesn't store its text. */
const hashOf = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const firstWords = (excerpt: string): string => excerpt.trim().slice(0, 80);

/** Shorter ones say nothing alone, longer ones are no sentence. */
const [MIN_LENGTH, MAX_LENGTH] = [25, 300];
const MIN_WORD_LENGTH = 3;
/** Of one post. */
const MAX_SENTENCES = 60;

/** A call, an assignment or a statement: code outside its fence. */
const IS_CODE = /[{}=;]|\w\(\S*\)/;

/** In lower case, those of at least `shortest` characters. */
export const wordsOf = (text: string, shortest: number): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(({ length }) => length >= shortest);

/** `token` and `tokens`, `login` and `logins`. */
export const isSameWord = (one: string, other: string): boolean =>
  (one.startsWith(other) || other.startsWith(one)) && Math.abs(one.length - other.length) <= 2;

/** Whether a text has all the words. */
export function hasAllWords(text: string, words: string): boolean {
  const [wanted, said] = [wordsOf(words, 1), wordsOf(text, 1)];
  return wanted.length > 0 && wanted.every((word) => said.some((other) => isSameWord(word, other)));
}

/** Whether a text has all the words, next to each other in their order. */
export function hasWordsInOrder(text: string, words: string): boolean {
  const [wanted, said] = [wordsOf(words, 1), wordsOf(text, 1)];
  return said.some((_, from) => wanted.every((word, at) => isSameWord(word, said[from + at] ?? '')));
}

/** A post's sentences that can be quoted; one that the end of the excerpt cuts off only where there is no other. */
function sentencesOf(text: string): string[] {
  const sentences = splitSentences(text);
  const whole = sentences.filter((each) => !each.endsWith('…'));
  return whole.length > 0 ? whole : sentences;
}

const splitSentences = (text: string): string[] =>
  text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((each) => each.length >= MIN_LENGTH && each.length <= MAX_LENGTH && !IS_CODE.test(each))
    .slice(0, MAX_SENTENCES);

/** The sentence of a post with most words of `about`, the first of several. Null when none can be quoted. */
export function bestSentence(text: string, about: string): string | null {
  const wanted = wordsOf(about, MIN_WORD_LENGTH);
  const rated = sentencesOf(text).map((sentence) => {
    const said = wordsOf(sentence, MIN_WORD_LENGTH);
    return { sentence, shared: wanted.filter((word) => said.some((other) => isSameWord(word, other))).length };
  });
  return rated.toSorted((one, other) => other.shared - one.shared)[0]?.sentence ?? null;
}

const CHANGE =
  '(?:upgrad|updat|migrat|switch|mov(?:ed|ing)|chang|releas|deploy|install|enabl|introduc|add(?:ed|ing))\\w*';
/** "Looks like a race": a guess is a clue. */
const GUESS = 'I suspect|(?:looks|seems|appears) (?:like|to be) an? (?:[\\w-]+ )?(?:race|regression|leak|deadlock)';
/** Words that lead to a cause: "because the hook is gone", "after we upgraded". "Since 2.18" says when, and "after 41 minutes" neither. */
const CAUSE = new RegExp(
  `(?<![\\w-])(?:because|due to|caused by|thanks to|turns out|the (?:root )?(?:cause|reason|culprit) (?:is|was)|(?:since|after) (?:\\S+ ){0,4}?${CHANGE}|(?:${GUESS})\\b)`,
  'i',
);

/** "Because nobody wants to wait" says why people do something, not what goes wrong. */
const WISH =
  /^(?:because|due to|thanks to) (?:no ?body|no one|people|every(?:one|body)|some(?:one|body)|we|I|they|users|developers|every \w+) (?:\w+ )?(?:wants?|wanted|needs?|needed|prefers?|likes?|trusts?|dares?|cares?|says?)\b/i;

/** These follow an effect, which can be anybody's; a change follows what goes wrong. */
const REASON = /^(?:because|due to|thanks to)/i;
const BEGINS = /^\W*(?:(?:and|but|so|now|also|maybe|perhaps|probably|apparently|then)\b\W*)*/i;
/** "It fails because …", "The problem is due to …": the effect is the pain. */
const IT =
  /^(?:it|this|that|these|they|the (?:issue|problem|bug|error|failure|crash|regression)s?|start(?:s|ed)?|broken?|began|happen(?:s|ing|ed)?|occur(?:s|red)?|fail(?:s|ing|ed)?|stopped|appeared)\b/i;

/** "We refunded customers because of double events" names what the pain causes, not what causes it; so does "people restart it because half of it is empty". */
export function namesCause(sentence: string, about: string): boolean {
  const found = CAUSE.exec(sentence);
  if (found === null) return false;
  const isNamed = (text: string) => sharedWords(text, wordsOf(about, MIN_SHARED_LENGTH)) > 0;
  const [effect, cause] = [sentence.slice(0, found.index).replace(BEGINS, ''), sentence.slice(found.index)];
  if (WISH.test(cause)) return false;
  if (effect.trim() === '' || isNamed(effect)) return true;
  return !isNamed(cause) && (!REASON.test(cause) || IT.test(effect));
}

/** Reasons. A guess is none, and a change before only may be. */
const STATED =
  /(?<![\w-])(?:because|due to|caused by|thanks to|the (?:root )?(?:cause|reason|culprit) (?:is|was))(?![\w-])/i;
const UNSURE =
  /\b(?:maybe|perhaps|probably|possibly|likely|might|may|could|apparently|looks|seems|I (?:think|guess|suspect|assume|believe)|not (?:because|due|caused|clear|sure)|(?:is|was)n['’]t (?:because|due|caused|clear)|unclear|unknown|whether)\b|\?$/i;
const PROBLEM =
  /^(?:(?:it|this|that) (?:is|was|happen|occur|fail|break|broke|stop|start)|the (?:issue|problem|bug|error|failure|crash|regression)\b)/i;

/** Whether a sentence says why the problem itself happens. Others that name a cause may guess, or say why something else follows from it. */
export function statesCause(sentence: string, problem: string): boolean {
  const found = STATED.exec(sentence);
  if (found === null || UNSURE.test(sentence) || !namesCause(sentence, problem)) return false;
  const isProblem = (text: string) => sharedWords(text, wordsOf(problem, MIN_SHARED_LENGTH)) >= MIN_SHARED;
  const effect = sentence.slice(0, found.index).replace(BEGINS, '').trim();
  // "Because webhooks arrive twice, we refund customers" says what follows from the problem.
  if (effect === '') return !isProblem(sentence.split(',')[0] ?? '');
  return PROBLEM.test(effect) || isProblem(effect);
}

const sharedWords = (text: string, wanted: readonly string[]): number =>
  new Set(wordsOf(text, MIN_SHARED_LENGTH).filter((word) => wanted.some((other) => isSameWord(word, other)))).size;

/** Words that a sentence shares with what the signal is about. One that names a cause needs none. */
const MIN_SHARED = 2;
const MIN_SHARED_LENGTH = 4;

/** The sentence of a post that gives the cause of what it is `about`, else the one that says most about it. Null without either. */
export function explainingSentence(
  { excerpt, title }: Pick<CitedEvidence, 'excerpt' | 'title'>,
  about: string,
): string | null {
  const wanted = wordsOf(about, MIN_SHARED_LENGTH);
  const shared = (text: string) => sharedWords(text, wanted);
  const isAbout = title !== null && shared(title) >= MIN_SHARED;
  const [best] = sentencesOf(excerpt ?? '')
    .map((sentence) => ({ sentence, shared: shared(sentence), isCause: namesCause(sentence, about) }))
    .filter(({ shared: count, isCause }) => count >= MIN_SHARED || (isCause && (count > 0 || isAbout)))
    .toSorted((one, other) => Number(other.isCause) - Number(one.isCause) || other.shared - one.shared);
  return best?.sentence ?? null;
}
