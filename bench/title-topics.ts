/**
 * How well titles fall into a known number of broad topics in the space in which the night consolidates:
 * `node bench/title-topics.ts FOLDER`, where FOLDER holds title_NAME.txt, a title a line, and label_NAME.txt, its topic on the
 * same line (the sets of Xu et al. 2015 look so). The night itself knows no number of signals: it joins what is alike enough.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { latentVectors, type SparseVector } from '../packages/service/src/pipeline/latent-space.ts';
import { countTerms } from '../packages/service/src/pipeline/terms.ts';
import { Vocabulary } from '../packages/service/src/pipeline/vocabulary.ts';
import { measureClustering } from '../packages/service/test/support/clustering-measures.ts';
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

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Say which folder holds title_NAME.txt and label_NAME.txt: node bench/title-topics.ts FOLDER');
  process.exit(2);
}
const readLines = (file: string) => readFileSync(join(folder, file), 'utf8').trimEnd().split(/\r?\n/);
for (const file of readdirSync(folder).filter((each) => /^title_.+\.txt$/.test(each))) {
  measure(file.slice('title_'.length, -'.txt'.length), readLines(file), readLines(file.replace('title_', 'label_')));
}
