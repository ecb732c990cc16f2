import { readFileSync, writeFileSync } from 'node:fs';
import { type Model, probabilitiesOf } from '../../handlers/commands/natural-language/classifier.ts';
import { takePeriod } from '../../handlers/commands/natural-language/period-phrases.ts';
import {
  type Span,
  sentenceFeatures,
  spanFeatures,
  spansOf,
  TOPIC_LABELS,
  wordFeatures,
} from '../../handlers/commands/natural-language/topic.ts';
import {
  intentFeatures,
  type Models,
  type Prepared,
  prepare,
} from '../../handlers/commands/natural-language/understand.ts';
import { wordsOf } from '../../handlers/commands/natural-language/vocabulary.ts';

/** Learns from `examples.txt` what sentences ask for: `npm run learn` writes `model.json`. */

export interface Example {
  /** Who wrote it. */
  author: string;
  intent: string;
  isAboutSignal: boolean;
  said: Prepared;
  topic: Span | null;
}

const linesOf = (name: string): string[] => readFileSync(new URL(name, import.meta.url), 'utf8').split('\n');

/** Lines of `intent | a sentence with its [topic]`; `@signal`: said of a signal. */
export function readExamples(): Example[] {
  let author = '';
  return linesOf('examples.txt').flatMap((line) => {
    if (line.startsWith('# By ')) author = line.slice(5);
    const [, intent, about, marked = ''] = /^(\w+)( @signal)? \| (.+)$/.exec(line) ?? [];
    if (intent === undefined) return [];
    const example = exampleOf(author, intent, about !== undefined, marked);
    // Nothing but a period.
    return example.said.words.length === 0 ? [] : [example];
  });
}

const TITLES = 'titles';

/** Titles of issues are topics. */
export const readTitles = (): Example[] =>
  linesOf('titles.txt')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((title) => exampleOf(TITLES, 'topic', false, `[${title}]`));

function exampleOf(author: string, intent: string, isAboutSignal: boolean, marked: string): Example {
  const { rest, period } = takePeriod(marked.replace(/[[\]]/g, ''), 0);
  const said = prepare(rest, period !== null);
  return { author, intent, isAboutSignal, said, topic: findMarked(said, /\[(.+)\]/.exec(marked)?.[1]) };
}

/** The same sentences about other topics, which have other words. */
function withOtherTopics(examples: readonly Example[]): Example[] {
  const about = examples.filter(({ topic }) => topic !== null);
  const topics = about.map(topicOf);
  return about.flatMap((example, index) => {
    const { author, intent, isAboutSignal, said } = example;
    const own = topicOf(example);
    if (own === said.text) return [];
    const other = topics[(index * 7919 + 13) % topics.length] ?? own;
    const start = said.text.indexOf(own);
    const text = `${said.text.slice(0, start)}${other}${said.text.slice(start + own.length)}`;
    const prepared = { ...said, text, words: wordsOf(text) };
    return [{ author, intent, isAboutSignal, said: prepared, topic: findMarked(prepared, other) }];
  });
}

export const topicOf = ({ said: { text, words }, topic }: Example): string =>
  topic === null ? '' : text.slice(words[topic.first]?.start, words[topic.last]?.end);

/** Where the marked words are once period and limits are taken out. */
function findMarked({ text, words }: Prepared, marked: string | undefined): Span | null {
  const start = marked === undefined ? -1 : text.toLowerCase().indexOf(marked.toLowerCase());
  if (marked === undefined || start < 0) return null;
  const first = words.findIndex(({ end }) => end > start);
  const last = words.findLastIndex((word) => word.start < start + marked.length);
  return first < 0 || last < first ? null : { first, last };
}

export const learnFrom = (examples: readonly Example[]): Models => ({
  topic: learnTopics([...examples, ...withOtherTopics(examples)]),
  intent: learnLabels(examples.map(labeled), examples.filter(isSelfContained).map(inThread).map(labeled)),
});

const labeled = ({ said, topic, intent, isAboutSignal }: Example): Labeled => ({
  features: intentFeatures(said, topic, isAboutSignal),
  label: intent,
});

/** A sentence of so many words asks for the same while a signal is in mind. */
const LONG = 5;
const FOLLOWING = ['refine', 'reset', 'more', 'back'];

const isSelfContained = ({ isAboutSignal, said, intent, author }: Example): boolean =>
  !isAboutSignal && said.words.length >= LONG && !FOLLOWING.includes(intent) && author !== TITLES;

const inThread = (example: Example): Example => ({ ...example, isAboutSignal: true });

const ROUNDS = 15;
const RATE = 0.15;
/** Keeps weights small that few examples support. */
const DECAY = 0.005;
const SMALLEST = 6;
const LEAST_SEEN = 3;

/** Weights of features for labels, moved by AdaGrad. */
class Weights {
  readonly #labels: readonly string[];
  readonly #indexes = new Map<string, number>();
  readonly #weights: number[] = [];
  readonly #squares: number[] = [];
  readonly #seen = new Map<string, number>();

  constructor(labels: readonly string[]) {
    this.#labels = labels;
  }

