import { OperatorError } from '@pain-signals/storage';
import { Command } from 'commander';
import { type ImportProgress, importPosts, type OnUnusable } from '../../jobs/import.ts';
import { createPrepareThread } from '../../jobs/pipeline/prepare-thread.ts';
import { countOf, formatCount } from '../../model/pluralize.ts';
import type { IncomingPost } from '../../model/post.ts';
import {
  ARCHIVED_AFTER_DAYS,
  LISTED_STATES,
  QUALITY_GATE,
  type SignalState,
  type WithheldReason,
} from '../../model/signal.ts';
import { type ImportFile, type InvalidRecord, openImportFile } from '../../sources/import/import-file.ts';
import type { StateTally, Store } from '../../store/index.ts';
import { shownName } from '../../text/plain-name.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { createProgress } from '../context/progress.ts';
import { warnAboutSample, withPipeline } from '../context/with-store.ts';

const { documents, authors, daysOrRepositories } = QUALITY_GATE;
const QUALITY_GATE_TEXT =
  `A signal becomes public when it has at least ${documents} similar posts about a problem or request, by at least ${authors} authors (each anonymous ` +
  `post counts as its own author), on at least ${daysOrRepositories} days or in at least ${daysOrRepositories} repositories.`;

const REASON_TEXTS: Record<WithheldReason, string> = {
  documents: `in groups of fewer than ${documents} posts`,
  authors: `in groups of fewer than ${authors} authors`,
  daysOrRepositories: 'in groups of one day and one repository',
  coherence: 'in groups of posts with little in common',
  topic: 'not about a problem or a request',
};

/** What a database holds after an import. */
export interface Publication {
  /** Posts, also those that count nowhere. */
  stored: number;
  tallies: readonly StateTally[];
  withheld: Record<WithheldReason, number>;
}

/** Where all stored posts are; the lines add up to them. `asOf`: the time set instead of the real one. */
export function describePublication({ stored, tallies, withheld }: Publication, asOf: number | null): string[] {
  const listed = sumTallies(tallies, LISTED_STATES);
  const archived = sumTallies(tallies, ['archived']);
  const waiting = sumTallies(tallies, ['candidate']);
  const reasons = Object.entries(withheld).filter(([, posts]) => posts > 0);
  const [only, ...others] = reasons.map(([reason, posts]) => [posts, REASON_TEXTS[reason as WithheldReason]] as const);
  const isOne = only !== undefined && others.length === 0;
  const groups = countOf(waiting.signals, 'group');
  const lines = amounts([
    [listed.posts, `in ${countOf(listed.signals, 'public signal')}`],
    [
      waiting.posts,
      isOne ? `not in a public signal yet: ${only[1]} (${groups})` : `not in a public signal yet, in ${groups}:`,
    ],
    ...(isOne
      ? []
      : [only, ...others].flatMap((each) => (each === undefined ? [] : [[each[0], `  ${each[1]}`] as const]))),
    [
      archived.posts,
      `archived: ${countOf(archived.signals, 'signal')} without a post in ${ARCHIVED_AFTER_DAYS} days` +
        `${asOf === null ? '. To replay a past corpus at its own time, set AS_OF' : ' before AS_OF'}`,
    ],
    [stored - listed.posts - waiting.posts - archived.posts, NOT_COUNTED],
  ]);
  return [`Of ${countOf(stored, 'stored post')}:`, ...lines, ...(waiting.posts > 0 ? [QUALITY_GATE_TEXT] : [])];
}

const NOT_COUNTED = 'not counted: from bots, announcements, duplicates, future dates or hidden posts';

/** Right-aligned numbers; those of 0 are left out. */
function amounts(rows: readonly (readonly [number, string])[]): string[] {
  const shown = rows.filter(([amount]) => amount > 0);
  const width = Math.max(...shown.map(([amount]) => formatCount(amount).length));
  return shown.map(([amount, says]) => `  ${indentOf(says)}${formatCount(amount).padStart(width)} ${says.trimStart()}`);
}

const indentOf = (text: string): string => text.slice(0, text.length - text.trimStart().length);

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

