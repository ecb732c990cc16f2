import type { Job } from './schedule.ts';
import type { Store } from './stores/open-store.ts';

const EVERY_MS = 6 * 60 * 60 * 1_000;

/** Lets go of deliveries that nobody asks for any more, and of votes that have faded. */
export const digestLeftoversJob = ({ deliveries, votes }: Pick<Store, 'deliveries' | 'votes'>): Job => ({
  name: 'digest leftovers',
  everyMs: EVERY_MS,
  async run() {
    await deliveries.forgetOld();
    await votes.forgetFaded();
  },
});
