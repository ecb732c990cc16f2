import type { Digest, DigestItem } from './types.ts';

/** A digest without the quotes that its workspace has hidden since it was composed. */
export const digestWithout = (digest: Digest, hidden: ReadonlySet<string>): Digest =>
  withQuotes(digest, ({ quote }) => (quote === null || hidden.has(quote.quoteId) ? null : quote));

/** What is kept of a digest that needs nothing more: nothing of what people wrote. */
export const digestWithoutQuotes = (digest: Digest): Digest => withQuotes(digest, () => null);

function withQuotes(digest: Digest, quoteOf: (item: DigestItem) => DigestItem['quote']): Digest {
  const change = (items: readonly DigestItem[]) => items.map((item) => ({ ...item, quote: quoteOf(item) }));
  const { risers, newcomers, others, faded } = digest;
  return {
    ...digest,
    ...{ risers: change(risers), newcomers: change(newcomers), others: change(others), faded: change(faded) },
  };
}
