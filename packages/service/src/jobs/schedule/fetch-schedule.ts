import { Cron } from 'croner';
import type { Logger } from 'pino';
import { currentRequestId } from '../../config/log.ts';
import type { SourceDeps } from '../../sources/feed/source.ts';
import { openFeeds, type SourceEntry } from '../../sources/sources-file.ts';
import { type FeedReport, type FetchDeps, fetchFeeds } from '../fetch.ts';
import { type FolderDeps, importDropped } from '../watched-folder.ts';

export interface FetchScheduleDeps extends FetchDeps {
  entries: readonly SourceEntry[];
  sources: SourceDeps;
  logger: ScheduleLogger;
}
type ScheduleLogger = Pick<Logger, 'info' | 'warn' | 'error'>;

/** Off the full hour, when platforms are busiest. */
const HOURLY_CRON = '23 * * * *';
/** Keeps a restart or a second process from fetching again at once. */
const MIN_INTERVAL_MS = 30 * 60_000;
/** So a run is over when the next begins. */
const MAX_RUN_MS = 40 * 60_000;

/** Fetches every feed that was not fetched within the last half hour. */
export async function fetchDueSources({ entries, sources, logger, ...deps }: FetchScheduleDeps): Promise<void> {
  const requestId = deps.newId();
  const { feeds, errors } = openFeeds(entries, sources);
  for (const { message } of errors) logger.warn({ requestId, reason: message }, 'source skipped');
  await currentRequestId.run(requestId, fetchFeeds, deps, feeds, {
    unlessReadSince: deps.realNow() - MIN_INTERVAL_MS,
    endsAt: deps.realNow() + MAX_RUN_MS,
    onReport: ({ key, error, ...tally }: FeedReport) => {
      if (error === null) logger.info({ requestId, feed: key, ...tally }, 'feed fetched');
      else logger.warn({ requestId, feed: key, ...tally, reason: error.message }, 'feed failed');
    },
    onUnusable: ({ provider, externalId }, error) =>
      logger.error({ requestId, provider, externalId, err: error }, 'post skipped: it cannot be processed'),
  });
}

/** Fetches the sources now and every hour. */
export function startFetchSchedule(deps: FetchScheduleDeps): void {
  const work = () => fetchDueSources(deps).catch((error: unknown) => deps.logger.error({ err: error }, 'fetch failed'));
  // Protected: an hour is skipped while the previous fetch still runs.
  const job = new Cron(HOURLY_CRON, { timezone: 'UTC', protect: true }, work);
  void job.trigger();
}

const FOLDER_CRON = '*/10 * * * * *';

/** Looks for dropped files now and every ten seconds. */
export function startFolderSchedule(
  { logger, ...deps }: FolderDeps & { logger: ScheduleLogger },
  folder: string,
): void {
  const work = async () => {
    const requestId = deps.newId();
    try {
      for (const { faults, ...report } of await currentRequestId.run(requestId, importDropped, deps, folder))
        logger.info({ requestId, ...report }, 'file imported from IMPORT_FOLDER');
    } catch (error) {
      logger.error({ requestId, err: error }, 'IMPORT_FOLDER cannot be read');
    }
  };
  void new Cron(FOLDER_CRON, { protect: true }, work).trigger();
}
