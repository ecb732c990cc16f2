import { constants } from 'node:fs';
import { lstat, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoInstant } from '../model/day.ts';
import { openImportFile } from '../sources/import/import-file.ts';
import { ImportFileError } from '../sources/import/records.ts';
import { type IngestResult, ingestRecords } from './ingest.ts';
import type { PipelineDeps } from './pipeline/pipeline-run.ts';
import { fileWork, isMoveWork, moveWork, type TrackWork, untracked } from './thread-work.ts';

/** The clock of the file system, not the pipeline's. */
export interface FolderDeps extends PipelineDeps {
  realNow: () => number;
  track?: TrackWork;
}
export interface FolderReport extends Partial<IngestResult> {
  file: string;
  /** Why nothing of the file was imported. */
  error?: string;
  /** Why the file is still where it was, or has no report. */
  problem?: string;
}
/** Files that were read and can't be moved, by name: not read again until they change. */
type UnmovedFiles = Map<string, { version: string; report: FolderReport }>;

/** A file that changed later may still be written. */
const SETTLED_AFTER_MS = 10_000;
const IMPORTABLE = /^[^.].*\.(?:ndjson|csv)$/is;

/**
 * Imports the files that were dropped into the folder, each once, however many processes watch it. Each moves to `done/`, or to
 * `failed/` when a line of it or all was not imported, with a report beside it. After an interruption the file is still there.
 * Pass the same `unmoved` each time; what can't be moved is reported once, and holds up no other file.
 */
export async function importDropped(
  deps: FolderDeps,
  folder: string,
  unmoved: UnmovedFiles = new Map(),
): Promise<FolderReport[]> {
  const { threadFailures, lockFolder } = deps.store;
  const noted = new Set((await threadFailures.all()).map(({ work }) => work).filter(isMoveWork));
  if (noted.size + (await settledFiles(deps, folder)).length === 0) return [];
  const lock = await lockFolder();
  const reports: FolderReport[] = [];
  try {
    for (const outcome of ['done', 'failed']) await mkdir(join(folder, outcome), { recursive: true });
    for (const file of await settledFiles(deps, folder)) {
      const version = await versionOf(join(folder, file));
      const known = unmoved.get(file);
      const isKnown = known !== undefined && known.version === version;
      const report = isKnown ? known.report : await importDroppedFile(deps, folder, file);
      // Replaced or added to since: it stays, and is read again.
      if (version === null || (await versionOf(join(folder, file))) !== version) continue;
      lock.assertHeld();
      const moved = await moveToOutcome(deps, folder, report);
      const isThere = (await versionOf(join(folder, file))) !== null;
      if (!isThere || moved.problem === undefined) unmoved.delete(file);
      else if (isKnown) continue;
      else {
        unmoved.set(file, { version, report });
        if (!noted.has(moveWork(file)))
          await threadFailures.add(moveWork(file), { failedAt: deps.realNow(), reason: moved.problem });
      }
      reports.push(moved);
    }
    const left = new Set((await readdir(folder)).map(moveWork));
    await threadFailures.clear(...[...noted].filter((work) => !left.has(work)));
    return reports;
  } finally {
    await lock.release();
  }
}

async function moveToOutcome({ realNow }: FolderDeps, folder: string, report: FolderReport): Promise<FolderReport> {
  const outcome = report.error === undefined && report.invalid === 0 ? 'done' : 'failed';
  const path = join(folder, outcome, `${isoInstant(realNow()).replaceAll(':', '-')} ${endOf(report.file)}`);
  const reasonOf = (error: unknown) => (error instanceof Error ? error.message.split(',', 1)[0] : String(error));
  try {
    await rename(join(folder, report.file), path);
  } catch (error) {
    return { ...report, problem: `cannot be moved to ${outcome}/: ${reasonOf(error)}` };
  }
  try {
    await writeFile(`${path}.report.json`, `${JSON.stringify(report, null, 2)}\n`);
    return report;
  } catch (error) {
    return { ...report, problem: `its report cannot be written: ${reasonOf(error)}` };
  }
}

const versionOf = (path: string): Promise<string | null> =>
  lstat(path).then(
    ({ ino, size, mtimeMs, ctimeMs }) => JSON.stringify([ino, size, mtimeMs, ctimeMs]),
    () => null,
  );

/** What looks like a file to import and isn't one: a link, a pipe, a folder, or a file whose name isn't UTF-8 and opens nothing. */
export const ignoredIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => IMPORTABLE.test(entry.name) && (!entry.isFile() || entry.name.includes('\ufffd')))
    .map(({ name }) => name);

/** File systems take names of 255 bytes, and time and `.report.json` are added to this one. */
const MAX_NAME_BYTES = 200;
const endOf = (file: string): string =>
  Buffer.byteLength(file) <= MAX_NAME_BYTES ? file : Buffer.from(file).subarray(-MAX_NAME_BYTES).toString();

async function settledFiles({ realNow }: FolderDeps, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && IMPORTABLE.test(entry.name)).map(({ name }) => name);
  // A copy keeps its first file's date, which may be in the future. Another process may have moved one since.
  const changedAt = (file: string) =>
    stat(join(folder, file)).then(
      ({ mtimeMs, ctimeMs }) => (mtimeMs > realNow() ? ctimeMs : mtimeMs),
      () => Number.POSITIVE_INFINITY,
    );
  const changed = await Promise.all(files.map(changedAt));
  return files.filter((_, index) => (changed[index] ?? 0) <= realNow() - SETTLED_AFTER_MS).toSorted();
}

/** Something else may have ended the thread the first times. */
const MAX_THREAD_FAILURES = 3;

async function importDroppedFile(deps: FolderDeps, folder: string, file: string): Promise<FolderReport> {
  const { store, track = untracked } = deps;
  const work = fileWork(file);
  const earlier = (await store.threadFailures.all()).find((failure) => failure.work === work);
  if (earlier !== undefined && earlier.failures >= MAX_THREAD_FAILURES) {
    await store.threadFailures.clear(work);
    return { file, error: `the import ended unexpectedly ${earlier.failures} times (${earlier.reason})` };
  }
  try {
    // A link may have taken the file's place.
    const open = () => openImportFile(join(folder, file), constants.O_NOFOLLOW);
    const read = async () => ingestRecords(deps, (await open()).records());
    return { file, ...(await track(work, read)) };
  } catch (error) {
    if (error instanceof ImportFileError) return { file, error: error.message };
    throw error;
  }
}
