import { readFileSync, writeFileSync } from 'node:fs';
import type { Model } from '../../handlers/commands/natural-language/classifier.ts';
import { takePeriod } from '../../handlers/commands/natural-language/period-phrases.ts';
import { type Span, topicFeatures } from '../../handlers/commands/natural-language/topic.ts';
import {
  intentFeatures,
  type Models,
  type Prepared,
  prepare,
} from '../../handlers/commands/natural-language/understand.ts';

/** Learns from `examples.txt` what sentences ask for: `npm run learn` writes `model.json`. */

interface Example {
  /** Who wrote it. */
  author: string;
  intent: string;
  isAboutSignal: boolean;
  said: Prepared;
  topic: Span | null;
}

/** Lines of `intent | a sentence with its [topic]`; `@signal`: said of a signal. */
export function readExamples(): Example[] {
  let author = '';
  return readFileSync(new URL('examples.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('# By ')) author = line.slice(5);
      const [, intent, about, marked = ''] = /^(\w+)( @signal)? \| (.+)$/.exec(line) ?? [];
      if (intent === undefined) return [];
      const { rest, period } = takePeriod(marked.replace(/[[\]]/g, ''), 0);
      const said = prepare(rest, period !== null);
      const topic = findMarked(said, /\[(.+)\]/.exec(marked)?.[1]);
      return [{ author, intent, isAboutSignal: about !== undefined, said, topic }];
    });
}

/** Where the marked words are once period and limits are taken out. */
function findMarked({ text, words }: Prepared, marked: string | undefined): Span | null {
  const start = marked === undefined ? -1 : text.toLowerCase().indexOf(marked.toLowerCase());
  if (marked === undefined || start < 0) return null;
  const first = words.findIndex(({ end }) => end > start);
  const last = words.findLastIndex((word) => word.start < start + marked.length);
  return first < 0 || last < first ? null : { first, last };
}

export function learnFrom(examples: readonly Example[]): Models {
  return {
    topic: learn(
      examples.flatMap(({ said: { words }, topic }) =>
        words.map((_, at) => ({
          features: topicFeatures(words, at),
          label: topic !== null && at >= topic.first && at <= topic.last ? 'topic' : 'other',
        })),
      ),
    ),
    intent: learn(
      examples.map(({ said, topic, intent, isAboutSignal }) => ({
        features: intentFeatures(said, topic, isAboutSignal),
        label: intent,
      })),
    ),
  };
}

const ROUNDS = 15;
const RATE = 0.3;
/** Keeps weights small that few examples support. */
const DECAY = 0.01;
const SMALLEST = 8;

/** Multinomial logistic regression by AdaGrad. The same examples always give the same weights. */
function learn(examples: readonly { features: readonly string[]; label: string }[]): Model {
  const labels = [...new Set(examples.map(({ label }) => label))].sort();
  const features = [...new Set(examples.flatMap((each) => each.features))];
  const indexes = new Map(features.map((feature, index) => [feature, index * labels.length]));
  const weights = new Float64Array(features.length * labels.length);
  const squares = new Float64Array(weights.length).fill(0.01);
  const rows = examples.map((example) => ({
    at: [...new Set(example.features)].map((feature) => indexes.get(feature) ?? 0),
    label: labels.indexOf(example.label),
  }));
  const read = (from: Float64Array, at: number): number => from[at] ?? 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let index = 0; index < rows.length; index++) {
      // Another order in each round, without chance.
      const row = rows[(index * 7919 + round * 104_729) % rows.length];
      if (row === undefined) continue;
      const sums = labels.map((_, label) => row.at.reduce((sum, at) => sum + read(weights, at + label), 0));
      const most = Math.max(...sums);
      const total = sums.reduce((sum, each) => sum + Math.exp(each - most), 0);
      for (const [label, sum] of sums.entries()) {
        const error = Math.exp(sum - most) / total - (label === row.label ? 1 : 0);
        for (const start of row.at) {
          const at = start + label;
          const gradient = error + DECAY * read(weights, at);
          squares[at] = read(squares, at) + gradient * gradient;
          weights[at] = read(weights, at) - (RATE * gradient) / Math.sqrt(read(squares, at));
        }
      }
    }
  }
  const weightsOf = (start: number): number[] =>
    labels.flatMap((_, label) => {
      const hundredths = Math.round(read(weights, start + label) * 100);
      return Math.abs(hundredths) < SMALLEST ? [] : [label, hundredths];
    });
  const kept = [...indexes]
    .map(([feature, at]) => [feature, weightsOf(at)] as const)
    .filter(([, each]) => each.length > 0);
  return { labels, weights: Object.fromEntries(kept) };
}

if (import.meta.main) {
  const lines = JSON.stringify(learnFrom(readExamples())).replaceAll('],"', '],\n"');
  writeFileSync(new URL('../../handlers/commands/natural-language/model.json', import.meta.url), `${lines}\n`);
}
