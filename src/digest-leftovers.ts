import type { Job } from './schedule.ts';
import type { Store } from './stores/open-store.ts';

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
