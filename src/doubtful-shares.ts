import type { Deps } from '#handlers/deps.ts';
import { notifyUnconfirmedShare } from '#handlers/doubtful-share.ts';
import type { Job } from './schedule.ts';
import type { Store } from './stores/open-store.ts';

interface UnconfirmedSharesOptions {
  store: Pick<Store, 'shares'>;
  /** Null where the app is not installed any more. */
  depsOf: (workspaceId: string) => Promise<Deps | null>;
}

/** Looks for shares that a dead process left behind, and tells the sharers. */
export function unconfirmedSharesJob({ store, depsOf }: UnconfirmedSharesOptions): Job {
  return {
    name: 'doubtful shares',
    everyMs: 30_000,
    async run() {
      for (const share of await store.shares.claimUnconfirmed()) {
        const deps = await depsOf(share.workspaceId);
        if (deps !== null) await notifyUnconfirmedShare(deps, share);
      }
    },
  };
}
