import { clusterPosts, consolidateClusters } from '../../packages/service/test/clustering/support/cluster-posts.ts';
import { measureClustering } from '../../packages/service/test/clustering/support/clustering-measures.ts';
import { type Corpus, readCorpora } from './corpora.ts';
import { publicClusters, recover } from './recovery.ts';

/** One a post, in order: the signal it is in, or null where it joins none. */
type Labels = readonly (string | null)[];

const LUMP = 100;

const percent = (share: number): string => `${Math.round(share * 100)}%`;

function reportPains(corpus: Corpus, labels: Labels): void {
  const clusters = publicClusters(corpus.posts, labels);
  const sizes = Array.from(clusters.values(), (places) => places.length);
  const covered = sizes.reduce((sum, size) => sum + size, 0);
  const lumps = sizes.filter((size) => size >= LUMP).length;
  console.log(
    `  ${sizes.length} public clusters with ${percent(covered / corpus.posts.length)} of the posts; largest ${Math.max(0, ...sizes)}, ${lumps} of ${LUMP} and more`,
  );
  for (const { name, pains } of corpus.pains) {
    const projects = Object.entries(Object.groupBy(pains, ({ project }) => project));
    for (const [part, own] of [['all', pains] as const, ...projects]) {
      const { meanF1, found, of } = recover(own ?? [], labels, clusters);
      console.log(`  ${name}, ${part}: mean best F1 ${meanF1.toFixed(3)}, found ${found} of ${of}`);
    }
  }
}

function reportStream(truth: readonly string[], labels: Labels, when: string): void {
  const all = labels.map((label, place) => label ?? `none ${place}`);
  const { nmiGeometric, ari, pairPrecision } = measureClustering(truth, all);
  console.log(
    `  ${when}: NMI ${nmiGeometric.toFixed(3)}, ARI ${ari.toFixed(3)}, pair precision ${pairPrecision.toFixed(3)}, ${new Set(all).size} clusters`,
  );
}

function report(corpus: Corpus): void {
  const clustered = clusterPosts(corpus.posts.map((post) => ({ post })));
  const { signalOf } = consolidateClusters(clustered);
  const served = clustered.clusterIds.map((id) => (id === null ? null : (signalOf.get(id) ?? id)));
  console.log(`\n${corpus.name}, ${corpus.posts.length} posts`);
  if (corpus.truth !== null) {
    reportStream(corpus.truth, clustered.clusterIds, 'micro-clusters');
    reportStream(corpus.truth, served, 'as served');
  }
  if (corpus.pains.length > 0) reportPains(corpus, served);
}

/** Prints the figures of each corpus of the folder, as the product clusters it. */
export function printClusters(folder: string): void {
  for (const corpus of readCorpora(folder)) report(corpus);
}
