import { parentPort, workerData } from 'node:worker_threads';
import type { ModelSettings } from '../../language-model/index.ts';
import type { SearchableSignal } from '../../model/signal.ts';
import { createSearchIndex } from '../../search/search-index.ts';
import { openStore, type StoreOptions } from '../../store/index.ts';
import type { SearchHit } from '../deps.ts';
import { createEmbeddingMatches } from './embedding-matches.ts';

/** A thread that reads the signals, builds the index once, and answers searches until stopped. */

export interface SearchWorkerData {
  source: StoreOptions;
  embeddings: ModelSettings | null;
}
export interface SearchRequest {
  number: number;
  /** The question; null asks whether the index is outdated. */
  text: string | null;
  limit: number;
}
/** `loaded`: how many signals are indexed. `embeddingsError`: why the model cannot help. */
export type SearchWorkerMessage =
  | { loaded: number }
  | { number: number; hits: SearchHit[]; outdated: boolean }
  | { embeddingsError: string };

const postToParent = (message: SearchWorkerMessage): void => parentPort?.postMessage(message);

const { source, embeddings } = workerData as SearchWorkerData;
const store = await openStore(source);
// Read before the signals, so that a change in between is not missed.
const mark = await store.signals.searchableMark();
const { index, meaning } = await readSignals();

parentPort?.on('message', async ({ number, text, limit }: SearchRequest) => {
  if (text !== null) {
    const found = index.search(text, limit, (await meaning?.match(text)) ?? undefined);
    return postToParent({ number, hits: found, outdated: false });
  }
  // When the database is unavailable, the index counts as outdated, and building the next one reports the error.
  const now = await store.signals.searchableMark().catch(() => null);
  postToParent({ number, hits: [], outdated: now !== mark });
});
postToParent({ loaded: index.size });
await meaning?.load();

/** A function of its own, so that the texts can be garbage-collected afterwards. */
async function readSignals() {
  const signals: SearchableSignal[] = [];
  for await (const signal of store.signals.searchable()) signals.push(signal);
  const onError = (error: unknown) => postToParent({ embeddingsError: String(error) });
  return {
    index: createSearchIndex(signals),
    meaning: embeddings === null ? null : createEmbeddingMatches(signals, embeddings, store.vectors, onError),
  };
}
