/** NUL and lone surrogates cannot be stored as text, and an identity that changes in the store would never be found again. */
const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** The record with every text of it storable. */
export function withStorableText(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? storableText(value) : value]),
  );
}
