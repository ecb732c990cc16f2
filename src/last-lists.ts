import type { Asker, LastLists } from '#handlers/deps.ts';

const REMEMBERED_MS = 60 * 60 * 1_000;
const MOST_LISTS = 10_000;
/** Of one list: the pages turned last. */
const MOST_SIGNALS = 100;

interface Remembered {
  key: string;
  ids: Map<number, string>;
  at: number;
}

/** Lists of every installation, each for its own people alone. */
export interface KeptLists {
  of(installation: string): LastLists;
}

/** Remembers lists in memory, the oldest forgotten first. After a restart a person is asked to look at a list again. */
export function createLastLists(now: () => number): KeptLists {
  const lists = new Map<string, Remembered>();
  return { of: (installation) => listsOf(installation, lists, now) };
}

function listsOf(installation: string, lists: Map<string, Remembered>, now: () => number): LastLists {
  const keyOf = ({ channelId, userId, threadTs }: Asker) =>
    JSON.stringify([installation, channelId, threadTs ?? userId]);

  const recall = (asker: Asker): Remembered | null => {
    const known = lists.get(keyOf(asker));
    return known !== undefined && now() - known.at < REMEMBERED_MS ? known : null;
  };

  return {
    remember(asker, { key, firstRank, signalIds }) {
      if (asker.userId === null) return;
      const known = recall(asker);
      const ids = known?.key === key ? known.ids : new Map<number, string>();
      for (const [at, id] of signalIds.entries()) {
        ids.delete(firstRank + at);
        ids.set(firstRank + at, id);
      }
      forgetOldest(ids, MOST_SIGNALS);
      lists.delete(keyOf(asker));
      lists.set(keyOf(asker), { key, ids, at: now() });
      forgetOldest(lists, MOST_LISTS);
    },
    recall: (asker) => recall(asker)?.ids ?? null,
  };
}

function forgetOldest(kept: Map<unknown, unknown>, most: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(key);
  }
}
