import { Argument, Command, InvalidArgumentError } from 'commander';
import { type FeedReport, fetchFeeds } from '../pipeline/run-fetch.ts';
import { SOURCES } from '../sources/index.ts';
import { loadSources, openFeeds } from '../sources/open-feeds.ts';
import type { Feed, SourceDeps } from '../sources/source.ts';
import { type CliContext, OperatorError } from './context.ts';
import { helpExamples } from './examples.ts';
import { createFetchReport } from './fetch-report.ts';
import { warnAboutSample } from './warn-of-sample.ts';
import { announceWait, withPipeline } from './with-store.ts';

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
  const { feeds, faults } = openFeeds(entries, deps);
  for (const { message } of faults) context.notify(`left out: ${message}`);
  if (faults.length > 0) context.fail();
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
