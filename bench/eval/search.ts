import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPosts } from '../../packages/service/src/jobs/import.ts';
import { IncomingPost } from '../../packages/service/src/model/post.ts';
import type { SignalSearch } from '../../packages/service/src/queries/deps.ts';
import { createSignalSearch } from '../../packages/service/src/queries/search/signal-search.ts';
import { openStore, type Store } from '../../packages/service/src/store/index.ts';
import { evaluateBursts } from './bursts.ts';
import { type RawPost, readLines } from './corpora.ts';
import type { EvalRow } from './index.ts';

/** A result answers a question when this share of its posts matches. */
const ANSWERS = 0.3;
const SHOWN = 3;

interface Question {
  q: string;
  match: string;
}

/** The posts of each signal, candidates included. */
async function readSignals(store: Store, posts: readonly RawPost[]): Promise<Map<string, RawPost[]>> {
  const byId = new Map(posts.map((post) => [String(post.externalId), post]));
  const signals = new Map<string, RawPost[]>();
  for await (const { externalId, painSignalId } of store.assignments()) {
    const post = byId.get(externalId);
    if (painSignalId !== null && post) signals.set(painSignalId, [...(signals.get(painSignalId) ?? []), post]);
  }
  return signals;
}

async function ask(
  questions: readonly Question[],
  search: SignalSearch,
  signals: ReadonlyMap<string, readonly RawPost[]>,
  print: boolean,
) {
  const tally = { answered: 0, right: 0, shown: 0 };
  for (const { q, match } of questions) {
    const wanted = new RegExp(match, 'i');
    const hits = (await search.search(q, SHOWN)) ?? [];
    const right = hits.map(({ signalId }) => {
      const posts = signals.get(signalId) ?? [];
      const matching = posts.filter(
        ({ title, body }) => wanted.test(title ?? '') || wanted.test(`${title}\n${body ?? ''}`),
      );
      return matching.length >= ANSWERS * Math.max(1, posts.length);
    });
    if (right.includes(true)) tally.answered += 1;
    tally.right += right.filter(Boolean).length;
    tally.shown += hits.length;
    if (print)
      for (const [at, { signalId, relevance, confirmed, words }] of hits.entries())
        console.log(
          `${at === 0 ? `\n${q}\n` : ''}  ${right[at] ? '+' : '-'} ${relevance.toFixed(2)} ${confirmed ? '' : 'candidate '}${signals.get(signalId)?.length} ${signals.get(signalId)?.[0]?.title?.slice(0, 60)} [${words.join(', ')}]`,
        );
  }
  return tally;
}

/** Asks the questions of trackers/, and puts rises into its weeks, over a store that its posts were imported to. */
export async function evaluateSearch(
  folder: string,
  { questions: print, replays }: { questions: boolean; replays: boolean },
): Promise<EvalRow[]> {
  const posts = readLines<RawPost>(join(folder, 'trackers/posts.ndjson'));
  const questions = readLines<Question>(join(folder, 'trackers/questions.jsonl'));
  const at = Math.max(...posts.map(({ createdAt }) => Date.parse(String(createdAt)))) + 1;
  const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-eval-'));
  const store = await openStore({ dataDir, now: () => at });
  try {
    await importPosts(
      { store, now: () => at, newId: randomUUID },
      posts.map((post) => IncomingPost.parse(post)),
    );
    const search = createSignalSearch({ store, meaning: null, onError: console.error });
    const { answered, right, shown } = await ask(questions, search, await readSignals(store, posts), print);
    const percent = (part: number, of: number) => `${part} of ${of} (${Math.round((100 * part) / Math.max(1, of))}%)`;
    return [
      {
        set: 'trackers',
        figure: 'questions answered in the first three',
        value: percent(answered, questions.length),
        before: '2 of 24',
      },
      { set: 'trackers', figure: 'results shown that are right', value: percent(right, shown), before: '2 of 12' },
      ...(await evaluateBursts(store, at, 'trackers', replays)),
    ];
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
