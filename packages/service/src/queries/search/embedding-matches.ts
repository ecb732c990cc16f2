import { setTimeout as pause } from 'node:timers/promises';
import { createEmbed, createQueryVectors, embedSignals } from '../../language-model/embeddings.ts';
import type { ModelSettings } from '../../language-model/model-endpoint.ts';
import type { SearchableSignal } from '../../model/signal.ts';
import { createEmbeddingSimilarity } from '../../search/embedding-similarity.ts';
import type { Store } from '../../store/index.ts';

/** Their vectors are kept in memory; signals beyond, by score, are found by their words only. */
const MOST_SIGNALS = 20_000;

/** A signal's text is its topic and the beginning of its most typical posts. Counts change daily, so they are not part of it. */
const PASSAGE_LENGTH = 300;

const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 60 * 60_000;

const embeddedText = ({ topic, passages }: SearchableSignal): string =>
  [topic, ...passages.map((text) => text.slice(0, PASSAGE_LENGTH))].join('\n');

/** Similarity by the vectors of one model: vectors of two models cannot be compared. */
export function createEmbeddingMatches(
  settings: ModelSettings,
  store: Pick<Store, 'vectors' | 'signals'>,
  onError: (error: unknown) => void,
) {
  const embed = createEmbed(settings);
  const questionVector = createQueryVectors(embed, { now: Date.now, onError });
  const stopping = new AbortController();
  let dimension = 0;
  let nearestTo: ((question: Float32Array) => ReadonlyMap<string, number>) | null = null;
  let loading: Promise<void> | null = null;
  let isOutdated = false;

  async function loadOnce(): Promise<void> {
    const texts: { signalId: string; text: string }[] = [];
    for await (const signal of store.signals.searchable(MOST_SIGNALS))
      texts.push({ signalId: signal.id, text: embeddedText(signal) });
    await store.vectors.prune();
    const vectors = await embedSignals(texts, { embed, model: settings.model, store: store.vectors });
    dimension = vectors[0]?.vector.length ?? 0;
    nearestTo = createEmbeddingSimilarity(vectors);
  }

  /** Again after a change during the run, since that may have started too early to see it. */
  async function loadAll(): Promise<void> {
    for (let retry = FIRST_RETRY_MS; isOutdated && !stopping.signal.aborted; ) {
      isOutdated = false;
      try {
        await loadOnce();
      } catch (error) {
        if (stopping.signal.aborted) return;
        isOutdated = true;
        onError(error);
        await pause(retry, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
        retry = Math.min(2 * retry, LAST_RETRY_MS);
      }
    }
  }

  return {
    /** The nearest signals to a question with their nearness, 0-1; none until vectors are loaded, and when the endpoint fails. */
    async match(question: string): Promise<ReadonlyMap<string, number>> {
      if (nearestTo === null) return new Map();
      const vector = await questionVector(question);
      return vector === null || vector.length !== dimension ? new Map() : nearestTo(vector);
    },
    /** Follows the store: requests the missing vectors, and retries until all are there. */
    load(): Promise<void> {
      isOutdated = true;
      loading ??= loadAll().finally(() => {
        loading = null;
      });
      return loading;
    },
    stop: (): void => stopping.abort(),
  };
}

export type EmbeddingMatches = ReturnType<typeof createEmbeddingMatches>;
