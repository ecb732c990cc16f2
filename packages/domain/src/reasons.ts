import { type CitedEvidence, explainingSentence, namesCause, wordsOf } from './evidence.ts';

/** What a post says, in one sentence. */
export interface Reason {
  sentence: string;
  namesCause: boolean;
  source: CitedEvidence;
}

const MAX_REASONS = 3;
/** Words of three letters and fewer say little. */
const MIN_WORD_LENGTH = 4;
/** Of the words of both: from here on two sentences say the same. */
const SAME = 0.5;

/** A sentence each of different people's posts, newest first, those that name a cause before others. None says what another does. */
export function reasonsIn(posts: readonly CitedEvidence[], about: string): Reason[] {
  const people = new Set<string>();
  const reasons: Reason[] = [];
  for (const post of posts) {
    const sentence = explainingSentence(post, about) ?? post.title;
    const person = post.author ?? post.url ?? sentence ?? '';
    if (sentence === null || people.has(person)) continue;
    people.add(person);
    reasons.push({ sentence, source: post, namesCause: namesCause(sentence, about) });
  }
  const different: Reason[] = [];
  for (const reason of reasons.toSorted((one, other) => Number(other.namesCause) - Number(one.namesCause))) {
    if (different.every(({ sentence }) => !isSameStatement(sentence, reason.sentence))) different.push(reason);
  }
  return different.slice(0, MAX_REASONS);
}

function isSameStatement(one: string, other: string): boolean {
  const [words, others] = [new Set(wordsOf(one, MIN_WORD_LENGTH)), new Set(wordsOf(other, MIN_WORD_LENGTH))];
  return words.intersection(others).size > SAME * words.union(others).size || one === other;
}
