import type { Created, NewWatch, Watches } from '#handlers/watches/watches.ts';
import type { Store } from './stores/open-store.ts';

/** Each is a question an hour at most, and the service takes 3,000 an hour in the background. */
const MOST = { person: 20, workspace: 200 };

interface Sources {
  store: Pick<Store, 'watches' | 'transaction'>;
  workspaceId: () => Promise<string>;
  /** Throws for people from outside. */
  refuseOutsiders: () => Promise<void>;
}

/** The watches of one workspace. */
export function watchBook({ store, workspaceId, refuseOutsiders }: Sources): Watches {
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
    change: async (watchId, change) => watches.change(await open(), watchId, change),
    remove: async (watchId) => watches.remove(await open(), watchId),
  };
}

/** Two presses at the same moment are counted one after the other. */
async function createIn({ watches }: Pick<Store, 'watches'>, id: string, watch: NewWatch): Promise<Created> {
  await watches.hold(id);
  const own = await watches.list(id, { ownerId: watch.ownerId, channelId: null });
  const same = own.find((each) => sameness(each) === sameness(watch));
  if (same !== undefined) return { watch: same, isKnown: true };
  if (own.length >= MOST.person) return { full: 'person', most: MOST.person };
  if ((await watches.count(id)) >= MOST.workspace) return { full: 'workspace', most: MOST.workspace };
  return { watch: await watches.create(id, watch), isKnown: false };
}

type Told = Pick<NewWatch, 'subject' | 'rule' | 'channelId'>;

function sameness({ subject, rule, channelId }: Told): string {
  const what = subject.of === 'signal' ? subject.id : subject.filter;
  return JSON.stringify([what, rule, channelId]);
}
