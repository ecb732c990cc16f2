import { createHash } from 'node:crypto';

/** A quote as the service tells of it, in a list of evidence or in a brief; neither may say all. */
interface EvidenceSource {
  chunkId?: string | null | undefined;
  provider?: string | null | undefined;
  externalId?: string | null | undefined;
  url?: string | null | undefined;
  excerpt?: string | null | undefined;
}

/** Which quote it is, for comparing it with those that are hidden: the surest of {@link fingerprintsOf}. */
export const fingerprintOf = (quote: EvidenceSource): string => fingerprintsOf(quote)[0];

/**
 * All that the post of a quote may be met as, the surest first: what its source calls it, its address, the service's number of
 * this piece of it, its first words. Whoever hides it hides all of these, for a brief says less of it than a list does.
 */
export function fingerprintsOf({ chunkId, provider, externalId, url, excerpt }: EvidenceSource): [string, ...string[]] {
  const ids = [
    externalId ? hashOf('post', provider ?? '', externalId) : null,
    url ? hashOf('address', url) : null,
    chunkId ? hashOf('chunk', chunkId) : null,
    excerpt ? hashOf('words', firstWords(excerpt)) : null,
  ].filter((id) => id !== null);
  const [surest = hashOf('nothing'), ...others] = ids;
  return [surest, ...others];
}

/** One piece of a post, for finding it again in a list that has changed: several pieces share what their post is known by. */
export const excerptFingerprintOf = (quote: EvidenceSource): string =>
  hashOf('piece', fingerprintOf(quote), quote.chunkId ?? firstWords(quote.excerpt ?? ''));

/** A hash: what people wrote is not kept for being hidden, and no database has to take every character there is. */
const hashOf = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** As many as every mode gives. */
const firstWords = (excerpt: string): string => excerpt.trim().slice(0, 80);
