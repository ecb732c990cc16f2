import { OperatorError } from '@pain-signals/storage';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { type FeedReport, type FetchOptions, fetchFeeds, followFeeds } from '../../jobs/fetch.ts';
import type { SourceDeps } from '../../sources/feed/source.ts';
import { loadSources, type OpenedFeeds, openFeeds, SOURCES } from '../../sources/sources-file.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { createProgress } from '../context/progress.ts';
import { warnAboutSample, withPipeline } from '../context/with-store.ts';

const FORMAT = '{feed} {bar} {percentage}% | {stored} new | {eta_formatted} left';
const BAR_STEPS = 1_000;

type Options = Pick<FetchOptions, 'since' | 'removeMissing'>;

export function fetchCommand(context: CliContext): Command {
  return new Command('fetch')
    .description('fetch new posts from the sources in the SOURCES file')
    .addArgument(new Argument('[kind]', 'only sources of this kind').choices(SOURCES.map(({ name }) => name)))
    .option('--since <date>', 'fetch again from this day on, instead of continuing from the last fetch', parseDate)
    .option('--remove-missing', 'remove posts missing at the source for a day, even if they are a large part of a feed')
    .addHelpText('after', helpExamples('fetch', 'fetch github --since 2026-03-01'))
    .action((source: string | undefined, options: Options) => fetchSources(context, source, options));
}

async function fetchSources(context: CliContext, source: string | undefined, options: Options): Promise<void> {
  const config = await context.config();
  const http = await context.openHttp(config);
  const { update, end } = createProgress(context);
  try {
    const { chosen, all } = await feedsOf(context, source, { http, credentials: config.credentials, now: Date.now });
    const reports = await withPipeline(context, async (deps) => {
      await warnAboutSample(context, deps.store);
      await followFeeds(deps, all);
      return fetchFeeds({ ...deps, realNow: Date.now }, chosen.feeds, {
        ...options,
        onProgress: ({ key, fraction, stored }) =>
          update({
            format: FORMAT,
            done: Math.floor(fraction * BAR_STEPS),
            total: BAR_STEPS,
            values: { feed: key, stored },
          }),
        onReport({ key, error }) {
          end();
          if (error !== null) context.notify(`${key}: ${error.message}`);
        },
        onUnusable: ({ provider, externalId }) =>
          context.notify(`${provider}:${externalId} was skipped: it cannot be processed. Please report it as a bug.`),
      });
    });
    for (const report of reports) await context.print(summaryOf(report));
    if (reports.some(({ error }) => error !== null)) context.fail();
  } finally {
    end();
    await http.close();
  }
}

/** The feeds to read, and those of the whole file. */
async function feedsOf(
  context: CliContext,
  source: string | undefined,
  deps: SourceDeps,
): Promise<{ chosen: OpenedFeeds; all: OpenedFeeds }> {
  const { sourcesFile } = await context.config();
  if (sourcesFile === null)
    throw new OperatorError('No sources configured. Set SOURCES to a YAML file that lists them.');
  const all = await loadSources(sourcesFile);
  const entries = all.filter(({ name }) => source === undefined || name === source);
  if (entries.length === 0) throw new OperatorError(`${sourcesFile} has no entry with "source: ${source}".`);
  const chosen = openFeeds(entries, deps);
  for (const { message } of chosen.errors) context.notify(`skipped: ${message}`);
  if (chosen.errors.length > 0) context.fail();
  return { chosen, all: openFeeds(all, deps) };
}

function summaryOf({ key, stored, known, deleted, missing, unreadable, error }: FeedReport): string {
  const parts = [`${key}: ${stored} new`, `${known} already stored`];
  if (missing > 0) parts.push(`${missing} missing at the source, checked again tomorrow`);
  if (deleted > 0) parts.push(`${deleted} deleted at the source`);
  if (unreadable > 0) parts.push(`${unreadable} unreadable`);
  if (error !== null) parts.push('stopped early by an error');
  return `${parts.join(', ')}.`;
}

function parseDate(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at) && at <= Date.now()) return at;
  throw new InvalidArgumentError('Use a past date such as 2026-03-01, or a date and time with a time zone.');
}
