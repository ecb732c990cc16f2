import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPosts } from '../../packages/service/src/jobs/import.ts';
import { IncomingPost } from '../../packages/service/src/model/post.ts';
import type { SignalSearch } from '../../packages/service/src/queries/deps.ts';
import { createSignalSearch } from '../../packages/service/src/queries/search/signal-search.ts';
import { openStore, type Store } from '../../packages/service/src/store/index.ts';
import { evaluateBursts } from './bursts.ts';
import { type Corpus, type RawPost, readCorpora, readLines } from './corpora.ts';
import type { EvalRow } from './index.ts';
import { publicPains, recover } from './recovery.ts';

/** A result answers a question when this share of its posts matches. */
const ANSWERS = 0.3;
const SHOWN = 3;

interface Question {
  q: string;
  /** What the posts that answer match, a regular expression; null for a question off the topic, which should find nothing. */
  match: string | null;
  /** Where the posts that answer are. */
  repository?: string;
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

const isAnswer = (post: RawPost, wanted: RegExp, repository: string | undefined): boolean =>
  (repository === undefined || post.repository === repository) &&
  (wanted.test(post.title ?? '') || wanted.test(`${post.title}\n${post.body ?? ''}`));

async function ask(
  questions: readonly Question[],
  search: SignalSearch,
  signals: ReadonlyMap<string, readonly RawPost[]>,
  print: boolean,
) {
  const tally = { answered: 0, right: 0, shown: 0, strays: 0 };
  for (const { q, match, repository } of questions) {
    const hits = (await search.search(q, SHOWN)) ?? [];
    const answers = (post: RawPost) => match !== null && isAnswer(post, new RegExp(match, 'i'), repository);
    const right = hits.map(({ signalId }) => {
      const posts = signals.get(signalId) ?? [];
      return posts.filter(answers).length >= ANSWERS * Math.max(1, posts.length);
    });
    if (right.includes(true)) tally.answered += 1;
    if (match === null && hits.length > 0) tally.strays += 1;
    tally.right += right.filter(Boolean).length;
    if (match !== null) tally.shown += hits.length;
    if (print)
      for (const [at, { signalId, relevance, confirmed, words }] of hits.entries())
        console.log(
          `${at === 0 ? `\n${q}\n` : ''}  ${right[at] ? '+' : '-'} ${relevance.toFixed(2)} ${confirmed ? '' : 'candidate '}${signals.get(signalId)?.length} ${signals.get(signalId)?.[0]?.title?.slice(0, 60)} [${words.join(', ')}]`,
        );
  }
  return tally;
}

const percent = (part: number, of: number) => `${part} of ${of} (${Math.round((100 * part) / Math.max(1, of))}%)`;

/** What is public of a corpus as the product shows it: posts, the largest signal, and pains that a public signal finds. */
async function evaluatePublic(store: Store, { name, posts, pains }: Corpus): Promise<EvalRow[]> {
  const places = new Map(posts.map(({ externalId }, place) => [String(externalId), place]));
  const labels: (string | null)[] = posts.map(() => null);
  const all: (string | null)[] = posts.map(() => null);
  for await (const { externalId, painSignalId, public: isPublic } of store.assignments()) {
    const place = places.get(externalId) ?? -1;
    all[place] = painSignalId;
    if (isPublic) labels[place] = painSignalId;
  }
  const clusters = new Map([...Map.groupBy(labels.keys(), (place) => labels[place] ?? '')].filter(([id]) => id !== ''));
  const sizes = Array.from(clusters.values(), (own) => own.length);
  const shown = sizes.reduce((sum, size) => sum + size, 0);
  return [
    { set: name, figure: 'posts in public signals', value: percent(shown, posts.length) },
    { set: name, figure: 'posts of the largest public signal', value: String(Math.max(0, ...sizes)) },
    ...pains.flatMap((each) => {
      const { meanF1, found, of } = recover(each.pains, labels, clusters);
      return [
        {
          set: name,
          figure: `${each.name}: mean best F1, found`,
          value: `${meanF1.toFixed(3)}, ${found} of ${of}`,
        },
        { set: name, figure: `${each.name}: public`, value: `${publicPains(each.pains, labels, all)} of ${of}` },
      ];
    }),
  ];
}

interface EvalOptions {
  questions: boolean;
  replays: boolean;
}

/** Imports a corpus as the product does: what is public of it, its questions, and rises put into its weeks. */
async function evaluateImport(folder: string, corpus: Corpus, options: EvalOptions): Promise<EvalRow[]> {
  const { name: set, posts } = corpus;
  const at = posts.reduce((last, { createdAt }) => Math.max(last, Date.parse(String(createdAt))), 0) + 1;
  const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-eval-'));
  const store = await openStore({ dataDir, now: () => at });
  try {
    await importPosts(
      { store, now: () => at, newId: randomUUID },
      posts.map((post) => IncomingPost.parse(post)),
    );
    const rows = await evaluatePublic(store, corpus);
    const asked = join(folder, set, 'questions.jsonl');
    if (existsSync(asked)) {
      const questions = readLines<Question>(asked);
      const search = createSignalSearch({ store, meaning: null, onError: console.error });
      const signals = await readSignals(store, posts);
      const { answered, right, shown, strays } = await ask(questions, search, signals, options.questions);
      const offTopic = questions.filter(({ match }) => match === null).length;
      const answers = percent(answered, questions.length - offTopic);
      rows.push({ set, figure: 'questions answered in the first three', value: answers, before: '2 of 24' });
      rows.push({ set, figure: 'results shown that are right', value: percent(right, shown), before: '2 of 12' });
      if (offTopic > 0)
        rows.push({ set, figure: 'questions off the topic that find something', value: percent(strays, offTopic) });
    }
    return [...rows, ...(await evaluateBursts(store, REPLAYS_END[set] ?? at, set, options.replays))];
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Later weeks of posts-gitbugs hold a post or none. */
const REPLAYS_END: { [set: string]: number } = { issues: Date.parse('2023-10-31') };

/** The figures of trackers/ and posts-gitbugs as the product serves them. */
export async function evaluateProduct(folder: string, options: EvalOptions): Promise<EvalRow[]> {
  const rows: EvalRow[] = [];
  for (const corpus of readCorpora(folder))
    if (corpus.truth === null) rows.push(...(await evaluateImport(folder, corpus, options)));
  return rows;
}
