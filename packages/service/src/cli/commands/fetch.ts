import { SingleBar } from 'cli-progress';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { type FeedProgress, type FeedReport, fetchFeeds } from '../../jobs/fetch.ts';
import type { Feed, SourceDeps } from '../../sources/feed/source.ts';
import { SOURCES } from '../../sources/index.ts';
import { loadSources, openFeeds } from '../../sources/sources-file.ts';
import { type CliContext, helpExamples, OperatorError } from '../context/cli-context.ts';
import { announceWait, warnAboutSample, withPipeline } from '../context/with-store.ts';

/** What a person sees while sources are read: a bar for each feed on a terminal, and every failure as it happens. */
export interface FetchReport {
  onProgress(progress: FeedProgress): void;
  onReport(report: FeedReport): void;
  end(): void;
}

const BAR = '{feed} {bar} {percentage} % | {stored} new | {eta_formatted} left';
const BAR_STEPS = 1_000;

export function createFetchReport(context: CliContext): FetchReport {
  let bar: SingleBar | null = null;
  const end = () => {
    bar?.stop();
    bar = null;
  };
  return {
    onProgress({ key, fraction, stored }) {
      if (!context.isTerminal) return;
      if (bar === null) {
        bar = new SingleBar({ format: BAR, stream: process.stderr, clearOnComplete: true, hideCursor: true });
        bar.start(BAR_STEPS, 0, { feed: key, stored });
      }
      bar.update(Math.floor(fraction * BAR_STEPS), { feed: key, stored });
    },
    onReport({ key, error }) {
      end();
      if (error !== null) context.notify(`${key}: ${error.message}`);
    },
    end,
  };
}

export function fetchCommand(context: CliContext): Command {
  return new Command('fetch')
    .description('read what is new at the sources of the SOURCES file')
    .addArgument(new Argument('[source]', 'only those of this kind').choices(SOURCES.map(({ name }) => name)))
    .option('--since <date>', 'read again from this day on, instead of from where the last reading stopped', parseDate)
    .addHelpText('after', helpExamples('fetch', 'fetch github --since 2026-03-01'))
    .action((source: string | undefined, { since }: { since?: number }) => fetchSources(context, source, since));
}

async function fetchSources(context: CliContext, source: string | undefined, since: number | undefined): Promise<void> {
  const http = await context.openHttp();
  const report = createFetchReport(context);
  try {
    const { credentials } = await context.config();
    const feeds = await feedsOf(context, source, { http, credentials, now: Date.now });
    const reports = await withPipeline(context, async (deps) => {
      await warnAboutSample(context, deps.store);
      return fetchFeeds({ ...deps, realNow: Date.now }, feeds, { ...report, since, onWait: announceWait(context) });
    });
    report.end();
    for (const one of reports) await context.print(summaryOf(one));
    if (reports.some(({ error }) => error !== null)) context.fail();
  } finally {
    report.end();
    await http.close();
  }
}

async function feedsOf(context: CliContext, source: string | undefined, deps: SourceDeps): Promise<Feed[]> {
  const { sourcesFile } = await context.config();
  if (sourcesFile === null) throw new OperatorError('Set SOURCES to a YAML file that lists the sources to follow.');
  const entries = (await loadSources(sourcesFile)).filter(({ name }) => source === undefined || name === source);
  if (entries.length === 0) throw new OperatorError(`${sourcesFile} has no entry with "source: ${source}".`);
  const { feeds, errors } = openFeeds(entries, deps);
  for (const { message } of errors) context.notify(`left out: ${message}`);
  if (errors.length > 0) context.fail();
  return feeds;
}

function summaryOf({ key, stored, known, deleted, unreadable, error }: FeedReport): string {
  const parts = [`${key}: ${stored} new`, `${known} there already`];
  if (deleted > 0) parts.push(`${deleted} removed, gone at their platform`);
  if (unreadable > 0) parts.push(`${unreadable} rows that could not be read`);
  if (error !== null) parts.push('read in part');
  return `${parts.join(', ')}.`;
}

function parseDate(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at) && at <= Date.now()) return at;
  throw new InvalidArgumentError('It must be a day of the past such as 2026-03-01, or an instant with its time zone.');
}
