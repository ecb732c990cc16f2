import { Command } from 'commander';
import type { IncomingPost } from '../model/post.ts';
import { type ImportProgress, importPosts } from '../pipeline/run-import.ts';
import { type ImportFile, openImportFile } from '../sources/import/index.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { createImportReport, type ImportReport } from './import-report.ts';
import { warnOfSample } from './warn-of-sample.ts';
import { tellToWait, withPipeline } from './with-store.ts';

export function importCommand(context: CliContext): Command {
  return new Command('import')
    .description('store the posts of a file, find their signals and take a snapshot; importing again changes nothing')
    .argument('<file>', 'one JSON object a line (.ndjson), or comma-separated with a header (.csv)')
    .addHelpText('after', examples('import posts.ndjson'))
    .action((path: string) => importFile(context, path));
}

async function importFile(context: CliContext, path: string): Promise<void> {
  const file = await openImportFile(path);
  const report = createImportReport(context, file);
  const { progress: onProgress, refreshing: onRefresh } = report;
  const progress = await withPipeline(context, async (deps) => {
    await warnOfSample(context, deps.store);
    return importPosts(deps, goodPosts(file, report), { onProgress, onRefresh, onWait: tellToWait(context) });
  }).finally(report.end);
  const isEmpty = progress.read === 0 && report.faults() === 0;
  await context.print(isEmpty ? `${path} holds no posts.` : summaryOf(progress, report.faults()));
  if (report.faults() > 0) context.fail();
}

async function* goodPosts(file: ImportFile, report: ImportReport): AsyncGenerator<IncomingPost> {
  for await (const record of file.records()) {
    if ('post' in record) yield record.post;
    else report.fault(record.line, record.fault);
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
