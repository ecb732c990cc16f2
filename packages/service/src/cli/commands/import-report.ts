import type { ImportProgress, OnUnusable } from '../../jobs/import.ts';
import type { IncomingPost } from '../../model/post.ts';
import type { ImportFile, InvalidRecord } from '../../sources/import/import-file.ts';
import type { CliContext } from '../context/cli-context.ts';
import { createProgress } from '../context/progress.ts';

/** What the operator sees of a running import: progress, and which lines are invalid. */
export interface ImportReport {
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

export function createImportReport(context: CliContext, file: ImportFile): ImportReport {
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
