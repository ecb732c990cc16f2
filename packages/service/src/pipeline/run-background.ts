import type { Stores } from '../store/index.ts';
import type { Background } from './term-vector.ts';

/** How common each term is, read when it is first asked for and then kept: several steps of a refresh want it, and it is large. */
export type LoadBackground = () => Promise<Background>;

export function createBackgroundLoader({ clusters, counters }: Stores): LoadBackground {
  let loaded: Promise<Background> | null = null;
  const load = async (): Promise<Background> => ({
    documentFrequencies: new Map(await clusters.documentFrequencies()),
    documents: await counters.get('documents'),
  });
  return () => {
    loaded ??= load();
    return loaded;
  };
}
