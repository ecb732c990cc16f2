import { HOUR_MS } from '@pain-signals/domain';
import type { LastLists } from '#handlers/ports.ts';
import type { Requester } from '#handlers/request-context.ts';
import { createCache } from '../slack/cache.ts';

const MAX_LISTS = 10_000;
/** For one list: the pages shown last. */
const MAX_SIGNALS = 100;

interface RememberedList {
  key: string;
  ids: Map<number, string>;
}

/** The lists of all installations. */
export interface LastListsByInstallation {
  forInstallation(installation: string): LastLists;
}

/** In memory: after a restart, people have to open a list again. */
export function createLastLists(now: () => number): LastListsByInstallation {
  const lists = createCache<RememberedList>({ max: MAX_LISTS, ttlMs: HOUR_MS, now });
  return { forInstallation: (installation) => listsOf(installation, lists) };
}

function listsOf(installation: string, lists: ReturnType<typeof createCache<RememberedList>>): LastLists {
  const keyOf = ({ channelId, userId, threadTs }: Requester) =>
    JSON.stringify([installation, channelId, threadTs ?? userId]);
  /** Slash commands don't work in threads, so the numbers of a thread's list count in its channel too. */
  const placesOf = (requester: Requester) =>
    requester.threadTs ? [requester, { ...requester, threadTs: null }] : [requester];

  const listAt = (place: Requester): RememberedList | undefined => lists.get(keyOf(place));

  return {
    remember(requester, list) {
      if (requester.userId === null) return;
      for (const place of placesOf(requester)) {
        lists.set(keyOf(place), { key: list.key, ids: withPage(listAt(place), list) });
      }
    },
    recall(requester) {
      // A thread without a list is about the one that this person saw in the channel around it.
      const known = placesOf(requester).map(listAt);
      return known.find((list) => list !== undefined)?.ids ?? null;
    },
  };
}

function withPage(
  known: RememberedList | undefined,
  { key, firstRank, signalIds }: Parameters<LastLists['remember']>[1],
) {
  const ids = new Map(known?.key === key ? known.ids : []);
  for (const [at, id] of signalIds.entries()) {
    ids.delete(firstRank + at);
    ids.set(firstRank + at, id);
  }
  return new Map([...ids].slice(-MAX_SIGNALS));
}
