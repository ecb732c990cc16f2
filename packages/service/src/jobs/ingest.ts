import { Readable } from 'node:stream';
import type { IncomingPost } from '../model/post.ts';
import { ServiceError } from '../model/service-error.ts';
import { parseNdjson } from '../sources/import/parse-records.ts';
import { type ImportProgress, importPosts } from './import.ts';
import type { PipelineDeps } from './pipeline/pipeline-run.ts';

const MAX_LINES = 5_000;
const MAX_FAULTS_SHOWN = 100;

export interface IngestResult extends Pick<ImportProgress, 'stored' | 'known' | 'duplicates' | 'forgotten'> {
  read: number;
  invalid: number;
  /** The first invalid lines, counted from 1. */
  faults: { line: number; fault: string }[];
}

/** Imports a batch of lines of the import format. Sending a line again changes nothing. Throws INVALID_PARAMETER for too many. */
export async function ingestLines(deps: PipelineDeps, body: Buffer): Promise<IngestResult> {
  const lines = new Map<IncomingPost, number>();
  const faults: { line: number; fault: string }[] = [];
  for await (const record of parseNdjson(Readable.from([body]))) {
    if ('post' in record) lines.set(record.post, record.line);
    else faults.push({ line: record.line, fault: record.fault });
    if (lines.size + faults.length > MAX_LINES)
      throw new ServiceError('INVALID_PARAMETER', `Send at most ${MAX_LINES} lines at once. Nothing was stored.`);
  }
  const onUnusable = (post: IncomingPost) =>
    faults.push({ line: lines.get(post) ?? 0, fault: 'this post cannot be processed' });
  const { stored, known, duplicates, forgotten } = await importPosts(deps, lines.keys(), { onUnusable });
  const counts = { read: lines.size, stored, known, duplicates, forgotten, invalid: faults.length };
  return { ...counts, faults: faults.slice(0, MAX_FAULTS_SHOWN) };
}
