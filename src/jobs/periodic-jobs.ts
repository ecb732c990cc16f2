import type { Logger } from 'pino';
import type { Deps } from '#handlers/ports.ts';
import { notifyUnconfirmedShare } from '#handlers/sharing/post-share.ts';
import { checkWatches } from '#handlers/watches/check-watches.ts';
import type { Store } from '../store/open-store.ts';
import type { Job } from './schedule.ts';

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

/** Watches come due at full hours; whoever asks oftener finds nothing to do. */
const WATCH_CHECK_INTERVAL_MS = 60_000;

interface WatchChecksOptions {
  store: Pick<Store, 'watchOutbox'>;
  /** Null where the app is not installed any more. */
  depsOf: (workspaceId: string) => Promise<Deps | null>;
  logger: Logger;
}

/** Looks after the watches whose hour has come. */
export const watchChecksJob = ({ store, depsOf, logger }: WatchChecksOptions): Job => ({
  name: 'watches',
  everyMs: WATCH_CHECK_INTERVAL_MS,
  run: (_now, stopping) => checkWatches({ outbox: store.watchOutbox, depsOf, logger }, stopping),
});

const CLEANUP_INTERVAL_MS = 6 * 60 * 60 * 1_000;

/** Lets go of deliveries that nobody asks for any more, and of votes that have faded. */
export const digestCleanupJob = ({ deliveries, votes }: Pick<Store, 'deliveries' | 'votes'>): Job => ({
  name: 'digest leftovers',
  everyMs: CLEANUP_INTERVAL_MS,
  async run() {
    await deliveries.forgetOld();
    await votes.forgetFaded();
  },
});
