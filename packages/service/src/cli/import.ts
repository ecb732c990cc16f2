import { Command } from 'commander';
import type { IncomingPost } from '../model/post.ts';
import { type ImportProgress, importPosts } from '../pipeline/run-import.ts';
import { type ImportFile, openImportFile } from '../sources/import/index.ts';
import { type CliContext, OperatorError } from './context.ts';
import { helpExamples } from './examples.ts';
import { createImportReport, type ImportReport } from './import-report.ts';
import { describePublication } from './say-standing.ts';
import { warnAboutSample } from './warn-of-sample.ts';
import { announceWait, withPipeline } from './with-store.ts';

/** Whatever such a file is, it holds no posts, and nobody reads a million complaints. */
const BAD_LINES_AT_FIRST = 1_000;

export function importCommand(context: CliContext): Command {
  return new Command('import')
    .description('store the posts of a file, find their signals and take a snapshot; importing again changes nothing')
    .argument('<file>', 'one JSON object a line (.ndjson), or comma-separated with a header (.csv)')
    .addHelpText('after', helpExamples('import posts.ndjson'))
    .action((path: string) => importFile(context, path));
}

async function importFile(context: CliContext, path: string): Promise<void> {
  const file = await openImportFile(path);
  const report = createImportReport(context, file);
  const { progress: onProgress, refreshing: onRefresh } = report;
  const { progress, tallies } = await withPipeline(context, async (deps) => {
    await warnAboutSample(context, deps.store);
    const options = { onProgress, onRefresh, onWait: announceWait(context) };
    return {
      progress: await importPosts(deps, goodPosts(file, report), options),
      tallies: await deps.store.stateTallies(),
    };
  }).finally(report.end);
  const isEmpty = progress.read === 0 && report.faults() === 0;
  await context.print(isEmpty ? `${path} holds no posts.` : summaryOf(progress, report.faults()));
  if (tallies.length > 0) for (const line of describePublication(tallies)) await context.print(line);
  if (report.faults() > 0) context.fail();
}

async function* goodPosts(file: ImportFile, report: ImportReport): AsyncGenerator<IncomingPost> {
  let isPosts = false;
  for await (const record of file.records()) {
    if ('post' in record) {
      isPosts = true;
      yield record.post;
    } else report.fault(record);
    if (!isPosts && report.faults() >= BAD_LINES_AT_FIRST)
      throw new OperatorError(
        `None of the first ${report.faults()} lines is a post, so the rest was not read and nothing was stored. A line looks like: ` +
          '{"provider": "github", "externalId": "17", "title": "…", "createdAt": "2026-03-01T12:00:00Z"}',
      );
  }
}

function summaryOf({ read, stored, known, duplicates, waiting, forgotten }: ImportProgress, faults: number): string {
  const parts = [`${read} posts read`, `${stored} new`, `${known} there already`];
  if (duplicates > 0) parts.push(`${duplicates} repeat another`);
  if (waiting > 0) parts.push(`${waiting} dated after now, which wait`);
  if (forgotten > 0) parts.push(`${forgotten} forgotten before, left out`);
  if (faults > 0) parts.push(`${faults} bad ${faults === 1 ? 'line' : 'lines'} left out`);
  return `${parts.join(', ')}.`;
}
