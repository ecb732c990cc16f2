import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSubjectSigns, type SubjectSigns } from '../../packages/service/src/clustering/one-subject.ts';
import { preparePost } from '../../packages/service/src/jobs/pipeline/prepare-post.ts';
import { IncomingPost } from '../../packages/service/src/model/post.ts';
import { labelledPosts } from '../../packages/service/src/sources/sample/stream.ts';
import type { Background } from '../../packages/service/src/text/background.ts';
import {
  type ClusteredPosts,
  clusterPosts,
  consolidateClusters,
} from '../../packages/service/test/clustering/support/cluster-posts.ts';
import { type RawPost, readLines } from '../eval/corpora.ts';
import { type Example, fitLogistic, type LogisticModel } from '../logistic.ts';

/**
 * Learns from groups that a reader labelled which signs tell posts about one thing from posts that share a word:
 * `npm run learn:subjects -- FOLDER [TEST]` writes `one-subject.json`. FOLDER holds posts-gitbugs.ndjson, whose groups are in
 * `groups.ndjson`; TEST, if given, holds posts.ndjson and groups.ndjson of other posts, on which the weights are tried.
 */

/** A group as a reader found it: posts about one pain, about one theme with several troubles, or about several things. */
interface LabelledGroup {
  about: 'pain' | 'theme' | 'mixed';
  posts: readonly string[];
}

/** A group's signs and whether it is about one subject. */
type SubjectExample = Example<keyof SubjectSigns>;
type SubjectModel = LogisticModel<keyof SubjectSigns>;

const SAMPLE_DAYS = ['2026-03-01', '2026-07-29'] as const;
/** Share of the posts of a sample group that tell its pain. */
const ONE_PAIN = 0.7;
/** Posts of the sample are made, so their groups count less. */
const SAMPLE_WEIGHT = 0.3;
const LEAST_POSTS = 3;
/** As many as the pipeline reads of a signal. */
const MOST_READ = 200;

interface Texts {
  background: Background;
  groups: { isRight: boolean; weight: number; posts: readonly RawPost[] }[];
}

function readLabelled(posts: readonly RawPost[], groups: readonly LabelledGroup[]): Texts {
  const byId = new Map(posts.map((post) => [String(post.externalId), post]));
  return {
    background: clusterPosts(posts.map((post) => ({ post }))),
    groups: groups.map(({ about, posts: ids }) => ({
      isRight: about !== 'mixed',
      weight: 1,
      posts: ids.flatMap((id) => byId.get(id) ?? []),
    })),
  };
}

/** Groups of the sample stream, of which it is known what each post tells. */
function readSample(): Texts {
  const labelled = [...labelledPosts(...SAMPLE_DAYS)];
  const background: ClusteredPosts = clusterPosts(labelled);
  const { signalOf } = consolidateClusters(background);
  const places = Map.groupBy(labelled.keys(), (place) => {
    const id = background.clusterIds[place] ?? null;
    return id === null ? null : (signalOf.get(id) ?? id);
  });
  const groups = [...places].flatMap(([id, own]) => {
    if (id === null || own.length < LEAST_POSTS) return [];
    const pains = Map.groupBy(own, (place) => labelled[place]?.painId ?? null);
    const largest = Math.max(0, ...[...pains].map(([pain, told]) => (pain === null ? 0 : told.length)));
    const posts = own.flatMap((place) => labelled[place]?.post ?? []);
    return [{ isRight: largest >= ONE_PAIN * own.length, weight: SAMPLE_WEIGHT, posts }];
  });
  return { background, groups };
}

/** Stores hold one project or many: words that are a group's own in one are used by others too. */
function together(all: readonly Texts[]): Background {
  const documentFrequencies = new Map<string, number>();
  for (const { background } of all)
    for (const [term, count] of background.documentFrequencies)
      documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + count);
  return { documentFrequencies, documents: all.reduce((sum, { background }) => sum + background.documents, 0) };
}

const examplesOf = ({ groups }: Texts, background: Background): SubjectExample[] =>
  groups.map(({ posts, ...group }) => {
    const read = posts.slice(0, MOST_READ).map((post) => preparePost(IncomingPost.parse(post)));
    return { ...group, measures: { ...readSubjectSigns(read, posts.length, background) } };
  });

/** Share of the pairs of a good and a mixed group in which the good one has the higher value (the area under the ROC curve). */
function areaUnderCurve(examples: readonly SubjectExample[], { weights }: SubjectModel): number {
  const judge = ({ nearest, ownWord, edge }: SubjectSigns) =>
    weights.nearest * nearest + weights.ownWord * ownWord + weights.edge * edge;
  const values = (isRight: boolean) =>
    examples.filter((each) => each.isRight === isRight).map(({ measures }) => judge(measures));
  const [good, mixed] = [values(true), values(false)];
  const wins = good.flatMap((one) => mixed.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

function main([folder, test]: readonly string[]): void {
  if (folder === undefined) throw new Error('Usage: npm run learn:subjects -- FOLDER [TEST]');
  const labels = readLines<LabelledGroup>(new URL('groups.ndjson', import.meta.url).pathname);
  const issues = readLabelled(readLines<RawPost>(join(folder, 'posts-gitbugs.ndjson')), labels);
  const sample = readSample();
  const learnFrom = (texts: Texts) => {
    const both = together([texts, sample]);
    return fitLogistic(
      [texts, sample].flatMap((each) => [...examplesOf(each, each.background), ...examplesOf(each, both)]),
    );
  };
  const model = learnFrom(issues);
  const print = (name: string, examples: readonly SubjectExample[], learned: SubjectModel) =>
    console.log(
      `${name}, ${examples.length} groups: area under the curve ${areaUnderCurve(examples, learned).toFixed(3)}`,
    );
  print('learned from', examplesOf(issues, issues.background), model);
  if (test !== undefined && existsSync(test)) {
    const others = readLabelled(
      readLines<RawPost>(join(test, 'posts.ndjson')),
      readLines<LabelledGroup>(join(test, 'groups.ndjson')),
    );
    print('tried on', examplesOf(others, others.background), model);
    print('the reverse', examplesOf(issues, issues.background), learnFrom(others));
  }
  const file = new URL('../../packages/service/src/clustering/one-subject.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify({ bias: model.bias, ...model.weights }, null, 2)}\n`);
}

if (import.meta.main) main(process.argv.slice(2));
