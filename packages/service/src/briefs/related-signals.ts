import { saysNeed, saysTrouble } from '../naming/judge.ts';
import { withoutSettings } from '../naming/summary.ts';
import { readWords } from '../naming/words.ts';
import { type Background, inverseFrequency } from '../text/background.ts';
import { tokenize } from '../text/tokenize.ts';
import type { RelatedSignal } from './brief.ts';

export interface NamedSignal {
  id: string;
  topic: string;
  summary: string;
  /** What its posts weigh in, as {@link heaviestTerms} finds it. */
  heaviest: ReadonlySet<string>;
}

const DISTINCTIVE_WORDS = 12;
const HEAVIEST_TERMS = 16;
/** Share of all posts above which a word is about nothing in particular. */
const COMMON_SHARE = 0.08;
const LEAST_SHARED = 2;
const MOST_RELATED = 5;
/** Words that put many things into a sentence and are about none of them. */
const GENERIC_WORDS =
  /^(?:minutes?|hours?|days?|weeks?|seconds?|support|types?|versions?|shared|people|posts?|tests?|fail\w*|features?|code|files?|using|used|new|whole|every|each|some)$/i;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}+#._'-]*/gu;

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

/** For each signal the others that turn on at least two of the same telling words, most words first. */
export function findRelatedSignals(
  signals: readonly NamedSignal[],
  background: Background,
): Map<string, RelatedSignal[]> {
  const words = signals.map((signal) => distinctiveWords(signal, background));
  const holders = new Map<string, number[]>();
  for (const [index, telling] of words.entries())
    for (const term of telling.keys()) holders.set(term, [...(holders.get(term) ?? []), index]);

  return new Map(
    signals.map((signal, index) => {
      const shared = new Map<number, string[]>();
      for (const [term, word] of words[index] ?? [])
        for (const other of holders.get(term) ?? [])
          if (other !== index) shared.set(other, [...(shared.get(other) ?? []), word]);
      return [signal.id, nearest(signals, shared)];
    }),
  );
}

function nearest(signals: readonly NamedSignal[], shared: ReadonlyMap<number, string[]>): RelatedSignal[] {
  return [...shared]
    .filter(([, sharedTerms]) => sharedTerms.length >= LEAST_SHARED)
    .sort(([one, ones], [other, others]) => others.length - ones.length || one - other)
    .slice(0, MOST_RELATED)
    .flatMap(([index, sharedTerms]) => {
      const signal = signals[index];
      return signal === undefined ? [] : [{ id: signal.id, topic: signal.topic, sharedTerms }];
    });
}

/** The rarest terms of a signal's topic and summary that its posts turn on, each with the word it was read in, since a stem is nothing to show. */
function distinctiveWords({ topic, summary, heaviest }: NamedSignal, background: Background): Map<string, string> {
  const text = `${topic}. ${withoutSettings(summary)}`;
  const words = new Map<string, string>();
  for (const [written] of text.matchAll(WORD)) {
    const word = written.replace(/[.'_-]+$/, '');
    const keys = readWords(word).flatMap((read) => read.keys);
    if (saysTrouble(keys) || saysNeed(keys) || GENERIC_WORDS.test(word)) continue;
    const [term, ...others] = tokenize(word);
    if (term === undefined || others.length > 0 || words.has(term) || !heaviest.has(term)) continue;
    words.set(term, word.toLowerCase());
  }
  const ranked = [...words].map(([term, word]) => ({ term, word, rarity: inverseFrequency(term, background) }));
  return new Map(
    ranked
      .sort((one, other) => other.rarity - one.rarity)
      .slice(0, DISTINCTIVE_WORDS)
      .map(({ term, word }) => [term, word]),
  );
}
