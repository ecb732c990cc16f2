import { createHash } from 'node:crypto';

/** Evidence from a list or a brief; each may lack fields. */
interface EvidenceSource {
  chunkId?: string | null | undefined;
  provider?: string | null | undefined;
  externalId?: string | null | undefined;
  url?: string | null | undefined;
  excerpt?: string | null | undefined;
}

/** The most specific of {@link fingerprintsOf}. */
export const fingerprintOf = (quote: EvidenceSource): string => fingerprintsOf(quote)[0];

/**
 * Hashes that identify a post, the most specific first: its id at the source, its URL, the chunk's id, its first words. Hiding a
 * post hides all of them, because a brief gives fewer of these fields than a list.
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

/** Identifies one excerpt; several excerpts of a post share its fingerprints. */
export const excerptFingerprintOf = (quote: EvidenceSource): string =>
  hashOf('piece', fingerprintOf(quote), quote.chunkId ?? firstWords(quote.excerpt ?? ''));

/** Hashed, so that hiding a post doesn't store its text. */
const hashOf = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const firstWords = (excerpt: string): string => excerpt.trim().slice(0, 80);
