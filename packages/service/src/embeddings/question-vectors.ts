import type { Embed } from './embed.ts';

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
