import { Agent, request } from 'undici';
import { z } from 'zod';

/** Where texts are turned into vectors: an OpenAI-compatible address such as https://api.example/v1. */
export interface EmbeddingSettings {
  url: string;
  model: string;
  apiKey: string | null;
}

/** The endpoint gave no vectors that can be used. Its message holds neither the key nor anything of the texts. */
export class EmbeddingError extends Error {
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
  const answer = Answer.safeParse(parseJson(text));
  if (!answer.success) throw new EmbeddingError('The answer is no list of vectors.');
  const rows = answer.data.data.toSorted((one, other) => one.index - other.index);
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
