import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { consolidate } from '../../src/clustering/consolidate.ts';
import { OnlineClustering } from '../../src/clustering/online-clustering.ts';
import { countPostTerms } from '../../src/clustering/post-terms.ts';
import { saysWhichPain } from '../../src/naming/index.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { numberedIds, rowsOf } from './support/cluster-posts.ts';

/**
 * Each constant of the clustering was chosen by a measurement (README.md beside the code). Whoever changes one sees it here,
 * measures again with `npm run eval`, and writes the new fingerprint together with the new figures.
 */

const DAY_MS = 86_400_000;
const POSTS = 1_500;
const PAINS = 90;
const WORDS = 3_000;

/** Few words are frequent and many are rare, as in any language. */
const drawWord = (random: () => number): string => `w${Math.floor(WORDS ** random())}`;

/** Posts about pains with words of their own among common ones: short titles, long bodies, two years of days. */
function* syntheticPosts() {
  const random = seededRandom(7);
  const pains = Array.from({ length: PAINS }, (_, pain) =>
    Array.from({ length: 14 }, (_, word) => `pain${pain % 45}x${Math.floor(word + (pain >= 45 ? 7 : 0))}`),
  );
  for (let post = 0; post < POSTS; post += 1) {
    const pain = pains[Math.floor(PAINS * random() ** 2)] ?? [];
    const draw = (own: number) =>
      random() < own ? (pain[Math.floor(pain.length * random())] ?? '') : drawWord(random);
    const title = Array.from({ length: 3 + Math.floor(5 * random()) }, () => draw(0.7)).join(' ');
    const body = Array.from({ length: Math.floor(300 * random() ** 3) }, () => draw(0.15)).join(' ');
    const day = (post / POSTS) * 730 - (random() < 0.05 ? 200 * random() : 0);
    yield { terms: countPostTerms(title, body), at: Math.round((1_000 + day) * DAY_MS) };
  }
}

const fingerprint = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

test('the same posts give the same clusters and signals, to the last constant', () => {
  const clustering = new OnlineClustering(null, numberedIds());
  const documentFrequencies = new Map<string, number>();
  const clusters = new Map();
  const assigned: unknown[] = [];
  let documents = 0;
  for (const { terms, at } of syntheticPosts()) {
    for (const term of terms.keys()) documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + 1);
    assigned.push(clustering.assign(terms, at));
    documents += 1;
    if (documents % 100 > 0) continue;
    const { clusters: changed, retired } = clustering.takeChanges();
    for (const cluster of changed) clusters.set(cluster.id, cluster);
    assigned.push(retired);
  }
  const rows = rowsOf([...clusters.values()], { documents, documentFrequencies });
  const { merges, coherences } = consolidate({ clusters: rows, saysPain: saysWhichPain });

  expect(new Set(merges.map(({ clusterIds }) => clusterIds.length)).size).toBeGreaterThan(5);
  expect([fingerprint(assigned), fingerprint(merges), fingerprint(coherences)]).toMatchInlineSnapshot(`
    [
      "fc51b8be5004",
      "25f654c2848e",
      "d4edf0b7cfbb",
    ]
  `);
});
