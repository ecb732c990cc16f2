import type { LastLists } from '#handlers/ports.ts';
import type { Requester } from '#handlers/request-context.ts';

const REMEMBERED_MS = 60 * 60 * 1_000;
const MAX_LISTS = 10_000;
/** Of one list: the pages turned last. */
const MAX_SIGNALS = 100;

interface RememberedList {
  key: string;
  ids: Map<number, string>;
  at: number;
}

/** Lists of every installation, each for its own people alone. */
export interface LastListsByInstallation {
  forInstallation(installation: string): LastLists;
}

/** Remembers lists in memory, the oldest forgotten first. After a restart a person is asked to look at a list again. */
export function createLastLists(now: () => number): LastListsByInstallation {
  const lists = new Map<string, RememberedList>();
  return { forInstallation: (installation) => listsOf(installation, lists, now) };
}

function listsOf(installation: string, lists: Map<string, RememberedList>, now: () => number): LastLists {
  const keyOf = ({ channelId, userId, threadTs }: Requester) =>
    JSON.stringify([installation, channelId, threadTs ?? userId]);
  /** A command cannot be typed in a thread: the numbers that a person was shown on one side count on the other too. */
  const placesOf = (requester: Requester) =>
    requester.threadTs ? [requester, { ...requester, threadTs: null }] : [requester];

  const listAt = (place: Requester): RememberedList | null => {
    const known = lists.get(keyOf(place));
    return known !== undefined && now() - known.at < REMEMBERED_MS ? known : null;
  };

  return {
    remember(requester, list) {
      if (requester.userId === null) return;
      for (const place of placesOf(requester)) {
        const ids = withPage(listAt(place), list);
        lists.delete(keyOf(place));
        lists.set(keyOf(place), { key: list.key, ids, at: now() });
      }
      forgetOldest(lists, MAX_LISTS);
    },
    recall(requester) {
      // A thread without a list is about the one that this person saw in the channel around it.
      const known = placesOf(requester).map(listAt);
      return known.find((list) => list !== null)?.ids ?? null;
    },
  };
}

function withPage(known: RememberedList | null, { key, firstRank, signalIds }: Parameters<LastLists['remember']>[1]) {
  const ids = new Map(known?.key === key ? known.ids : []);
  for (const [at, id] of signalIds.entries()) {
    ids.delete(firstRank + at);
    ids.set(firstRank + at, id);
  }
  forgetOldest(ids, MAX_SIGNALS);
  return ids;
}

function forgetOldest(kept: Map<unknown, unknown>, most: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(key);
  }
}
