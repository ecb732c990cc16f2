import { Cron } from 'croner';
import type { Logger } from 'pino';
import type { SourceDeps } from '../../sources/feed/source.ts';
import { openFeeds, type SourceEntry } from '../../sources/sources-file.ts';
import { type FeedReport, type FetchDeps, fetchFeeds } from '../fetch.ts';

export interface FetchScheduleDeps extends FetchDeps {
  entries: readonly SourceEntry[];
  sources: SourceDeps;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Every hour, at a minute that few others choose. */
const HOURLY_CRON = '23 * * * *';
/** A restart, or another process of this service, must not ask the platforms again at once. */
const MIN_INTERVAL_MS = 30 * 60_000;

/** Reads every feed that was not read within the last half hour. */
export async function fetchDueSources({ entries, sources, logger, ...deps }: FetchScheduleDeps): Promise<void> {
  const { feeds, errors } = openFeeds(entries, sources);
  for (const fault of errors) logger.warn({ reason: fault.message }, 'a source is left out');
  await fetchFeeds(deps, feeds, {
    unlessReadSince: deps.realNow() - MIN_INTERVAL_MS,
    onReport: ({ key, error, ...tally }: FeedReport) => {
      if (error === null) logger.info({ feed: key, ...tally }, 'feed read');
      else logger.warn({ feed: key, ...tally, reason: error.message }, 'feed read in part');
    },
  });
}

/** Reads the sources now and every hour from now on. */
export function startFetchSchedule(deps: FetchScheduleDeps): void {
  const work = async () => {
    try {
      await fetchDueSources(deps);
    } catch (error) {
      deps.logger.error({ err: error }, 'reading the sources failed');
    }
  };
  // Protected: an hour that a long reading has not ended in is left out.
  const hours = new Cron(HOURLY_CRON, { timezone: 'UTC', protect: true }, work);
  void hours.trigger();
}
