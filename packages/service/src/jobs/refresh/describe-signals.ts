import { classifyMacroArea } from '../../classify/macro-area.ts';
import { classifyPainType } from '../../classify/pain-type.ts';
import type { SignalDescription, SignalDocument } from '../../model/signal.ts';
import {
  createReader,
  createTopics,
  describeNamed,
  keepsTopic,
  nameSignal,
  type Reader,
  SUMMARY_LENGTH,
  type Topics,
} from '../../naming/index.ts';
import type { PublicSignal } from '../../store/index.ts';
import type { Background } from '../../text/background.ts';
import { shorten } from '../../text/sentences.ts';
import { inParallel, type LoadBackground, type PipelineRun, yieldToEventLoop } from '../pipeline/pipeline-run.ts';
import { DOCUMENTS_READ, type EvaluatedSignal } from './evaluate-signals.ts';
import { lackOfSubject } from './subject-gate.ts';

export interface DescribedSignal extends EvaluatedSignal {
  description: SignalDescription;
  describedVolume: number;
  topicVolume: number;
}

export interface DescribedSignals {
  signals: DescribedSignal[];
  /** Posts of signals that stay candidates: about neither a trouble nor a need, or about several things that share a word. */
  withheld: { topic: number; coherence: number };
}

/** Posts from which a language model is shown the most typical, one an author. */
const DOCUMENTS_REWORDED = 60;

/**
 * Describes every signal that changed, each under a unique topic, the largest first. A signal that is not public yet is left out,
 * and stays a candidate, when it is about neither a trouble nor a need, or when its posts are about several things.
 * `others` are public signals that stay as they are.
 */
export async function describeSignals(
  run: PipelineRun & { background: LoadBackground },
  evaluated: readonly EvaluatedSignal[],
  others: readonly PublicSignal[],
  at: number,
): Promise<DescribedSignals> {
  const { store, background } = run;
  const known = [...others, ...evaluated.flatMap(({ before }) => before ?? [])];
  const topics = createTopics(known.map(({ description }) => description.topic));
  const kept = new Set<string>();
  const signals: DescribedSignal[] = [];
  const withheld = { topic: 0, coherence: 0 };
  let reader = createReader();
  for (const signal of evaluated.toSorted((one, other) => other.figures.volume - one.figures.volume)) {
    const { before, figures } = signal;
    if (before !== null && before.describedVolume === figures.volume) {
      signals.push({ ...signal, ...before, before, state: signal.state });
      kept.add(before.description.topic);
      continue;
    }
    const documents = await store.documents.ofSignal(signal.id, at, DOCUMENTS_READ);
    reader = reader.next();
    const lack =
      before === null ? lackOfSubject({ documents, volume: figures.volume }, await background(), reader) : null;
    if (lack !== null) {
      withheld[lack] += figures.volume;
      continue;
    }
    if (before !== null) topics.delete(before.description.topic);
    // A signal revived from a merge can find its topic in use by another.
    const isFree = before !== null && !kept.has(before.description.topic);
    const keeps = isFree && keepsTopic({ ...before, topic: before.description.topic }, figures.volume, documents);
    const posts = { documents, background: await background(), reader };
    const description = describe(posts, keeps ? before.description.topic : topics);
    kept.add(description.topic);
    topics.add(description.topic);
    const topicVolume = keeps ? before.topicVolume : figures.volume;
    signals.push({ ...signal, description, topicVolume, describedVolume: figures.volume });
    await yieldToEventLoop();
  }
  await rewordSignals(run, signals, topics, at);
  return { signals, withheld };
}

/** `topic`: the one to keep, or those that other signals have. */
function describe(
  { documents, background, reader }: { documents: readonly SignalDocument[]; background: Background; reader: Reader },
  topic: string | Topics,
): SignalDescription {
  const named =
    typeof topic === 'string'
      ? { topic, ...describeNamed(documents, topic, background, reader) }
      : nameSignal(documents, background, topic, reader);
  const area = classifyMacroArea(documents);
  return {
    topic: named.topic,
    summary: named.summary,
    painType: classifyPainType(documents),
    macroArea: area?.area ?? null,
    macroAreaConfidence: area?.confidence ?? null,
  };
}

/** Lets a language model, if configured, word the signals that changed, the highest-scored first; at night also those it has not worded yet. */
async function rewordSignals(
  { store, openChat, background, isNight }: PipelineRun & { background: LoadBackground },
  described: readonly DescribedSignal[],
  topics: Topics,
  at: number,
): Promise<void> {
  const chat = openChat?.();
  if (chat === undefined) return;
  const hasChanged = ({ before, figures }: DescribedSignal) => before?.describedVolume !== figures.volume;
  const due = described
    .filter((signal) => signal.state === 'active' && (isNight === true || hasChanged(signal)))
    .sort((one, other) => other.score.score - one.score.score);
  const terms = await background();
  await inParallel(due, chat.concurrency, async (signal) => {
    const documents = await store.documents.ofSignal(signal.id, at, DOCUMENTS_REWORDED);
    // The same for the same posts, whatever the signal is called now: kept answers depend on it.
    const extract = nameSignal(documents, terms).summary;
    const words = await chat.describe({ documents, background: terms, extract });
    if (words === null) return;
    const { topic } = signal.description;
    const isRenamed = signal.topicVolume === signal.figures.volume && !topics.has(words.topic);
    if (isRenamed) {
      topics.delete(topic);
      topics.add(words.topic);
    }
    signal.description = {
      ...signal.description,
      topic: isRenamed ? words.topic : topic,
      summary: shorten(words.summary, SUMMARY_LENGTH),
    };
  });
}
