import { Cron } from 'croner';
import type { Logger } from 'pino';
import { currentRequestId } from '../../config/log.ts';
import { isoInstant } from '../../model/day.ts';
import type { Feed, SourceDeps } from '../../sources/feed/source.ts';
import { untilTime } from '../../sources/http/http.ts';
import { loadSources, openFeeds, type SourceEntry, SourcesFileError } from '../../sources/sources-file.ts';
import { type FeedReport, type FetchDeps, type FetchOptions, fetchFeeds, followFeeds } from '../fetch.ts';
import { type FolderDeps, importDropped } from '../import-folder.ts';
import { feedWork, mayRetry, retryAt, type TrackWork, untracked } from '../thread-work.ts';

export interface FetchScheduleDeps extends FetchDeps {
  readEntries: () => Promise<readonly SourceEntry[]>;
  sources: SourceDeps;
  logger: ScheduleLogger;
  track?: TrackWork;
}
type ScheduleLogger = Pick<Logger, 'info' | 'warn' | 'error'>;

/**
 * Reads the SOURCES file at each call, so that an edited one takes effect with the next run, as it does for `fetch`. While it has
 * an error, the entries that it had before are returned. Throws {@link SourcesFileError} when there were none.
 */
export function createEntriesReader(path: string, logger: ScheduleLogger): () => Promise<readonly SourceEntry[]> {
  let good: readonly SourceEntry[] | null = null;
  return async () => {
    try {
      good = await loadSources(path);
    } catch (error) {
      if (good === null || !(error instanceof SourcesFileError)) throw error;
      logger.error({ reason: error.message }, 'SOURCES cannot be used: its last good content is');
    }
    return good;
  };
}

/** Off the full hour, when platforms are busiest. */
const HOURLY_CRON = '23 * * * *';
/** Keeps a restart or a second process from fetching again at once. */
const MIN_INTERVAL_MS = 30 * 60_000;
/** So a run is over when the next begins. */
const MAX_RUN_MS = 40 * 60_000;

/**
 * Fetches every feed that was not fetched within the last half hour. Feeds that were being read when the thread ended come last,
 * each by itself, so that they don't keep the others from being read.
 */
export async function fetchDueSources({ readEntries, sources, ...deps }: FetchScheduleDeps): Promise<void> {
  const { logger, newId, realNow, track = untracked } = deps;
  const entries = await readEntries();
  const requestId = newId();
  const endsAt = realNow() + MAX_RUN_MS;
  const opened = openFeeds(entries, { ...sources, http: untilTime(sources.http, endsAt, realNow) });
  await followFeeds(deps, opened);
  for (const { message } of opened.errors) logger.warn({ requestId, reason: message }, 'source skipped');
  const { healthy, suspects, waiting } = await sortByFailures(deps, opened.feeds);
  for (const { key, until } of waiting)
    logger.warn({ requestId, feed: key, until: isoInstant(until) }, 'feed waits: a thread ended while it was read');
  const options: FetchOptions = {
    unlessReadSince: realNow() - MIN_INTERVAL_MS,
    endsAt,
    track,
    onReport: ({ key, error, ...tally }: FeedReport) => {
      if (error === null) logger.info({ requestId, feed: key, ...tally }, 'feed fetched');
      else logger.warn({ requestId, feed: key, ...tally, reason: error.message }, 'feed failed');
    },
    onUnusable: ({ provider, externalId }, error) =>
      logger.error({ requestId, provider, externalId, err: error }, 'post skipped: it cannot be processed'),
  };
  const failures: unknown[] = [];
  for (const group of [healthy, ...suspects.map((feed) => [feed])])
    await currentRequestId.run(requestId, fetchFeeds, deps, group, options).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function sortByFailures({ store, realNow }: FetchDeps, feeds: readonly Feed[]) {
  const failures = new Map((await store.threadFailures.all()).map((failure) => [failure.work, failure]));
  const healthy: Feed[] = [];
  const suspects: Feed[] = [];
  const waiting: { key: string; until: number }[] = [];
  for (const feed of feeds) {
    const failure = failures.get(feedWork(feed.key));
    if (failure === undefined) healthy.push(feed);
    else if (mayRetry(failure, realNow())) suspects.push(feed);
    else waiting.push({ key: feed.key, until: retryAt(failure) });
  }
  return { healthy, suspects, waiting };
}

/** Fetches the sources now and every hour. */
export function startFetchSchedule(deps: FetchScheduleDeps): void {
  const { track = untracked, logger } = deps;
  const work = () =>
    track('sources', () => fetchDueSources(deps)).catch((error: unknown) =>
      logger.error({ err: error }, 'fetch failed'),
    );
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
  const { track = untracked } = deps;
  const unmoved: Parameters<typeof importDropped>[2] = new Map();
  const work = async () => {
    const requestId = deps.newId();
    const importAll = () => currentRequestId.run(requestId, importDropped, deps, folder, unmoved);
    try {
      for (const { faults, ...report } of await track('import folder', importAll))
        if (report.problem === undefined) logger.info({ requestId, ...report }, 'file imported from IMPORT_FOLDER');
        else logger.error({ requestId, ...report }, 'file of IMPORT_FOLDER was read, and needs your attention');
    } catch (error) {
      logger.error({ requestId, err: error }, 'IMPORT_FOLDER cannot be read');
    }
  };
  void new Cron(FOLDER_CRON, { protect: true }, work).trigger();
}
