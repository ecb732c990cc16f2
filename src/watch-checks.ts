import type { Logger } from 'pino';
import type { Deps } from '#handlers/deps.ts';
import { checkWatches } from '#handlers/watches/check-watches.ts';
import type { Job } from './schedule.ts';
import type { Store } from './stores/open-store.ts';

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
