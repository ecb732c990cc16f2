import { HOUR_MS } from '@pain-signals/domain';
import type { Logger } from 'pino';
import type { Deps } from '#handlers/ports.ts';
import { checkWatches } from '#handlers/watches/check-watches.ts';
import type { Store } from '../store/open-store.ts';
import type { Job } from './schedule.ts';

/** Each watch has a minute of the hour. */
const WATCH_CHECK_INTERVAL_MS = 60_000;

interface WatchChecksOptions {
  store: Pick<Store, 'watchChecks'>;
  /** Null where the app is not installed any more. */
  depsOf: (workspaceId: string) => Promise<Deps | null>;
  logger: Logger;
}

/** Checks the watches that are due. */
export const watchChecksJob = ({ store, depsOf, logger }: WatchChecksOptions): Job => ({
  name: 'watches',
  everyMs: WATCH_CHECK_INTERVAL_MS,
  run: (_now, stopping) => checkWatches({ checks: store.watchChecks, depsOf, logger }, stopping),
});

const CLEANUP_INTERVAL_MS = HOUR_MS;

/** Deletes old messages and conversations, votes that no longer count, and requests and lists of more than an hour ago. */
export const cleanupJob = ({
  outbox,
  votes,
  seenRequests,
  lastLists,
  conversations,
}: Pick<Store, 'outbox' | 'votes' | 'seenRequests' | 'lastLists' | 'conversations'>): Job => ({
  name: 'cleanup',
  everyMs: CLEANUP_INTERVAL_MS,
  async run() {
    await outbox.forgetOld();
    await votes.forgetFaded();
    await seenRequests.forgetOld();
    await lastLists.forgetOld();
    await conversations.forgetOld();
  },
});