const EXPLAIN_HINT = 'To see what became of one of these posts: npm run -s cli -- explain PROVIDER:ID';

async function importFile(context: CliContext, path: string): Promise<void> {
  const file = await openImportFile(path);
  const report = createImportReport(context, file);
  const { progress: onProgress, refreshing: onRefresh } = report;
  const { prepare, stop } = createPrepareThread();
  const { progress, places, publication } = await withPipeline(context, async (deps) => {
    await warnAboutSample(context, deps.store);
    const options = { onProgress, onRefresh, onUnusable: report.unusable };
    const before = await deps.store.posts.lastId();
    return {
      progress: await importPosts({ ...deps, prepare }, goodPosts(file, report), options),
      // In an empty database, the lines about all posts say it.
      places: before === 0 ? null : await deps.store.placesAfter(before),
      publication: {
        stored: await deps.store.rebuild.countPosts(),
        tallies: await deps.store.stateTallies(),
        withheld: await deps.store.withheldPosts(),
      },
    };
  }).finally(async () => {
    report.end();
    await stop();
  });
  const isEmpty = progress.read === 0 && report.invalidLines() === 0;
  const { asOf } = await context.config();
  const lines = [
    ...(isEmpty ? [`${path} contains no posts.`] : summaryOf(progress, places, report.invalidLines())),
    ...(publication.stored > 0 ? describePublication(publication, asOf) : []),
    ...(progress.stored > 0 ? [EXPLAIN_HINT] : []),
  ];
  for (const line of lines) await context.print(line);
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

/** What became of the posts that were read; the lines add up to them. */
function summaryOf(progress: ImportProgress, places: Places | null, invalidLines: number): string[] {
  const { read, stored, known, duplicates, excluded, waiting, forgotten, unusable, bots } = progress;
  const byBots = [...bots.values()].reduce((sum, posts) => sum + posts, 0);
  const invalid = invalidLines - unusable;
  const counted = stored - duplicates - excluded - waiting;
  return [
    `${countOf(read, 'post')} read:`,
    ...amounts([
      [counted, `new${places === null ? '' : describePlaces(places, counted)}`],
      [duplicates, 'new, not counted: duplicates'],
      [byBots, `new, not counted: from bots (${namesOf(bots)})`],
      [excluded - byBots, 'new, not counted: announcements'],
      [waiting, 'new, counted later: dated in the future'],
      [known, 'already stored'],
      [forgotten, 'skipped: deleted with forget'],
      [unusable, 'skipped: cannot be processed'],
    ]),
    ...(invalid > 0 ? [`${countOf(invalid, 'invalid line')} skipped.`] : []),
  ];
}

type Places = Awaited<ReturnType<Store['placesAfter']>>;

/** `: 2 in public signals, 1 not public yet`. Empty where another process stored posts meanwhile, or some count nowhere. */
function describePlaces({ listed, waiting }: Places, counted: number): string {
  if (listed + waiting !== counted) return '';
  if (listed > 0 && waiting > 0)
    return `: ${formatCount(listed)} in public signals, ${formatCount(waiting)} not public yet`;
  return listed > 0 ? ', in public signals' : ', not public yet';
}

const BOTS_NAMED = 5;

/** `dependabot[bot], renovate[bot] and 2 others`, most posts first. */
function namesOf(bots: ReadonlyMap<string, number>): string {
  const names = [...bots].sort(([, one], [, other]) => other - one).map(([name]) => briefNameOf(name));
  const left = names.length - BOTS_NAMED;
  const shown = left > 0 ? [...names.slice(0, BOTS_NAMED), countOf(left, 'other')] : names;
  return new Intl.ListFormat('en').format(shown);
}

const MAX_BOT_NAME = 60;

/** Strangers choose these names: a line break in one would add lines to the report. */
function briefNameOf(name: string): string {
  const [...characters] = shownName(name) ?? 'no name';
  return characters.length > MAX_BOT_NAME ? `${characters.slice(0, MAX_BOT_NAME).join('')}…` : characters.join('');
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
