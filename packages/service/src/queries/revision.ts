export interface RevisionWatch {
  /** The store's revision as last seen. */
  current(): number;
  /** Looks now. Resolves when every listener was told of a change. */
  check(): Promise<void>;
  onChange(listener: () => void): void;
  start(): void;
  stop(): void;
}

const POLL_INTERVAL_MS = 1_000;

/** Learns that the store was changed, by whatever process, by asking for its revision each second. */
export function createRevisionWatch(
  readRevision: () => Promise<number>,
  onError: (error: unknown) => void,
): RevisionWatch {
  const listeners: (() => void)[] = [];
  let seen = 0;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;

  const check = async (): Promise<void> => {
    const revision = await readRevision();
    failing = false;
    if (revision === seen) return;
    seen = revision;
    for (const listener of listeners) listener();
  };
  const tick = async (): Promise<void> => {
    try {
      await check();
    } catch (error) {
      // Told once: a database that is away for an hour would else fill the log.
      if (!failing) onError(error);
      failing = true;
    }
    if (timer !== undefined) wait();
  };
  const wait = (): void => {
    timer = setTimeout(tick, POLL_INTERVAL_MS).unref();
  };

  return {
    current: () => seen,
    check,
    onChange: (listener) => void listeners.push(listener),
    start: wait,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

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
