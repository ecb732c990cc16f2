import type { Digest, DigestItem } from './types.ts';

/** A digest without the quotes that its workspace has hidden since it was composed. */
export const redactDigest = (digest: Digest, hidden: ReadonlySet<string>): Digest =>
  mapEvidence(digest, ({ quote }) => (quote === null || hidden.has(quote.quoteId) ? null : quote));

/** What is kept of a digest that needs nothing more: nothing of what people wrote. */
export const stripEvidence = (digest: Digest): Digest => mapEvidence(digest, () => null);

function mapEvidence(digest: Digest, quoteOf: (item: DigestItem) => DigestItem['quote']): Digest {
  const change = (items: readonly DigestItem[]) => items.map((item) => ({ ...item, quote: quoteOf(item) }));
  const { risers, newcomers, others, faded } = digest;
  return {
    ...digest,
    ...{ risers: change(risers), newcomers: change(newcomers), others: change(others), faded: change(faded) },
  };
}
