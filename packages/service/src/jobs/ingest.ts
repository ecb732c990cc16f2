import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { parseJson } from '@pain-signals/contract';
import type { IncomingPost } from '../model/post.ts';
import { ServiceError } from '../model/service-error.ts';
import { countLines, type ImportRecord, parseNdjson } from '../sources/import/records.ts';
import { type ImportProgress, importPosts } from './import.ts';
import type { PipelineDeps } from './pipeline/pipeline-run.ts';

const MAX_LINES = 5_000;
const MAX_FAULTS_SHOWN = 100;

export interface IngestResult extends Pick<ImportProgress, 'stored' | 'known' | 'duplicates' | 'forgotten'> {
  read: number;
  invalid: number;
  /** The first invalid lines, counted from 1; `lastLine` where one takes in several. */
  faults: { line: number; lastLine?: number; fault: string }[];
}

export interface IngestOutcome {
  answer: object;
  /** It is the answer of an earlier call with the same key. */
  isRepeated: boolean;
}

/** Imports a batch of lines, with a key once. Throws INVALID_PARAMETER. */
export const ingest = (deps: PipelineDeps, lines: Buffer, key: string | null): Promise<IngestOutcome> =>
  key === null
    ? ingestLines(deps, lines).then((answer) => ({ answer, isRepeated: false }))
    : ingestOnce(deps, key, lines);

/** The same key and lines get the same answer for a day; a lost answer can be asked for again. Throws INVALID_PARAMETER for other lines. */
async function ingestOnce(deps: PipelineDeps, key: string, body: Buffer): Promise<IngestOutcome> {
  const { ingestAnswers } = deps.store;
  const [keyHash, bodyHash] = [hash('sha256', key), hash('sha256', body)];
  const taken = await ingestAnswers.take({ keyHash, bodyHash });
  if (taken.bodyHash !== bodyHash)
    throw new ServiceError(
      'INVALID_PARAMETER',
      'This Idempotency-Key came with other lines before. Nothing was stored.',
      {
        status: 422,
      },
    );
  const answered = parseJson(taken.answerJson);
  if (answered) return { answer: answered, isRepeated: true };
  try {
    // The same lines twice at once are both stored, which changes nothing.
    const answer = await ingestLines(deps, body);
    if (await ingestAnswers.keep(keyHash, JSON.stringify(answer))) return { answer, isRepeated: false };
    const first = parseJson((await ingestAnswers.take({ keyHash, bodyHash })).answerJson);
    return { answer: first || answer, isRepeated: Boolean(first) };
  } catch (error) {
    if (error instanceof ServiceError) await ingestAnswers.giveBack(keyHash);
    throw error;
  }
}

/** Imports a batch of lines of the import format. Sending a line again changes nothing. Throws INVALID_PARAMETER for too many. */
async function ingestLines(deps: PipelineDeps, body: Buffer): Promise<IngestResult> {
  const tooMany = () =>
    new ServiceError('INVALID_PARAMETER', `Send at most ${MAX_LINES} lines at once. Nothing was stored.`);
  // Before any is read: millions that are empty would hold up everybody else for a minute.
  if (countLines(body) > MAX_LINES) throw tooMany();
  const records: ImportRecord[] = [];
  for await (const record of parseNdjson(Readable.from([body]))) {
    if (records.push(record) > MAX_LINES) throw tooMany();
  }
  return ingestRecords(deps, records);
}

/** Imports the records that are posts, and says which lines were left out. */
export async function ingestRecords(
  deps: PipelineDeps,
  records: Iterable<ImportRecord> | AsyncIterable<ImportRecord>,
): Promise<IngestResult> {
  const lines = new WeakMap<IncomingPost, number>();
  const faults: IngestResult['faults'] = [];
  let invalid = 0;
  const addFault = (fault: IngestResult['faults'][number]) => {
    invalid += 1;
    if (faults.length < MAX_FAULTS_SHOWN) faults.push(fault);
  };
  async function* posts(): AsyncGenerator<IncomingPost> {
    for await (const record of records) {
      if ('fault' in record) {
        const { line, lastLine, fault } = record;
        addFault({ line, ...(lastLine > line && { lastLine }), fault });
      } else {
        lines.set(record.post, record.line);
        yield record.post;
      }
    }
  }
  const onUnusable = (post: IncomingPost) =>
    addFault({ line: lines.get(post) ?? 0, fault: 'this post cannot be processed' });
  const { read, stored, known, duplicates, forgotten } = await importPosts(deps, posts(), { onUnusable });
  return { read, stored, known, duplicates, forgotten, invalid, faults };
}
