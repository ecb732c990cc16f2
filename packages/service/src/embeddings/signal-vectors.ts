import { createHash } from 'node:crypto';
import type { Embed } from './embed.ts';
import { EmbeddingError } from './embed.ts';

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