  /** Where the weights of features are. What only one example has is not learned: it says nothing about others. */
  at(features: Iterable<string>): number[] {
    return [...new Set(features)]
      .filter((each) => (this.#seen.get(each) ?? 0) >= LEAST_SEEN)
      .map((feature) => {
        const known = this.#indexes.get(feature);
        if (known !== undefined) return known;
        const index = this.#weights.length;
        this.#indexes.set(feature, index);
        for (const _ of this.#labels) {
          this.#weights.push(0);
          this.#squares.push(0.01);
        }
        return index;
      });
  }

  see(features: Iterable<string>): void {
    for (const feature of new Set(features)) this.#seen.set(feature, (this.#seen.get(feature) ?? 0) + 1);
  }

  sum(at: readonly number[], label: number): number {
    let sum = 0;
    for (const index of at) sum += this.#weights[index + label] ?? 0;
    return sum;
  }

  /** Corrects the weights by how much too probable they made a label. */
  correct(at: readonly number[], label: number, error: number): void {
    for (const start of at) {
      const index = start + label;
      const weight = this.#weights[index] ?? 0;
      const gradient = error + DECAY * weight;
      const squares = (this.#squares[index] ?? 0) + gradient * gradient;
      this.#squares[index] = squares;
      this.#weights[index] = weight - (RATE * gradient) / Math.sqrt(squares);
    }
  }

  /** Without the small ones. */
  model(): Model {
    const weightsOf = (start: number): number[] =>
      this.#labels.flatMap((_, label) => {
        const hundredths = Math.round((this.#weights[start + label] ?? 0) * 100);
        return Math.abs(hundredths) < SMALLEST ? [] : [label, hundredths];
      });
    const kept = [...this.#indexes]
      .map(([feature, at]) => [feature, weightsOf(at)] as const)
      .filter(([, each]) => each.length > 0);
    return { labels: this.#labels, weights: Object.fromEntries(kept) };
  }
}

/** Every example once a round, in another order each time, without chance. */
function* inRounds<Row>(rows: readonly Row[]): Generator<Row> {
  for (let round = 0; round < ROUNDS; round++)
    for (let index = 0; index < rows.length; index++) {
      const row = rows[(index * 7919 + round * 104_729) % rows.length];
      if (row !== undefined) yield row;
    }
}

interface Labeled {
  features: readonly string[];
  label: string;
}

/**
 * Multinomial logistic regression. The same examples always give the same weights.
 * @param more what others of the examples say again
 */
function learnLabels(examples: readonly Labeled[], more: readonly Labeled[]): Model {
  const labels = [...new Set(examples.map(({ label }) => label))].sort();
  const weights = new Weights(labels);
  for (const { features } of examples) weights.see(features);
  const rows = [...examples, ...more].map(({ features, label }) => ({
    at: weights.at(features),
    label: labels.indexOf(label),
  }));
  for (const { at, label } of inRounds(rows)) {
    const probabilities = probabilitiesOf(labels.map((_, each) => weights.sum(at, each)));
    for (const [each, probability] of probabilities.entries())
      weights.correct(at, each, probability - (each === label ? 1 : 0));
  }
  return weights.model();
}

const [INSIDE, FIRST, LAST, NONE] = [0, 1, 2, 3];

/** The same over all runs of words that can be the topic: the sum of their words', both ends' and their own weights. */
function learnTopics(examples: readonly Example[]): Model {
  const weights = new Weights(TOPIC_LABELS);
  for (const {
    said: { text, words },
  } of examples) {
    weights.see(sentenceFeatures(text, words));
    weights.see(words.flatMap((_, at) => wordFeatures(text, words, at)));
    weights.see(spansOf(words).flatMap((span) => (span === null ? [] : spanFeatures(words, span))));
  }
  const rows = examples.map(({ said: { text, words }, topic }) => {
    const spans = spansOf(words).map((span) => ({
      span,
      own: span === null ? [] : weights.at(spanFeatures(words, span)),
    }));
    return {
      spans,
      words: words.map((_, at) => weights.at(wordFeatures(text, words, at))),
      sentence: weights.at(sentenceFeatures(text, words)),
      right: spans.findIndex(({ span }) => span?.first === topic?.first && span?.last === topic?.last),
    };
  });
  for (const { spans, words, sentence, right } of inRounds(rows)) {
    const sums = [0];
    for (const at of words) sums.push((sums.at(-1) ?? 0) + weights.sum(at, INSIDE));
    const firsts = words.map((at) => weights.sum(at, FIRST));
    const lasts = words.map((at) => weights.sum(at, LAST));
    const none = weights.sum(sentence, NONE);
    const probabilities = probabilitiesOf(
      spans.map(({ span, own }) =>
        span === null
          ? none
          : (sums[span.last + 1] ?? 0) -
            (sums[span.first] ?? 0) +
            (firsts[span.first] ?? 0) +
            (lasts[span.last] ?? 0) +
            weights.sum(own, INSIDE),
      ),
    );
    const errors = words.map(() => ({ inside: 0, first: 0, last: 0 }));
    for (const [index, { span, own }] of spans.entries()) {
      const error = (probabilities[index] ?? 0) - (index === right ? 1 : 0);
      if (Math.abs(error) < LEAST_ERROR) continue;
      if (span === null) {
        weights.correct(sentence, NONE, error);
        continue;
      }
      weights.correct(own, INSIDE, error);
      for (let at = span.first; at <= span.last; at++) {
        const each = errors[at];
        if (each === undefined) continue;
        each.inside += error;
        if (at === span.first) each.first += error;
        if (at === span.last) each.last += error;
      }
    }
    for (const [index, { inside, first, last }] of errors.entries()) {
      const at = words[index] ?? [];
      weights.correct(at, INSIDE, inside);
      weights.correct(at, FIRST, first);
      weights.correct(at, LAST, last);
    }
  }
  return weights.model();
}

const LEAST_ERROR = 1e-4;

if (import.meta.main) {
  const lines = JSON.stringify(learnFrom([...readExamples(), ...readTitles()])).replaceAll('],"', '],\n"');
  writeFileSync(new URL('../../handlers/commands/natural-language/model.json', import.meta.url), `${lines}\n`);
}
