import { createHash } from 'node:crypto';
import { decodeJson } from '@pain-signals/contract';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { SignalVector } from '../model/signal.ts';
import { createModelEndpoint, expectOk, ModelError, type ModelSettings } from './model-endpoint.ts';

/** Unit vectors of the texts, all of one dimension. Throws {@link ModelError}. */
export type Embed = (texts: readonly string[], timeoutMs: number) => Promise<Float32Array[]>;

/** Texts per request, and its timeout. */
const BATCH = 64;
const BATCH_TIMEOUT_MS = 30_000;
const MOST_DIMENSIONS = 8_192;
/** Numbers have up to 25 characters. */
const MAX_VECTOR_BYTES = 64 * MOST_DIMENSIONS;

/** Counted before their entries are read: an issue for each of ten million that can't be read would fill the memory. */
const Values = z.array(z.unknown()).min(2).max(MOST_DIMENSIONS);
const Embedding = z.object({ index: z.int().nonnegative(), embedding: Values.pipe(z.array(z.number())) });
const EmbeddingList = z.object({ data: z.array(z.unknown()) });

export function createEmbed(settings: ModelSettings): Embed {
  const post = createModelEndpoint(settings, '/embeddings', BATCH * MAX_VECTOR_BYTES);
  return async (texts, timeoutMs) => {
    const response = await post({ model: settings.model, input: texts, encoding_format: 'float' }, timeoutMs);
    return parseVectors(expectOk(response), texts.length);
  };
}

function parseVectors(text: string, count: number): Float32Array[] {
  const list = text.length > count * MAX_VECTOR_BYTES ? null : decodeJson(EmbeddingList, text);
  if (list === null) throw notEmbeddings();
  const miscounted = () => new ModelError(`The model returned ${list.data.length} vectors for ${count} texts.`);
  if (list.data.length !== count) throw miscounted();
  const rows = list.data.map(parseEmbedding).toSorted((one, other) => one.index - other.index);
  const dimensions = new Set(rows.map(({ embedding }) => embedding.length));
  if (rows.some(({ index }, place) => index !== place)) throw miscounted();
  if (dimensions.size > 1) throw new ModelError('The vectors of one response differ in dimension.');
  return rows.map(({ embedding }) => toUnit(embedding));
}

const notEmbeddings = () => new ModelError('The response is not a list of embeddings.');

function parseEmbedding(row: unknown): z.output<typeof Embedding> {
  const { data } = Embedding.safeParse(row);
  if (data === undefined) throw notEmbeddings();
  return data;
}

function toUnit(values: readonly number[]): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) throw new ModelError('A vector has no direction.');
  return Float32Array.from(values, (value) => value / length);
}

/** A query's vector; null when it isn't available soon, and search continues without it. */
export type QueryVector = (query: string) => Promise<Float32Array | null>;

/** Short, because a person waits for the search. */
const QUERY_TIMEOUT_MS = 1_500;
/** No requests for this long after a failure. */
const REST_MS = 30_000;
const CACHED_QUERIES = 500;

export function createQueryVectors(
  embed: Embed,
  { now, onError }: { now: () => number; onError: (error: unknown) => void },
): QueryVector {
  const cache = new LRUCache<string, Float32Array>({ max: CACHED_QUERIES });
  let restUntil = 0;
  return async (query) => {
    const cached = cache.get(query);
    if (cached !== undefined || now() < restUntil) return cached ?? null;
    try {
      const [vector] = await embed([query], QUERY_TIMEOUT_MS);
      if (vector !== undefined) cache.set(query, vector);
      return vector ?? null;
    } catch (error) {
      restUntil = now() + REST_MS;
      onError(error);
      return null;
    }
  };
}

/** Stored vectors; `put` replaces a signal's vector, whatever model made it. */
export interface StoredVectors {
  all(model: string): Promise<SignalVector[]>;
  put(model: string, vectors: readonly SignalVector[]): Promise<void>;
}

export interface EmbeddedText {
  signalId: string;
  text: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * The vectors of all texts in their order, by one model: stored ones where the text is unchanged, the others requested and stored
 * batch by batch, so that nothing is paid for twice. Throws ModelError.
 */
export async function embedSignals(
  texts: readonly EmbeddedText[],
  { embed, model, store }: { embed: Embed; model: string; store: StoredVectors },
): Promise<SignalVector[]> {
  const hashes = new Map(texts.map(({ signalId, text }) => [signalId, hashOf(text)]));
  const stored = await store.all(model);
  const current = stored.filter(({ signalId, textHash }) => hashes.get(signalId) === textHash);
  const known = new Map(current.map((row) => [row.signalId, row]));
  const missing = texts.filter(({ signalId }) => !known.has(signalId));
  for (let from = 0; from < missing.length; from += BATCH) {
    const batch = missing.slice(from, from + BATCH);
    const inputs = batch.map(({ text }) => text);
    const vectors = await embed(inputs, BATCH_TIMEOUT_MS);
    const rows = batch.map(({ signalId }, at) => ({
      signalId,
      textHash: hashes.get(signalId) ?? '',
      vector: vectors[at] ?? new Float32Array(),
    }));
    await store.put(model, rows);
    for (const row of rows) known.set(row.signalId, row);
  }
  const all = texts.flatMap(({ signalId }) => known.get(signalId) ?? []);
  if (new Set(all.map(({ vector }) => vector.length)).size > 1) {
    // The server now has another model under this name. Invalidates the stored vectors; the next try requests all.
    const outdated = stored.map((row) => ({ ...row, textHash: '' }));
    await store.put(model, outdated);
    throw new ModelError('The vectors differ in dimension from those stored for this model.');
  }
  return all;
}
