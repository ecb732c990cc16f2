/** Answers from memory, or loads; what was loaded is forgotten when the store changes. Callers must not change what they get. */
export type AnswerCache = <T>(question: string, load: () => Promise<T>) => Promise<T>;

/** Far more than people ask in a day; whoever asks more gets true answers, only slower. */
const MAX_CACHED_ANSWERS = 1_000;

export function createAnswerCache(revision: () => number): AnswerCache {
  let keptOf = revision();
  const kept = new Map<string, Promise<unknown>>();
  return <T>(question: string, load: () => Promise<T>): Promise<T> => {
    if (keptOf !== revision() || kept.size >= MAX_CACHED_ANSWERS) kept.clear();
    keptOf = revision();
    const known = kept.get(question) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const loading = load();
    kept.set(question, loading);
    loading.catch(() => {
      if (kept.get(question) === loading) kept.delete(question);
    });
    return loading;
  };
}
