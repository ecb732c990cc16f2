import type { Deps } from '#handlers/deps.ts';
import { tellDoubtfulShare } from '#handlers/doubtful-share.ts';
import type { Job } from './schedule.ts';
import type { Store } from './stores/open-store.ts';

interface Options {
  store: Pick<Store, 'shares'>;
  /** Null where the app is not installed any more. */
  depsOf: (workspaceId: string) => Promise<Deps | null>;
}

/** Looks for shares that a dead process left behind, and tells the sharers. */
export function doubtfulSharesJob({ store, depsOf }: Options): Job {
  return {
    name: 'doubtful shares',
    everyMs: 30_000,
    async run() {
      for (const share of await store.shares.takeDoubtful()) {
        const deps = await depsOf(share.workspaceId);
        if (deps !== null) await tellDoubtfulShare(deps, share);
      }
    },
  };
}
