import { parentPort, workerData } from 'node:worker_threads';
import type { ModelSettings } from '../../language-model/index.ts';
import type { SearchableSignal } from '../../model/signal.ts';
import { createSearchIndex } from '../../search/search-index.ts';
import { openStore, type StoreOptions } from '../../store/index.ts';
import type { SearchHit } from '../deps.ts';
import { createEmbeddingMatches } from './embedding-matches.ts';

/** A thread that reads the signals as they are, builds the index once, says so, and answers questions until it is ended. */

export interface SearchWorkerData {
  source: StoreOptions;
  embeddings: ModelSettings | null;
}
export interface SearchRequest {
  number: number;
  /** What is looked for; null asks whether the signals are still those of the index. */
  text: string | null;
  limit: number;
}
/** `loaded` is how many signals can be found; `troubled` why they are found without the help of a model. */
export type SearchWorkerMessage =
  | { loaded: number }
  | { number: number; hits: SearchHit[]; outdated: boolean }
  | { troubled: string };

const postToParent = (message: SearchWorkerMessage): void => parentPort?.postMessage(message);

const { source, embeddings } = workerData as SearchWorkerData;
const store = await openStore(source);
// Before the signals: a change between the two is then found, not missed.
const mark = await store.signals.searchableMark();
const { index, meaning } = await readSignals();

parentPort?.on('message', async ({ number, text, limit }: SearchRequest) => {
  if (text !== null) {
    const found = index.search(text, limit, (await meaning?.match(text)) ?? undefined);
    return postToParent({ number, hits: found, outdated: false });
  }
  // A database that is away now is no reason to stop answering from the index; the next one will say why it cannot be built.
  const now = await store.signals.searchableMark().catch(() => null);
  postToParent({ number, hits: [], outdated: now !== mark });
});
postToParent({ loaded: index.size });
await meaning?.load();

/** In a function of its own, so that the texts are let go of once they are read. */
async function readSignals() {
  const signals: SearchableSignal[] = [];
  for await (const signal of store.signals.searchable()) signals.push(signal);
  const onError = (error: unknown) => postToParent({ troubled: String(error) });
  return {
    index: createSearchIndex(signals),
    meaning: embeddings === null ? null : createEmbeddingMatches(signals, embeddings, store.vectors, onError),
  };
}
