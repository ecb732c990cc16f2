/** Document frequencies of all stored posts. */
export interface Background {
  documentFrequencies: ReadonlyMap<string, number>;
  documents: number;
}

/** Inverse document frequency, never negative; an unknown term counts as the rarest. */
export function inverseFrequency(term: string, background: Background): number {
  const frequency = background.documentFrequencies.get(term) ?? 0;
  return Math.log(1 + (background.documents + 1) / (frequency + 1));
}
