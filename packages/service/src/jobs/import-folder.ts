import { constants } from 'node:fs';
import { lstat, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoInstant } from '../model/day.ts';
import { openImportFile } from '../sources/import/import-file.ts';
import { ImportFileError } from '../sources/import/records.ts';
import { type IngestResult, ingestRecords } from './ingest.ts';
import type { PipelineDeps } from './pipeline/pipeline-run.ts';
import { fileWork, type TrackWork, untracked } from './thread-work.ts';

/** The clock of the file system, not the pipeline's. */
export interface FolderDeps extends PipelineDeps {
  realNow: () => number;
  track?: TrackWork;
}
export interface FolderReport extends Partial<IngestResult> {
  file: string;
  /** Why nothing of the file was imported. */
  error?: string;
}

/** A file that changed later may still be written. */
const SETTLED_AFTER_MS = 10_000;
const IMPORTABLE = /^[^.].*\.(?:ndjson|csv)$/is;

/**
 * Imports the files that were dropped into the folder, each once, however many processes watch it. Each moves to `done/`, or to
 * `failed/` when a line of it or all was not imported, with a report beside it. After an interruption the file is still there.
 */
export async function importDropped(deps: FolderDeps, folder: string): Promise<FolderReport[]> {
  if ((await settledFiles(deps, folder)).length === 0) return [];
  const lock = await deps.store.lockFolder();
  const reports: FolderReport[] = [];
  try {
    for (const outcome of ['done', 'failed']) await mkdir(join(folder, outcome), { recursive: true });
    for (const file of await settledFiles(deps, folder)) {
      const before = await versionOf(join(folder, file));
      const report = await importDroppedFile(deps, folder, file);
      // Replaced or added to since: it stays, and is read again.
      if ((await versionOf(join(folder, file))) !== before) continue;
      const outcome = report.error === undefined && report.invalid === 0 ? 'done' : 'failed';
      const path = join(folder, outcome, `${isoInstant(deps.realNow()).replaceAll(':', '-')} ${endOf(file)}`);
      lock.assertHeld();
      await writeFile(`${path}.report.json`, `${JSON.stringify(report, null, 2)}\n`);
      await rename(join(folder, file), path);
      reports.push(report);
    }
    return reports;
  } finally {
    await lock.release();
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
