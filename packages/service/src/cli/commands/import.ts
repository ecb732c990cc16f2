import { OperatorError } from '@pain-signals/storage';
import { Command } from 'commander';
import { type ImportProgress, importPosts, type OnUnusable } from '../../jobs/import.ts';
import { createPrepareThread } from '../../jobs/pipeline/prepare-thread.ts';
import { pluralize } from '../../model/pluralize.ts';
import type { IncomingPost } from '../../model/post.ts';
import {
  ARCHIVED_AFTER_DAYS,
  LISTED_STATES,
  QUALITY_GATE,
  type SignalState,
  type WithheldReason,
} from '../../model/signal.ts';
import { type ImportFile, type InvalidRecord, openImportFile } from '../../sources/import/import-file.ts';
import type { StateTally } from '../../store/index.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { createProgress } from '../context/progress.ts';
import { warnAboutSample, withPipeline } from '../context/with-store.ts';

const { documents, authors, daysOrRepositories } = QUALITY_GATE;
const QUALITY_GATE_TEXT =
  `A signal becomes public with ${documents} or more similar posts by ${authors} or more authors, on ${daysOrRepositories} or more days or in ` +
  `${daysOrRepositories} or more repositories, about a problem or a request.`;

const REASON_TEXTS: Record<WithheldReason, string> = {
  documents: `in groups of fewer than ${documents} posts`,
  authors: `in groups of fewer than ${authors} authors`,
  daysOrRepositories: 'in groups of one day and one repository',
  coherence: 'in groups of posts with little in common',
  topic: 'not about a problem or a request',
};

/** How many posts are in public signals, how many are not, and why. `asOf`: the time set instead of the real one. */
export function describePublication(
  tallies: readonly StateTally[],
  withheld: Record<WithheldReason, number>,
  asOf: number | null,
): string[] {
  const listed = sumTallies(tallies, LISTED_STATES);
  const archived = sumTallies(tallies, ['archived']);
  const waiting = sumTallies(tallies, ['candidate']);
  const lines = [`Public now: ${pluralize(listed.signals, 'signal')} with ${pluralize(listed.posts, 'post')}.`];
  if (waiting.posts > 0) {
    const reasons = Object.entries(withheld).filter(([, posts]) => posts > 0);
    const counts = reasons.map(([reason, posts]) => `${posts} ${REASON_TEXTS[reason as WithheldReason]}`);
    lines.push(
      `Not public yet: ${pluralize(waiting.posts, 'post')} in ${pluralize(waiting.signals, 'group')}. ${QUALITY_GATE_TEXT}`,
      `Of these posts: ${counts.join(', ')}.`,
    );
  }
  if (archived.posts > 0)
    lines.push(
      `Archived: ${pluralize(archived.posts, 'post')} in ${pluralize(archived.signals, 'signal')} without a post in ` +
        `${ARCHIVED_AFTER_DAYS} days${asOf === null ? '. To replay a past corpus at its own time, set AS_OF' : ' before AS_OF'}.`,
    );
  return lines;
}

function sumTallies(tallies: readonly StateTally[], states: readonly SignalState[]): Omit<StateTally, 'state'> {
  const matching = tallies.filter(({ state }) => states.includes(state));
  return {
    signals: matching.reduce((all, { signals }) => all + signals, 0),
    posts: matching.reduce((all, { posts }) => all + posts, 0),
  };
}

/** A file that begins with this many invalid lines holds no posts, and reading on would only print more errors. */
const MAX_INVALID_LINES_AT_START = 1_000;

export function importCommand(context: CliContext): Command {
  return new Command('import')
    .description(
      'import the posts of a file, find their signals and take a snapshot; importing a file again changes nothing',
    )
    .argument('<file>', 'one JSON object per line (.ndjson), or CSV with a header (.csv)')
    .addHelpText('after', helpExamples('import posts.ndjson'))
    .action((path: string) => importFile(context, path));
}

async function importFile(context: CliContext, path: string): Promise<void> {
  const file = await openImportFile(path);
  const report = createImportReport(context, file);
  const { progress: onProgress, refreshing: onRefresh } = report;
  const { prepare, stop } = createPrepareThread();
  const { progress, tallies, withheld } = await withPipeline(context, async (deps) => {
    await warnAboutSample(context, deps.store);
    const options = { onProgress, onRefresh, onUnusable: report.unusable };
    return {
      progress: await importPosts({ ...deps, prepare }, goodPosts(file, report), options),
      tallies: await deps.store.stateTallies(),
      withheld: await deps.store.withheldPosts(),
    };
  }).finally(async () => {
    report.end();
    await stop();
  });
  const isEmpty = progress.read === 0 && report.invalidLines() === 0;
  await context.print(isEmpty ? `${path} contains no posts.` : summaryOf(progress, report.invalidLines()));
  if (tallies.length > 0) {
    const { asOf } = await context.config();
    for (const line of describePublication(tallies, withheld, asOf)) await context.print(line);
  }
  if (report.invalidLines() > 0) context.fail();
}

