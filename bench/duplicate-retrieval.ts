import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparePost } from '../packages/service/src/jobs/pipeline/prepare-post.ts';
import { IncomingPost } from '../packages/service/src/model/post.ts';
import type { SearchableSignal } from '../packages/service/src/model/signal.ts';
import { createSearchIndex } from '../packages/service/src/search/search-index.ts';

/**
 * How often the search finds the known duplicate of a report among its first ten: `node bench/duplicate-retrieval.ts FOLDER`.
 * FOLDER holds NAME-duplicates.csv files, "Issue id,Duplicate id" and one pair a line; it or the folder above it holds the
 * reports, *.ndjson in the import format. Each report is a signal of one post, asked for by its own words, itself left out.
 */

const FIRST = 10;

interface Report {
  id: string;
  tracker: string;
  question: string;
  signal: SearchableSignal;
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function readReport(line: string): Report | null {
  const parsed = IncomingPost.safeParse(JSON.parse(line));
  if (!parsed.success) return null;
  const { title, text, chunks } = preparePost(parsed.data);
  const passages = chunks.map((chunk, index) => ({
    chunkId: String(index),
    text: title === null || title === chunk ? chunk : `${title}\n${chunk}`,
  }));
  const { externalId: id, provider, repository } = parsed.data;
  return {
    id,
    tracker: repository ?? provider,
    question: `${title ?? ''}\n${text}`,
    signal: { id, topic: title ?? '', summary: '', macroArea: null, passages },
  };
}

/** Known duplicates of each report, both ways. */
function readPairs(file: string, known: ReadonlySet<string>): Map<string, Set<string>> {
  const duplicates = new Map<string, Set<string>>();
  for (const line of readFileSync(file, 'utf8').trim().split(/\r?\n/).slice(1)) {
    const [one = '', other = ''] = line.split(',').map((id) => id.trim());
    if (one === other || !known.has(one) || !known.has(other)) continue;
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      duplicates.set(from, (duplicates.get(from) ?? new Set()).add(to));
  }
  return duplicates;
}

function measure(name: string, reports: readonly Report[], duplicates: ReadonlyMap<string, ReadonlySet<string>>): void {
  const index = createSearchIndex(reports.map(({ signal }) => signal));
  let recall = 0;
  let reciprocal = 0;
  for (const { id, question } of reports) {
    const wanted = duplicates.get(id);
    if (wanted === undefined) continue;
    const found = index
      .nearest(question, FIRST + 1)
      .map(({ signalId }) => signalId)
      .filter((other) => other !== id);
    const first = found.slice(0, FIRST);
    recall += first.filter((other) => wanted.has(other)).length / wanted.size / duplicates.size;
    const place = first.findIndex((other) => wanted.has(other));
    if (place >= 0) reciprocal += 1 / (place + 1) / duplicates.size;
  }
  console.log(
    `${name}: ${reports.length} reports, ${duplicates.size} with a duplicate: recall@${FIRST} ${recall.toFixed(3)}, MRR ${reciprocal.toFixed(3)}`,
  );
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Say which folder holds NAME-duplicates.csv: node bench/duplicate-retrieval.ts FOLDER');
  process.exit(2);
}
const reports = [folder, join(folder, '..')]
  .flatMap((where) => filesIn(where, '.ndjson'))
  .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  .flatMap((line) => readReport(line) ?? []);
for (const file of filesIn(folder, '-duplicates.csv')) {
  const duplicates = readPairs(file, new Set(reports.map(({ id }) => id)));
  const trackers = new Set(reports.filter(({ id }) => duplicates.has(id)).map(({ tracker }) => tracker));
  measure(
    file,
    reports.filter(({ tracker }) => trackers.has(tracker)),
    duplicates,
  );
}
