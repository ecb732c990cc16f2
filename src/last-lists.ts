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
  /** A command cannot be typed in a thread: the numbers that a person was shown on one side count on the other too. */
  const placesOf = (asker: Asker) => (asker.threadTs ? [asker, { ...asker, threadTs: null }] : [asker]);

  const listAt = (place: Asker): Remembered | null => {
    const known = lists.get(keyOf(place));
    return known !== undefined && now() - known.at < REMEMBERED_MS ? known : null;
  };

  return {
    remember(asker, list) {
      if (asker.userId === null) return;
      for (const place of placesOf(asker)) {
        const ids = withPage(listAt(place), list);
        lists.delete(keyOf(place));
        lists.set(keyOf(place), { key: list.key, ids, at: now() });
      }
      forgetOldest(lists, MOST_LISTS);
    },
    recall(asker) {
      // A thread without a list is about the one that this person saw in the channel around it.
      const known = placesOf(asker).map(listAt);
      return known.find((list) => list !== null)?.ids ?? null;
    },
  };
}

function withPage(known: Remembered | null, { key, firstRank, signalIds }: Parameters<LastLists['remember']>[1]) {
  const ids = new Map(known?.key === key ? known.ids : []);
  for (const [at, id] of signalIds.entries()) {
    ids.delete(firstRank + at);
    ids.set(firstRank + at, id);
  }
  forgetOldest(ids, MOST_SIGNALS);
  return ids;
}

function forgetOldest(kept: Map<unknown, unknown>, most: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(key);
  }
}