async function* goodPosts(file: ImportFile, report: ImportReport): AsyncGenerator<IncomingPost> {
  let foundPost = false;
  for await (const record of file.records()) {
    if ('post' in record) {
      foundPost = true;
      report.read(record);
      yield record.post;
    } else report.invalid(record);
    if (!foundPost && report.invalidLines() >= MAX_INVALID_LINES_AT_START)
      throw new OperatorError(
        `None of the first ${report.invalidLines()} lines is a post. The import stopped and stored nothing. A line looks like this: ` +
          '{"provider": "github", "externalId": "17", "title": "…", "createdAt": "2026-03-01T12:00:00Z"}',
      );
  }
}

function summaryOf(progress: ImportProgress, invalid: number): string {
  const { read, stored, known, duplicates, excluded, waiting, forgotten } = progress;
  const parts = [`${read} posts read`, `${stored} new`, `${known} already stored`];
  if (duplicates > 0) parts.push(`${duplicates} duplicates`);
  if (excluded > 0) parts.push(`${excluded} by bots or announcements (not counted)`);
  if (waiting > 0) parts.push(`${waiting} dated in the future (counted later)`);
  if (forgotten > 0) parts.push(`${forgotten} skipped: deleted with forget`);
  if (invalid > 0) parts.push(`${pluralize(invalid, 'invalid line')} skipped`);
  return `${parts.join(', ')}.`;
}

/** What the operator sees of a running import: progress, and which lines are invalid. */
interface ImportReport {
  progress(progress: ImportProgress): void;
  /** All posts are stored; their signals are being found. */
  refreshing(): void;
  invalid(record: InvalidRecord): void;
  /** A post goes into the import; should it break the pipeline, its line is reported as invalid. */
  read(record: { line: number; post: IncomingPost }): void;
  unusable: OnUnusable;
  invalidLines(): number;
  end(): void;
}

const POSTS_BETWEEN_LINES = 10_000;
/** Ten thousand very long posts can take a quarter of an hour. */
const BYTES_BETWEEN_LINES = 100_000_000;
/** A fault of this program: the post is as the format wants it. */
const UNUSABLE = 'this post cannot be processed; please report it as a bug with this line';
const STORING = '{bar} {percentage}% | {posts} posts, {stored} new | {eta_formatted} left';
const REFRESHING = '{bar} {percentage}% | {posts} posts, {stored} new | finding signals';

function createImportReport(context: CliContext, file: ImportFile): ImportReport {
  const { update, log, end } = createProgress(context);
  let values = { posts: 0, stored: 0 };
  let invalidLines = 0;
  let pending: InvalidRecord | null = null;
  const lines = new WeakMap<IncomingPost, number>();
  const flush = () => {
    if (pending !== null) log(`${formatLineRange(pending)}: ${pending.fault}`);
    pending = null;
  };
  const invalid = (record: InvalidRecord): void => {
    invalidLines += record.lastLine - record.line + 1;
    // Consecutive lines often have the same problem, which is reported once.
    if (pending?.fault === record.fault && pending.lastLine + 1 === record.line) {
      pending = { ...pending, lastLine: record.lastLine };
      return;
    }
    flush();
    pending = record;
  };
  return {
    progress({ read, stored }) {
      flush();
      values = { posts: read, stored };
      const tick = Math.floor(read / POSTS_BETWEEN_LINES) + Math.floor(file.position / BYTES_BETWEEN_LINES);
      const text = `${read} posts read, ${stored} new`;
      update({ format: STORING, done: file.position, total: file.size, values, tick, text });
    },
    refreshing: () => update({ format: REFRESHING, done: file.size, total: file.size, values }),
    invalid,
    read: ({ line, post }) => void lines.set(post, line),
    unusable(post) {
      const line = lines.get(post) ?? 0;
      invalid({ line, lastLine: line, fault: UNUSABLE });
    },
    invalidLines: () => invalidLines,
    end() {
      flush();
      end();
    },
  };
}

const formatLineRange = ({ line, lastLine }: InvalidRecord): string =>
  line === lastLine ? `line ${line}` : `lines ${line} to ${lastLine}`;
