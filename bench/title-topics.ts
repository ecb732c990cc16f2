/**
 * How well titles fall into a known number of broad topics in the space in which the night consolidates:
 * `node bench/title-topics.ts FOLDER`, where FOLDER holds title_NAME.txt, a title a line, and label_NAME.txt, its topic on the
 * same line (the sets of Xu et al. 2015 look so), or *.jsonl with a title and its topic a line ({title, label}, {textCleaned,
 * clusterNo}); a single such file will do. The night itself knows no number of signals: it joins what is alike enough.
 */
import { latentVectors, type SparseVector } from '../packages/service/src/pipeline/latent-space.ts';
import { countTerms } from '../packages/service/src/pipeline/terms.ts';
import { Vocabulary } from '../packages/service/src/pipeline/vocabulary.ts';
import { measureClustering } from '../packages/service/test/support/clustering-measures.ts';
import { type LabelledTexts, readLabelledTexts } from './labelled-texts.ts';
import { matchedShare } from './matched-share.ts';
import { partition } from './partition.ts';

const DIMENSIONS = 100;
/** As many as the night lets span its space. */
const EXAMPLES = 4_000;

function vectorise(titles: readonly string[]): SparseVector[] {
  const counted = titles.map((title) => countTerms(null, title));
  const vocabulary = new Vocabulary();
  for (const terms of counted) for (const term of terms.keys()) vocabulary.count(vocabulary.idOf(term), 1);
  vocabulary.countDocuments(titles.length);
  return counted.map((terms) => {
    const ids = Int32Array.from(terms.keys(), (term) => vocabulary.idOf(term));
    const counts = [...terms.values()];
    const raw = Float64Array.from(
      ids,
      (id, index) => (1 + Math.log(counts[index] ?? 1)) * (vocabulary.weights[id] ?? 0),
    );
    const length = Math.sqrt(raw.reduce((sum, weight) => sum + weight * weight, 0)) || 1;
    return { ids, weights: raw.map((weight) => weight / length) };
  });
}

/** Starts must differ but always be the same (Park and Miller's generator). */
function seededFractions(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Evenly spread over the titles: files are often sorted by topic. */
const spread = <Item>(items: readonly Item[], most: number): Item[] =>
  items.filter(
    (_, index) => Math.floor((index * most) / items.length) !== Math.floor(((index - 1) * most) / items.length),
  );

function measure(name: string, titles: readonly string[], labels: readonly string[]): void {
  const topics = new Set(labels).size;
  const vectors = vectorise(titles);
  const latent = latentVectors(vectors, spread(vectors, EXAMPLES), DIMENSIONS);
  const groups = partition({ vectors: latent, weights: latent.map(() => 1) }, topics, seededFractions());
  const said = Array.from(groups, String);
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
