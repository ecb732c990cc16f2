import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparePost } from '../packages/service/src/jobs/pipeline/prepare-post.ts';
import { IncomingPost, type SearchTerms } from '../packages/service/src/model/post.ts';
import type { TermStatistics } from '../packages/service/src/search/query.ts';
import { rankSimilarPosts } from '../packages/service/src/search/rank-posts.ts';
import { searchTermsOf } from '../packages/service/src/search/search-terms.ts';

/**
 * How often the search finds the known duplicate of a report among its first ten: `node bench/duplicate-retrieval.ts FOLDER`.
 * FOLDER holds NAME-duplicates.csv files, "Issue id,Duplicate id" and one pair a line; it or the folder above it holds the
 * reports, *.ndjson in the import format. Each report is asked for by its own words, as search ranks posts for a long question; itself is left out.
 */

const FIRST = 10;

interface Report {
  id: string;
  tracker: string;
  terms: SearchTerms;
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function readReport(line: string): Report | null {
  const parsed = IncomingPost.safeParse(JSON.parse(line));
  if (!parsed.success) return null;
  const { title, text } = preparePost(parsed.data);
  const { externalId: id, provider, repository } = parsed.data;
  return { id, tracker: repository ?? provider, terms: searchTermsOf(title, text) };
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

function countTerms(reports: readonly Report[]): TermStatistics {
  const counts = new Map<string, number>();
  for (const { terms } of reports)
    for (const term of new Set(`${terms.titleTerms} ${terms.bodyTerms}`.split(' ')))
      counts.set(term, (counts.get(term) ?? 0) + 1);
  return { documents: reports.length, count: (term) => counts.get(term) ?? 0 };
}

function measure(name: string, reports: readonly Report[], duplicates: ReadonlyMap<string, ReadonlySet<string>>): void {
  const statistics = countTerms(reports);
  const posts = reports.map(({ id, terms }, postId) => ({
    id,
    postId,
    score: 0,
    words: [],
    said: [],
    stressed: [],
    named: [],
    together: false,
    ...terms,
  }));
  let recall = 0;
  let reciprocal = 0;
  for (const { id, terms } of reports) {
    const wanted = duplicates.get(id);
    if (wanted === undefined) continue;
    const found = rankSimilarPosts(posts, terms, statistics).filter((post) => post.id !== id);
    const first = found.slice(0, FIRST).map((post) => post.id);
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
