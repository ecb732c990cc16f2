import { OnlineClustering } from '../packages/service/src/clustering/online-clustering.ts';
import { signalIdOf } from '../packages/service/src/model/signal-identity.ts';
import {
  clusterPosts,
  consolidateClusters,
  nothingClustered,
} from '../packages/service/test/clustering/support/cluster-posts.ts';
import { measureClustering } from '../packages/service/test/clustering/support/clustering-measures.ts';
import { type LabelledTexts, readLabelledTexts } from './support/labelled-texts.ts';
import { matchedShare } from './support/matched-share.ts';

/**
 * How well titles fall into a known number of broad topics: `node bench/title-topics.ts FOLDER`, where FOLDER holds
 * title_NAME.txt, a title a line, and label_NAME.txt, its topic on the same line (the sets of Xu et al. 2015 look so), or *.jsonl
 * with a title and its topic a line ({title, label}, {textCleaned, clusterNo}); a single such file will do. Each title is a cluster
 * by itself, and the night's consolidation is told how many groups to make of them, where the night joins what is alike enough.
 */

const FIRST_AT = Date.parse('2026-01-01T00:00:00Z');
const EVERY_MS = 60_000;

/** Nothing is so near that it joins. */
const ALONE = Number.POSITIVE_INFINITY;

const postOf = (title: string, place: number) => ({
  post: {
    provider: 'bench',
    externalId: String(place),
    title,
    body: '',
    createdAt: new Date(FIRST_AT + place * EVERY_MS).toISOString(),
  },
});

/** The topic that each title is put in. */
function sort(titles: readonly string[], topics: number): string[] {
  let founded = 0;
  const newId = () => signalIdOf({ provider: 'bench', externalId: String(founded++) });
  const clustered = clusterPosts(titles.map(postOf), nothingClustered(new OnlineClustering(null, newId, ALONE)));
  const { signalOf } = consolidateClusters(clustered, new Map(), topics);
  return clustered.clusterIds.map((id) => signalOf.get(id ?? '') ?? 'none');
}

function measure(name: string, titles: readonly string[], labels: readonly string[]): void {
  const topics = new Set(labels).size;
  const said = sort(titles, topics);
  const { nmiGeometric, ari } = measureClustering(labels, said);
  const accuracy = matchedShare(labels, said).toFixed(3);
  console.log(
    `${name} (${titles.length}, ${topics} topics): ACC ${accuracy}, NMI ${nmiGeometric.toFixed(3)}, ARI ${ari.toFixed(3)}`,
  );
}

function readOrStop(path: string): LabelledTexts[] {
  try {
    return readLabelledTexts(path);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Fewer are no topics, more are no broad ones. */
const TOPICS = { least: 5, most: 100 };

const path = process.argv[2];
if (path === undefined) {
  console.error('Say which folder holds titles and their topics: node bench/title-topics.ts FOLDER');
  process.exit(2);
}
const sets = readOrStop(path);
for (const { name, texts, labels } of sets) {
  const topics = new Set(labels).size;
  if (topics < TOPICS.least || topics > TOPICS.most)
    console.log(`${name}: left out, since it tells ${topics} topics apart, not ${TOPICS.least} to ${TOPICS.most}`);
  else measure(name, texts, labels);
}
if (sets.length === 0) {
  console.error(`${path} holds neither title_NAME.txt with label_NAME.txt nor *.jsonl.`);
  process.exit(1);
}
