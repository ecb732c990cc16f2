import { Worker } from 'node:worker_threads';
import type { ModelSettings } from '../../language-model/index.ts';
import type { StoreOptions } from '../../store/index.ts';
import type { SearchHit } from '../deps.ts';
import type { SearchRequest, SearchWorkerData, SearchWorkerMessage } from './search-worker.ts';

/** A search index in its own thread, since building and searching it would block requests. */
export interface SearchThread {
  /** How many signals are indexed. Rejects when the thread ends first. */
  loaded: Promise<number>;
  /** Rejects when the thread ends first. */
  search(text: string, limit: number): Promise<SearchHit[]>;
  /** Whether the signals have changed since the index was built. Rejects like `search`. */
  isOutdated(): Promise<boolean>;
  /** Finishes pending searches, then ends. */
  retire(): Promise<void>;
  end(): Promise<void>;
}

/** The database, which each thread opens for itself. */
export type SearchSource = Pick<StoreOptions, 'databaseUrl' | 'dataDir'>;

export interface SearchThreadOptions {
  source: SearchSource;
  /** A model that adds its own similarity to the index's; null without one. */
  embeddings: ModelSettings | null;
  /** Called when the model fails; the search goes on without it. */
  onEmbeddingsError: (error: unknown) => void;
}

type SearchResponse = Extract<SearchWorkerMessage, { number: number }>;

export function startSearchThread({ source, embeddings, onEmbeddingsError }: SearchThreadOptions): SearchThread {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
    workerData: { source, embeddings } satisfies SearchWorkerData,
  });
  const loading = Promise.withResolvers<number>();
  const pending = new Map<number, PromiseWithResolvers<SearchResponse>>();
  let number = 0;

  worker.on('message', (message: SearchWorkerMessage) => {
    if ('loaded' in message) return loading.resolve(message.loaded);
    if ('embeddingsError' in message) return onEmbeddingsError(new Error(message.embeddingsError));
    pending.get(message.number)?.resolve(message);
    pending.delete(message.number);
  });
  const fail = (error: unknown): void => {
    loading.reject(error);
    for (const answer of pending.values()) answer.reject(error);
    pending.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The search thread ended.')));
  // Prevents an unhandled rejection when nobody waits for it.
  loading.promise.catch(() => {});

  const ask = (text: string | null, limit: number): Promise<SearchResponse> => {
    const answer = Promise.withResolvers<SearchResponse>();
    number += 1;
    pending.set(number, answer);
    worker.postMessage({ number, text, limit } satisfies SearchRequest);
    return answer.promise;
  };

  return {
    loaded: loading.promise,
    search: async (text, limit) => (await ask(text, limit)).hits,
    isOutdated: async () => (await ask(null, 0)).outdated,
    async retire() {
      await Promise.allSettled([...pending.values()].map((answer) => answer.promise));
      await worker.terminate();
    },
    async end() {
      await worker.terminate();
    },
  };
}
