import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPosts } from '../../packages/service/src/jobs/import.ts';
import { IncomingPost } from '../../packages/service/src/model/post.ts';
import { openStore } from '../../packages/service/src/store/index.ts';
import { seededRandom } from '../../packages/service/test/support/seeded-random.ts';
import { type Corpus, readCorpora } from './corpora.ts';
import { publicPains, recover } from './recovery.ts';

const RUNS = 6;
const LEFT_OUT = 0.05;

/** The corpus without some of its posts, its pains without theirs. */
function thinned(corpus: Corpus, seed: number): Corpus {
  const random = seededRandom(seed);
  const kept = [...corpus.posts.keys()].filter(() => random() >= LEFT_OUT);
  const places = new Map(kept.map((place, index) => [place, index]));
  const posts = kept.flatMap((place) => corpus.posts[place] ?? []);
  const pains = corpus.pains.map((each) => ({
    ...each,
    pains: each.pains.map((pain) => {
      const own = pain.places.flatMap((place) => places.get(place) ?? []);
      const isSample = pain.posts > pain.places.length;
      return { ...pain, places: own, posts: isSample ? pain.posts * (1 - LEFT_OUT) : own.length };
    }),
  }));
  return { ...corpus, posts, pains };
}

/** Share of the posts in public signals that are of another repository than most of their signal. */
function shareOfOthers({ posts }: Corpus, clusters: ReadonlyMap<string, readonly number[]>): number {
  let [others, all] = [0, 0];
  for (const places of clusters.values()) {
    const counts = [...Map.groupBy(places, (place) => posts[place]?.repository).values()].map((own) => own.length);
    all += places.length;
    others += places.length - Math.max(...counts);
  }
  return others / Math.max(1, all);
}

async function measure(corpus: Corpus): Promise<Map<string, number>> {
  const at = corpus.posts.reduce((last, { createdAt }) => Math.max(last, Date.parse(String(createdAt))), 0) + 1;
  const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-eval-'));
  const store = await openStore({ dataDir, now: () => at });
  try {
    await importPosts(
      { store, now: () => at, newId: randomUUID },
      corpus.posts.map((post) => IncomingPost.parse(post)),
    );
    const places = new Map(corpus.posts.map(({ externalId }, place) => [String(externalId), place]));
    const labels: (string | null)[] = corpus.posts.map(() => null);
    const all: (string | null)[] = corpus.posts.map(() => null);
    for await (const { externalId, painSignalId, public: isPublic } of store.assignments()) {
      const place = places.get(externalId) ?? -1;
      all[place] = painSignalId;
      if (isPublic) labels[place] = painSignalId;
    }
    const clusters = new Map(
      [...Map.groupBy(labels.keys(), (place) => labels[place] ?? '')].filter(([id]) => id !== ''),
    );
    return new Map([
      ...corpus.pains.flatMap(({ name, pains }): [string, number][] => {
        const { meanF1, found, of } = recover(pains, labels, clusters);
        return [
          [`${name}: mean best F1`, meanF1],
          [`${name}: found`, found / of],
          [`${name}: public`, publicPains(pains, labels, all) / of],
        ];
      }),
      ['posts in public signals', labels.filter((label) => label !== null).length / labels.length],
      ['of another repository than most of their signal', shareOfOthers(corpus, clusters)],
    ]);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * The same figures as means of imports that each leave out another 5% of the posts, with their standard errors: one figure of one
 * import moves by a hundredth or two when nothing has become better or worse.
 */
export async function printResampled(folder: string): Promise<void> {
  for (const corpus of readCorpora(folder).filter(({ truth }) => truth === null)) {
    const runs: Map<string, number>[] = [];
    for (let seed = 1; seed <= RUNS; seed++) runs.push(await measure(thinned(corpus, seed)));
    console.log(`\n${corpus.name}, ${RUNS} imports, each without another ${LEFT_OUT * 100}% of the posts`);
    for (const figure of runs[0]?.keys() ?? []) {
      const values = runs.map((run) => run.get(figure) ?? 0);
      const mean = values.reduce((sum, value) => sum + value, 0) / RUNS;
      const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (RUNS - 1));
      console.log(`  ${figure}: ${mean.toFixed(3)} +- ${(spread / Math.sqrt(RUNS)).toFixed(3)}`);
    }
  }
}
