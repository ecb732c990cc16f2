import type { SignalDescription } from '../../model/signal.ts';
import { createDescriber, type Describer } from '../../naming/describe.ts';
import { keepsTopic } from '../../naming/keep-topic.ts';
import { countsOf, SUMMARY_LENGTH } from '../../naming/summary/summary.ts';
import { shorten } from '../../text/sentences.ts';
import { type LoadBackground, type PipelineRun, yieldToEventLoop } from '../pipeline/pipeline-run.ts';
import { DOCUMENTS_READ, type EvaluatedSignal } from './evaluate-signals.ts';

export interface DescribedSignal extends EvaluatedSignal {
  description: SignalDescription;
  describedVolume: number;
  topicVolume: number;
}

/** A language model costs money and time: limits of signals per run, and of posts per signal. */
const REWORDED_A_RUN = 60;
const DOCUMENTS_REWORDED = 60;

/**
 * Describes every signal that changed, each under a unique topic, the largest first. A new signal without a topic that is true of
 * its posts is left out: it stays a candidate.
 */
export async function describeSignals(
  run: PipelineRun & { background: LoadBackground },
  signals: readonly EvaluatedSignal[],
  at: number,
): Promise<DescribedSignal[]> {
  const { store, background } = run;
  const topics = new Set(signals.flatMap(({ before }) => before?.description.topic ?? []));
  const kept = new Set<string>();
  let describer: Describer | null = null;
  const described: DescribedSignal[] = [];
  for (const signal of signals.toSorted((one, other) => other.figures.volume - one.figures.volume)) {
    const { before, figures } = signal;
    if (before !== null && before.describedVolume === figures.volume) {
      described.push({ ...signal, ...before, before, state: signal.state });
      kept.add(before.description.topic);
      continue;
    }
    describer ??= createDescriber(await background());
    if (before !== null) topics.delete(before.description.topic);
    const documents = await store.documents.ofSignal(signal.id, at, DOCUMENTS_READ);
    const tally = {
      posts: figures.volume,
      people: documents.some(({ author }) => author !== null) ? figures.authors : null,
      places: figures.repositories.map(({ repository }) => repository),
      first: figures.firstSeenAt,
      last: figures.lastSeenAt,
    };
    const { description: found, clear } = describer.describe(documents, topics, tally);
    if (before === null && !clear) continue;
    // A signal revived from a merge can find its topic in use by another.
    const isFree = before !== null && !kept.has(before.description.topic);
    const keeps = isFree && keepsTopic({ ...before, topic: before.description.topic }, figures.volume, documents);
    const named = keeps
      ? { description: { ...found, topic: before.description.topic }, topicVolume: before.topicVolume }
      : { description: found, topicVolume: figures.volume };
    kept.add(named.description.topic);
    topics.add(named.description.topic);
    described.push({ ...signal, ...named, describedVolume: figures.volume });
    await yieldToEventLoop();
  }
  await rewordSignals(run, described, topics, at);
  return described;
}

/** Lets a language model, if configured, describe the highest-scored of the changed signals. */
async function rewordSignals(
  { store, openChat }: PipelineRun,
  described: DescribedSignal[],
  topics: Set<string>,
  at: number,
): Promise<void> {
  const chat = openChat?.();
  if (chat === undefined) return;
  const changed = described
    .filter(({ before, figures, state }) => state === 'active' && before?.describedVolume !== figures.volume)
    .sort((one, other) => other.score.score - one.score.score)
    .slice(0, REWORDED_A_RUN);
  for (const signal of changed) {
    const words = await chat.describe(await store.documents.ofSignal(signal.id, at, DOCUMENTS_REWORDED));
    if (words === null) continue;
    const { description } = signal;
    const isNamed = signal.topicVolume === signal.figures.volume && !topics.has(words.topic);
    const topic = isNamed ? words.topic : description.topic;
    topics.delete(description.topic);
    topics.add(topic);
    const summary = shorten(`${countsOf(description.summary)} ${words.summary}`, SUMMARY_LENGTH);
    signal.description = { ...description, topic, summary };
  }
}
