import { Worker } from 'node:worker_threads';
import type { ModelSettings } from '../../language-model/index.ts';
import type { StoreOptions } from '../../store/index.ts';
import type { SearchHit } from '../deps.ts';
import type { SearchRequest, SearchWorkerData, SearchWorkerMessage } from './search-worker.ts';

/** A search index in a thread of its own: building and searching it would hold up every other answer. */
export interface SearchThread {
  /** How many signals its index holds; rejects when the thread ends before it stands. */
  loaded: Promise<number>;
  /** Rejects when the thread ends before it answers. */
  search(text: string, limit: number): Promise<SearchHit[]>;
  /** Whether there is anything new to be found since it was built. Rejects as `search` does. */
  isOutdated(): Promise<boolean>;
  /** Answers what was asked so far, then ends. */
  retire(): Promise<void>;
  end(): Promise<void>;
}

/** Where the signals are read from; each thread opens the database for itself. */
export type SearchSource = Pick<StoreOptions, 'databaseUrl' | 'dataDir'>;

export interface SearchThreadOptions {
  source: SearchSource;
  /** A model whose vectors say how near a signal is to a question, beside the index's own notion; null for that alone. */
  embeddings: ModelSettings | null;
  /** Hears why the model's help is missing; the thread answers all the same. */
  onEmbeddingsError: (error: unknown) => void;
}

type SearchResponse = Extract<SearchWorkerMessage, { number: number }>;

export function startSearchThread({
  source,
  embeddings,
  onEmbeddingsError: onTrouble,
}: SearchThreadOptions): SearchThread {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
    workerData: { source, embeddings } satisfies SearchWorkerData,
  });
  const loading = Promise.withResolvers<number>();
  const asked = new Map<number, PromiseWithResolvers<SearchResponse>>();
  let number = 0;

  worker.on('message', (message: SearchWorkerMessage) => {
    if ('loaded' in message) return loading.resolve(message.loaded);
    if ('troubled' in message) return onTrouble(new Error(message.troubled));
    asked.get(message.number)?.resolve(message);
    asked.delete(message.number);
  });
  const fail = (error: unknown): void => {
    loading.reject(error);
    for (const answer of asked.values()) answer.reject(error);
    asked.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The search thread has ended.')));
  // Whoever waits for it hears of it; nobody has to.
  loading.promise.catch(() => {});

  const ask = (text: string | null, limit: number): Promise<SearchResponse> => {
    const answer = Promise.withResolvers<SearchResponse>();
    number += 1;
    asked.set(number, answer);
    worker.postMessage({ number, text, limit } satisfies SearchRequest);
    return answer.promise;
  };

  return {
    loaded: loading.promise,
    search: async (text, limit) => (await ask(text, limit)).hits,
    isOutdated: async () => (await ask(null, 0)).outdated,
    async retire() {
      await Promise.allSettled([...asked.values()].map((answer) => answer.promise));
      await worker.terminate();
    },
    async end() {
      await worker.terminate();
    },
  };
}
