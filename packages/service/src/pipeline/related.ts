import type { RelatedSignal } from './brief.ts';
import { TROUBLE } from './lexicon/phrasing.ts';
import { accountIn } from './summary.ts';
import { type Background, inverseFrequency } from './term-vector.ts';
import { tokenize } from './terms.ts';

export interface NamedSignal {
  id: string;
  topic: string;
  summary: string;
}

const TELLING_TERMS = 12;
const LEAST_SHARED = 2;
const MOST_RELATED = 5;
/** Words that put many things into a sentence and are about none of them. */
const FRAMES =
  /^(?:minutes?|hours?|days?|weeks?|seconds?|support|types?|versions?|shared|people|posts?|tests?|fail\w*|features?|code|files?|using|used|new|whole|every|each|some)$/i;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}+#._'-]*/gu;

/** For each signal the others that are told in at least two of the same telling words, most words first. */
export function findRelated(signals: readonly NamedSignal[], background: Background): Map<string, RelatedSignal[]> {
  const words = signals.map((signal) => tellingWords(`${signal.topic}. ${accountIn(signal.summary)}`, background));
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

/** The rarest terms of a text, each with the word it was read in, since a stem is nothing to show. */
function tellingWords(text: string, background: Background): Map<string, string> {
  const words = new Map<string, string>();
  for (const [written] of text.matchAll(WORD)) {
    const word = written.replace(/[.'_-]+$/, '');
    if (TROUBLE.test(word) || FRAMES.test(word)) continue;
    const [term, ...others] = tokenize(word);
    if (term !== undefined && others.length === 0 && !words.has(term)) words.set(term, word.toLowerCase());
  }
  const ranked = [...words].map(([term, word]) => ({ term, word, rarity: inverseFrequency(term, background) }));
  return new Map(
    ranked
      .sort((one, other) => other.rarity - one.rarity)
      .slice(0, TELLING_TERMS)
      .map(({ term, word }) => [term, word]),
  );
}
