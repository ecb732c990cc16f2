import { setTimeout as pause } from 'node:timers/promises';
import { createEmbed, createQueryVectors, embedSignals, type ModelSettings } from '../../language-model/index.ts';
import type { SearchableSignal } from '../../model/signal.ts';
import { createEmbeddingSimilarity, type EmbeddingSimilarity } from '../../search/similarity.ts';
import type { VectorStore } from '../../store/index.ts';

export interface EmbeddingMatches {
  /** The signals' similarity to a question; null until every signal has a vector, and whenever the endpoint fails. */
  match(question: string): Promise<EmbeddingSimilarity | null>;
  /** Requests the missing vectors, and retries until all are there. */
  load(): Promise<void>;
}

/** A signal's text is its topic and the beginning of its most typical posts. Counts change daily, so they are not part of it. */
const PASSAGES_PER_SIGNAL = 3;
const PASSAGE_LENGTH = 300;

const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 60 * 60_000;

const embeddedText = ({ topic, passages }: SearchableSignal): string =>
  [topic, ...passages.slice(0, PASSAGES_PER_SIGNAL).map(({ text }) => text.slice(0, PASSAGE_LENGTH))].join('\n');

/** Similarity by the vectors of one model: vectors of two models cannot be compared. */
export function createEmbeddingMatches(
  signals: readonly SearchableSignal[],
  settings: ModelSettings,
  store: VectorStore,
  onError: (error: unknown) => void,
): EmbeddingMatches {
  const embed = createEmbed(settings);
  const texts = signals.map((signal) => ({ signalId: signal.id, text: embeddedText(signal) }));
  const questionVector = createQueryVectors(embed, { now: Date.now, onError });
  let dimension = 0;
  let meaningOf: ((question: Float32Array) => EmbeddingSimilarity) | null = null;

  async function loadOnce(): Promise<void> {
    await store.prune();
    const vectors = await embedSignals(texts, { embed, model: settings.model, store });
    dimension = vectors[0]?.length ?? 0;
    meaningOf = createEmbeddingSimilarity(vectors);
  }

  return {
    async match(question) {
      if (meaningOf === null) return null;
      const vector = await questionVector(question);
      return vector === null || vector.length !== dimension ? null : meaningOf(vector);
    },
    async load() {
      for (let retry = FIRST_RETRY_MS; meaningOf === null; retry = Math.min(2 * retry, LAST_RETRY_MS)) {
        try {
          await loadOnce();
        } catch (error) {
          onError(error);
          await pause(retry);
        }
      }
    },
  };
}
