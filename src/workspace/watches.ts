import { watchKey } from '@pain-signals/domain';
import type { CreatedWatch, NewWatch, Watches, WatchOptions } from '#handlers/watch-port.ts';
import type { Store } from '../store/open-store.ts';

/** Each is a question an hour at most, and the service takes 3,000 an hour in the background. */
const MAX_WATCHES = { person: 20, workspace: 200 };

interface Sources {
  store: Pick<Store, 'watches' | 'transaction'>;
  workspaceId: () => Promise<string>;
  /** Throws for people from outside. */
  refuseOutsiders: () => Promise<void>;
}

/** The watches of one workspace. */
export function workspaceWatches({ store, workspaceId, refuseOutsiders }: Sources): Watches {
  const open = async (): Promise<string> => {
    await refuseOutsiders();
    return workspaceId();
  };
  const { watches } = store;
  return {
    async create(watch) {
      const id = await open();
      return store.transaction((stores) => createIn(stores, id, watch));
    },
    find: async (watchId) => watches.find(await open(), watchId),
    list: async (of) => watches.list(await open(), of),
    async adjust(watchId, choice) {
      const id = await open();
      return store.transaction((stores) => adjustIn(stores, id, watchId, choice));
    },
    async mute(watchId, until) {
      const id = await open();
      return store.transaction((stores) => muteIn(stores, id, watchId, until));
    },
    resume: async (watchId) => watches.change(await open(), watchId, { paused: null, mutedUntil: null }),
    remove: async (watchId) => watches.remove(await open(), watchId),
  };
}

/** Two presses at the same moment are counted one after the other. */
async function createIn({ watches }: Pick<Store, 'watches'>, id: string, watch: NewWatch): Promise<CreatedWatch> {
  await watches.lockWorkspace(id);
  const own = await watches.list(id, { ownerId: watch.ownerId, channelId: null });
  const same = own.find((each) => watchKey(each) === watchKey(watch));
  if (same !== undefined) return { watch: same, isKnown: true };
  if (own.length >= MAX_WATCHES.person) return { full: 'person', most: MAX_WATCHES.person };
  if ((await watches.count(id)) >= MAX_WATCHES.workspace) return { full: 'workspace', most: MAX_WATCHES.workspace };
  return { watch: await watches.create(id, watch), isKnown: false };
}

async function adjustIn({ watches }: Pick<Store, 'watches'>, id: string, watchId: string, choice: WatchOptions) {
  await watches.lockWorkspace(id);
  const watch = await watches.find(id, watchId);
  if (watch === null) return null;
  const own = await watches.list(id, { ownerId: watch.ownerId, channelId: null });
  const wanted = watchKey({ ...watch, ...choice });
  const same = own.find((each) => each.id !== watchId && each.ownerId === watch.ownerId && watchKey(each) === wanted);
  if (same !== undefined) return { same };
  const changed = await watches.change(id, watchId, { ...choice, paused: null });
  return changed && { watch: changed };
}

/** Presses that follow each other faster mean one and the same. */
const SAME_PRESS_MS = 60_000;

async function muteIn({ watches }: Pick<Store, 'watches'>, id: string, watchId: string, until: number) {
  await watches.lockWorkspace(id);
  const before = await watches.find(id, watchId);
  if (before === null) return null;
  const isKnown = before.mutedUntil !== null && Math.abs(before.mutedUntil - until) < SAME_PRESS_MS;
  const watch = isKnown ? before : await watches.change(id, watchId, { mutedUntil: until });
  return watch && { watch, isKnown };
}
