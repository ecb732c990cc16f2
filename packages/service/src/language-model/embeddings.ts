import { createHash } from 'node:crypto';
import { decodeJson } from '@pain-signals/contract';
import { Agent, request } from 'undici';
import { z } from 'zod';

/** Where texts are turned into vectors: an OpenAI-compatible address such as https://api.example/v1. */
export interface EmbeddingSettings {
  url: string;
  model: string;
  apiKey: string | null;
}

/** The endpoint gave no vectors that can be used. Its message holds neither the key nor anything of the texts. */
class EmbeddingError extends Error {
  override name = 'EmbeddingError';
}

/** A vector of length 1 for each text, all of one dimension. Throws {@link EmbeddingError}. */
export type Embed = (texts: readonly string[], timeoutMs: number) => Promise<Float32Array[]>;

const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const MOST_DIMENSIONS = 8_192;

const Answer = z.object({
  data: z.array(
    z.object({
      index: z.int().nonnegative(),
      embedding: z.array(z.number()).min(2).max(MOST_DIMENSIONS),
    }),
  ),
});

/** The key goes to the address of the settings and nowhere else: redirects are not followed. */
export function createEmbed({ url, model, apiKey }: EmbeddingSettings): Embed {
  const address = `${url.replace(/\/+$/, '').replace(/\/embeddings$/, '')}/embeddings`;
  const dispatcher = new Agent({ maxResponseSize: MAX_ANSWER_BYTES });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return async (texts, timeoutMs) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const body = JSON.stringify({ model, input: texts, encoding_format: 'float' });
    let answer: { status: number; text: string };
    try {
      const response = await request(address, { method: 'POST', headers, body, dispatcher, signal });
      answer = { status: response.statusCode, text: await response.body.text() };
    } catch {
      // What undici says may quote the request, key and all.
      throw new EmbeddingError(
        signal.aborted ? `No vectors within ${timeoutMs} ms.` : 'The embeddings endpoint cannot be reached.',
      );
    }
    if (answer.status !== 200) throw new EmbeddingError(`The embeddings endpoint answered ${answer.status}.`);
    return parseVectors(answer.text, texts.length);
  };
}

function parseVectors(text: string, count: number): Float32Array[] {
  const answer = decodeJson(Answer, text);
  if (answer === null) throw new EmbeddingError('The answer is no list of vectors.');
  const rows = answer.data.toSorted((one, other) => one.index - other.index);
  const dimensions = new Set(rows.map(({ embedding }) => embedding.length));
  if (rows.length !== count || rows.some(({ index }, place) => index !== place))
    throw new EmbeddingError(`${rows.length} vectors came for ${count} texts.`);
  if (dimensions.size > 1) throw new EmbeddingError('The vectors of one answer differ in dimension.');
  return rows.map(({ embedding }) => toUnit(embedding));
}

function toUnit(values: readonly number[]): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) throw new EmbeddingError('A vector has no direction.');
  return Float32Array.from(values, (value) => value / length);
}

/** The vector of a question; null where it is not to be had soon, and the search goes on without. */
export type QueryVector = (question: string) => Promise<Float32Array | null>;

/** Somebody waits. */
const QUERY_TIMEOUT_MS = 1_500;
/** After a failure, nobody waits for a while. */
const REST_MS = 30_000;
const MOST_KEPT = 500;

export function createQueryVectors(
  embed: Embed,
  { now, onError }: { now: () => number; onError: (error: unknown) => void },
): QueryVector {
  const kept = new Map<string, Float32Array>();
  let restUntil = 0;
  return async (question) => {
    const known = kept.get(question);
    if (known !== undefined || now() < restUntil) return known ?? null;
    try {
      const [vector] = await embed([question], QUERY_TIMEOUT_MS);
      if (vector === undefined) return null;
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
      kept.set(question, vector);
      return vector;
    } catch (error) {
      restUntil = now() + REST_MS;
      onError(error);
      return null;
    }
  };
}

/** A signal's vector with the text it stands for; vectors of two models, or of two dimensions, say nothing about each other. */
export interface StoredVector {
  signalId: string;
  textHash: string;
  vector: Float32Array;
}

/** Where vectors are kept between starts; `put` replaces whatever a signal had, of whatever model. */
export interface StoredVectors {
  all(model: string): Promise<StoredVector[]>;
  put(model: string, vectors: readonly StoredVector[]): Promise<void>;
}

export interface EmbeddedText {
  signalId: string;
  text: string;
}

/** Texts sent at once, and how long their vectors may take. */
const BATCH = 64;
const BATCH_TIMEOUT_MS = 30_000;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * The vectors of all texts in their order, in the space of one model: those kept where the text is still the same, the others asked
 * for and kept, batch by batch, so that what was paid for once is not paid for again. Throws EmbeddingError.
 */
export async function embedSignals(
  texts: readonly EmbeddedText[],
  { embed, model, shelf }: { embed: Embed; model: string; shelf: StoredVectors },
): Promise<Float32Array[]> {
  const hashes = new Map(texts.map(({ signalId, text }) => [signalId, hashOf(text)]));
  const kept = await shelf.all(model);
  const known = new Map(
    kept.filter(({ signalId, textHash }) => hashes.get(signalId) === textHash).map((row) => [row.signalId, row.vector]),
  );
  const missing = texts.filter(({ signalId }) => !known.has(signalId));
  for (let from = 0; from < missing.length; from += BATCH) {
    const batch = missing.slice(from, from + BATCH);
    const vectors = await embed(
      batch.map(({ text }) => text),
      BATCH_TIMEOUT_MS,
    );
    const rows = batch.map(({ signalId }, at) => ({
      signalId,
      textHash: hashes.get(signalId) ?? '',
      vector: vectors[at] ?? new Float32Array(),
    }));
    await shelf.put(model, rows);
    for (const { signalId, vector } of rows) known.set(signalId, vector);
  }
  const all = texts.map(({ signalId }) => known.get(signalId) ?? new Float32Array());
  if (new Set(all.map((vector) => vector.length)).size > 1) {
    // Another model answers under the same name. What was kept is of a space that is gone; the next try asks for all.
    await shelf.put(
      model,
      kept.map((row) => ({ ...row, textHash: '' })),
    );
    throw new EmbeddingError('The endpoint’s vectors have another dimension than those kept of the same model.');
  }
  return all;
}
