import { saysNeed, saysTrouble } from '../naming/judge.ts';
import { VERBS } from '../naming/lexicon.ts';
import { withoutSettings } from '../naming/summary.ts';
import { readWords } from '../naming/words.ts';
import { type Background, inverseFrequency } from '../text/background.ts';
import { tokenize } from '../text/tokenize.ts';
import type { RelatedSignal } from './brief.ts';
import { isGeneric } from './generic.ts';

export interface NamedSignal {
  id: string;
  topic: string;
  summary: string;
  /** What its posts weigh in, as {@link heaviestTerms} finds it. */
  heaviest: ReadonlySet<string>;
}

const HEAVIEST_TERMS = 16;
/** Share of all posts above which a word is about nothing in particular. */
const COMMON_SHARE = 0.08;
/** Words of a phrase. */
const LONGEST_PHRASE = 3;
/** Words of both topics that relate two signals without a phrase. */
const LEAST_WORDS = 2;
const MOST_RELATED = 5;
/** The rare terms that most of a signal's posts turn on. One post's aside, or a word that all posts use, is none of them. */
export function heaviestTerms(
  clusters: readonly { terms: readonly (readonly [term: string, weight: number])[] }[],
  background: Background,
): Set<string> {
  const weights = new Map<string, number>();
  for (const { terms } of clusters)
    for (const [term, weight] of terms) weights.set(term, (weights.get(term) ?? 0) + weight);
  const isRare = (term: string) =>
    (background.documentFrequencies.get(term) ?? 0) <= COMMON_SHARE * background.documents;
  return new Set(
    [...weights]
      .filter(([term]) => isRare(term))
      .map(([term, weight]) => ({ term, weight: weight * inverseFrequency(term, background) }))
      .sort((one, other) => other.weight - one.weight)
      .slice(0, HEAVIEST_TERMS)
      .map(({ term }) => term),
  );
}

/** What a signal is about: phrases of its topic and summary, and words of its topic, by stem; each as it is written. */
interface Subject {
  phrases: ReadonlyMap<string, string>;
  words: ReadonlyMap<string, string>;
}

/** For each signal the others that are about the same: a phrase of both, or two words of both topics; most words first. */
export function findRelatedSignals(signals: readonly NamedSignal[]): Map<string, RelatedSignal[]> {
  const subjects = signals.map(subjectOf);
  const holders = new Map<string, number[]>();
  for (const [at, { phrases, words }] of subjects.entries())
    for (const key of new Set([...phrases.keys(), ...words.keys()]))
      holders.set(key, [...(holders.get(key) ?? []), at]);
  return new Map(
    signals.map(({ id }, at) => {
      const own = subjects[at] ?? subjectOf({ topic: '', summary: '', heaviest: new Set(), id });
      const near = new Set([...own.phrases.keys(), ...own.words.keys()].flatMap((key) => holders.get(key) ?? []));
      near.delete(at);
      const related = [...near].flatMap((other) => {
        const [signal, subject] = [signals[other], subjects[other]];
        const sharedTerms = signal === undefined || subject === undefined ? [] : sharedBy(own, subject);
        return signal === undefined || sharedTerms.length === 0
          ? []
          : [{ id: signal.id, topic: signal.topic, sharedTerms, other }];
      });
      const wordsOf = ({ sharedTerms }: RelatedSignal) => sharedTerms.join(' ').split(' ').length;
      related.sort((one, another) => wordsOf(another) - wordsOf(one) || one.other - another.other);
      return [id, related.slice(0, MOST_RELATED).map(({ other: _, ...each }) => each)];
    }),
  );
}

/** Longest phrases first, then words of both topics that are in none of them; nothing where one word is all. */
function sharedBy(one: Subject, other: Subject): string[] {
  const phrases = [...one.phrases].filter(([key]) => other.phrases.has(key)).sort(([a], [b]) => b.length - a.length);
  const kept = phrases.filter(([key], at) => !phrases.slice(0, at).some(([longer]) => longer.includes(key)));
  const words = [...one.words].filter(
    ([key]) => other.words.has(key) && !kept.some(([phrase]) => phrase.includes(key)),
  );
  if (kept.length === 0 && words.length < LEAST_WORDS) return [];
  return [...kept, ...words].map(([, written]) => written);
}

function subjectOf({ topic, summary, heaviest }: NamedSignal): Subject {
  const phrases = new Map<string, string>();
  for (const text of [topic, ...withoutSettings(summary).split(/[;:.]/)])
    for (const run of runsIn(text, heaviest))
      for (let from = 0; from < run.length; from++)
        for (let words = 2; words <= LONGEST_PHRASE && from + words <= run.length; words++) {
          const phrase = run.slice(from, from + words);
          phrases.set(phrase.map(({ term }) => term).join(' '), phrase.map(({ written }) => written).join(' '));
        }
  const words = new Map(
    runsIn(topic, heaviest).flatMap((run) => run.map(({ term, written }) => [term, written] as const)),
  );
  return { phrases, words };
}

/** Neighboring words that the posts turn on. */
function runsIn(text: string, heaviest: ReadonlySet<string>): { term: string; written: string }[][] {
  const runs: { term: string; written: string }[][] = [[]];
  for (const part of text.split(/\s+/)) {
    const written = part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '');
    const keys = readWords(written).flatMap((read) => read.keys);
    const [term, ...others] = tokenize(written);
    const isSubject =
      term !== undefined &&
      others.length === 0 &&
      heaviest.has(term) &&
      keys.length > 0 &&
      !saysTrouble(keys) &&
      !saysNeed(keys) &&
      !VERBS.has(written.toLowerCase()) &&
      !isGeneric(written);
    if (isSubject)
      runs.at(-1)?.push({ term, written: /\p{Lu}.*\p{Lu}|\d/u.test(written) ? written : written.toLowerCase() });
    if (!isSubject || written.length < part.length) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}
