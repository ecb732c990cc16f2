import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPosts } from '../../packages/service/src/jobs/import.ts';
import { catchUpSample } from '../../packages/service/src/jobs/sample.ts';
import { IncomingPost } from '../../packages/service/src/model/post.ts';
import { createCandidatePosts } from '../../packages/service/src/queries/search/candidate-posts.ts';
import { type Measures, measureSignals } from '../../packages/service/src/search/measure-signals.ts';
import { rankPosts } from '../../packages/service/src/search/rank-posts.ts';
import { SAMPLE_QUERIES } from '../../packages/service/src/sources/sample/queries.ts';
import { labelledPosts } from '../../packages/service/src/sources/sample/stream.ts';
import { openStore, type Store } from '../../packages/service/src/store/index.ts';
import { EVERYDAY_QUESTIONS } from '../../packages/service/test/search/support/everyday-questions.ts';
import { OFF_TOPIC_QUESTIONS } from '../../packages/service/test/search/support/off-topic-questions.ts';
import { OFFICE_MESSAGES } from '../../packages/service/test/search/support/office-messages.ts';
import { readLines } from '../eval/corpora.ts';
import { type Example, fitLogistic } from '../logistic.ts';

/**
 * Learns how relevance follows from what `measureSignals` measures: `npm run learn:relevance FOLDER` writes `relevance.json`. FOLDER
 * holds posts-gitbugs.ndjson, whose questions are in `questions.jsonl`; the sample's posts and questions are the project's own.
 */

/** Says of each of a signal's posts, by its id, whether it answers. */
type Answers = (externalId: string) => boolean;

interface Asked {
  question: string;
  /** Null off the topic. */
  answers: Answers | null;
}

/** A signal answers a question that this share of its posts answer. */
const ANSWERS = 0.3;

/** Signals learned from of a question, those that say most of it: of hundreds that say a word each there is nothing to learn. */
const SIGNALS_LEARNED = 25;

/** The tracker is imported whole, and without every tenth post from each of these places: its signals differ each time. */
const LEFT_OUT = [null, 1, 4, 7] as const;
const TENTH = 10;

const FIRST_DAY = '2025-10-16';
const LAST_DAY = '2026-03-15';

interface LabelledQuestion {
  q: string;
  /** What the titles of posts that answer match; null off the topic. */
  match?: string | null;
  repository?: string | null;
  /** Pains of the sample that answer. */
  pains?: string[];
}

interface Title {
  title: string;
  repository: string;
}

async function examplesFrom(store: Store, asked: readonly Asked[]): Promise<Example<keyof Measures>[]> {
  const signals = new Map<string, string[]>();
  for await (const { externalId, painSignalId } of store.assignments())
    if (painSignalId !== null) signals.set(painSignalId, [...(signals.get(painSignalId) ?? []), externalId]);
  const candidatesFor = createCandidatePosts(store);
  const examples: Example<keyof Measures>[] = [];
  for (const { question, answers } of asked) {
    const { concepts, posts, volumes } = await candidatesFor(question);
    const measured = measureSignals(rankPosts(posts, concepts), concepts, volumes);
    const most = measured.toSorted((one, other) => saying(other.measures) - saying(one.measures));
    for (const { signalId, measures } of most.slice(0, SIGNALS_LEARNED)) {
      const own = signals.get(signalId) ?? [];
      const right = answers === null ? 0 : own.filter(answers).length;
      examples.push({ measures: { ...measures }, isRight: right > 0 && right >= ANSWERS * own.length });
    }
  }
  return examples;
}

const saying = ({ covered, ordinary, votes }: Measures): number => covered + Math.exp(ordinary) + votes;

async function withStore<Result>(at: number, use: (store: Store) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-learn-'));
  const store = await openStore({ dataDir, now: () => at });
  try {
    return await use(store);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function learnTracker(folder: string, questions: readonly LabelledQuestion[], leftOut: number | null) {
  const posts = readLines<object>(join(folder, 'posts-gitbugs.ndjson'))
    .filter((_, place) => place % TENTH !== leftOut)
    .map((post) => IncomingPost.parse(post));
  const at = posts.reduce((last, { createdAt }) => Math.max(last, createdAt), 0) + 1;
  const titles = new Map<string, Title>(
    posts.map(({ externalId, title, repository }) => [
      externalId,
      { title: title ?? '', repository: repository ?? '' },
    ]),
  );
  const asked = questions
    .filter(({ pains }) => pains === undefined)
    .map(({ q: question, match, repository }): Asked => {
      if (match == null) return { question, answers: null };
      const wanted = new RegExp(match, 'i');
      const answers = (id: string) => {
        const post = titles.get(id);
        return post !== undefined && (repository == null || post.repository === repository) && wanted.test(post.title);
      };
      return { question, answers };
    });
  return withStore(at, async (store) => {
    await importPosts({ store, now: () => at, newId: randomUUID }, posts);
    return examplesFrom(store, asked);
  });
}

function learnSample(questions: readonly LabelledQuestion[]) {
  const at = Date.parse(`${LAST_DAY}T12:00:00Z`);
  const truth = new Map(
    Array.from(labelledPosts(FIRST_DAY, LAST_DAY), ({ post, painId }) => [post.externalId, painId]),
  );
  const about = (question: string, pains: readonly string[]): Asked => ({
    question,
    answers: (id) => pains.includes(truth.get(id) ?? ''),
  });
  const offTopic = [...questions.filter(({ match }) => match === null).map(({ q }) => q), ...OFF_TOPIC_QUESTIONS];
  const asked = [
    ...questions.flatMap(({ q, pains }) => (pains === undefined ? [] : about(q, pains))),
    ...SAMPLE_QUERIES.map(({ query, painId }) => about(query, [painId])),
    ...EVERYDAY_QUESTIONS.map(({ question, painIds }) => about(question, painIds)),
    ...[...offTopic, ...OFFICE_MESSAGES].map((question): Asked => ({ question, answers: null })),
  ];
  return withStore(at, async (store) => {
    await catchUpSample({ store, now: () => at, newId: randomUUID });
    return examplesFrom(store, asked);
  });
}

async function main([folder]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('Usage: npm run learn:relevance FOLDER');
  const here = (name: string) => new URL(name, import.meta.url);
  const questions = readFileSync(here('questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledQuestion);
  const examples = await learnSample(questions);
  for (const leftOut of LEFT_OUT) examples.push(...(await learnTracker(folder, questions, leftOut)));
  const model = fitLogistic(examples);
  writeFileSync(here('../../packages/service/src/search/relevance.json'), `${JSON.stringify(model, null, 2)}\n`);
  console.log(`${examples.length} signals of questions, ${examples.filter(({ isRight }) => isRight).length} right`);
  console.log(model);
}

await main(process.argv.slice(2));
