import { Command } from 'commander';
import { type ImportProgress, importPosts } from '../../jobs/import.ts';
import type { IncomingPost } from '../../model/post.ts';
import { ARCHIVED_AFTER_DAYS, LISTED_STATES, QUALITY_GATE, type SignalState } from '../../model/signal.ts';
import { type ImportFile, openImportFile } from '../../sources/import/import-file.ts';
import type { StateTally } from '../../store/index.ts';
import { type CliContext, helpExamples, OperatorError } from '../context/cli-context.ts';
import { announceWait, warnAboutSample, withPipeline } from '../context/with-store.ts';
import { createImportReport, type ImportReport } from './import-report.ts';

const { documents, authors, daysOrRepositories } = QUALITY_GATE;
const QUALITY_GATE_TEXT =
  `A signal is public once it has ${documents} posts by ${authors} authors, on ${daysOrRepositories} days or in ` +
  `${daysOrRepositories} repositories, and words that are true of most of them.`;

/** Where the stored posts stand: how many readers can see in signals, how many not, and why. */
export function describePublication(tallies: readonly StateTally[]): string[] {
  const listed = sumTallies(tallies, LISTED_STATES);
  const archived = sumTallies(tallies, ['archived']);
  const waiting = sumTallies(tallies, ['candidate']);
  const lines = [`Public now: ${pluralize(listed.signals, 'signal')} with ${pluralize(listed.posts, 'post')}.`];
  if (waiting.posts > 0)
    lines.push(
      `Not public yet: ${pluralize(waiting.posts, 'post')} in ${pluralize(waiting.signals, 'group')}. ${QUALITY_GATE_TEXT}`,
    );
  if (archived.posts > 0)
    lines.push(
      `In no list: ${pluralize(archived.posts, 'post')} in ${pluralize(archived.signals, 'signal')} that nobody wrote about for ` +
        `${ARCHIVED_AFTER_DAYS} days. To look at a past corpus as of its own time, set AS_OF.`,
    );
  return lines;
}

const pluralize = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`;

function sumTallies(tallies: readonly StateTally[], states: readonly SignalState[]): Omit<StateTally, 'state'> {
  const those = tallies.filter(({ state }) => states.includes(state));
  return {
    signals: those.reduce((all, { signals }) => all + signals, 0),
    posts: those.reduce((all, { posts }) => all + posts, 0),
  };
}

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
