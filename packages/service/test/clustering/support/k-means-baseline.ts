import { randomFrom } from '../../../src/sources/sample/parts/random.ts';

/** What the clustering has to beat: sublinear TF-IDF and spherical k-means, told the true number of clusters. */

interface SparseVector {
  ids: Int32Array;
  weights: Float64Array;
}

const STOP_WORDS = new Set(
  (
    'a about after all also am an and any are as at be because been but by can could did do does for from had has have ' +
    'he her his how i if in into is it its just me more my no not of on one only or our out she so some than that the ' +
    'their them then there they this to up us was we were what when where which who why will with would you your'
  ).split(' '),
);

function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && (word.endsWith('ed') || word.endsWith('es'))) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}

function termsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_+#]*/gu) ?? [];
  return words.filter((word) => word.length > 1 && !STOP_WORDS.has(word)).map(stem);
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Unit vectors of (1 + log tf) * idf over the terms that at least two texts share. */
function vectorise(texts: readonly string[]): { vectors: SparseVector[]; dimensions: number } {
  const counted = texts.map((text) => countTerms(termsOf(text)));
  const documents = countTerms(counted.flatMap((counts) => [...counts.keys()]));
  const shared = [...documents].filter(([, count]) => count > 1);
  const idOf = new Map(shared.map(([term], id) => [term, id]));
  const vectors = counted.map((counts) => {
    const weighted = new Map<number, number>();
    for (const [term, count] of counts) {
      const id = idOf.get(term);
      if (id === undefined) continue;
      weighted.set(id, (1 + Math.log(count)) * Math.log(texts.length / (documents.get(term) ?? 1)));
    }
    const length = Math.hypot(...weighted.values()) || 1;
    return {
      ids: Int32Array.from(weighted.keys()),
      weights: Float64Array.from(weighted.values(), (weight) => weight / length),
    };
  });
  return { vectors, dimensions: shared.length };
}

function dot({ ids, weights }: SparseVector, centre: Float64Array): number {
  let product = 0;
  for (let at = 0; at < ids.length; at += 1) product += (weights[at] ?? 0) * (centre[ids[at] ?? 0] ?? 0);
  return product;
}

function centreOf(members: readonly SparseVector[], dimensions: number): Float64Array {
  const centre = new Float64Array(dimensions);
  for (const { ids, weights } of members) {
    ids.forEach((id, at) => {
      centre[id] = (centre[id] ?? 0) + (weights[at] ?? 0);
    });
  }
  const length = Math.sqrt(centre.reduce((sum, weight) => sum + weight * weight, 0)) || 1;
  return centre.map((weight) => weight / length);
}

/** k-means++: each further centre is drawn in proportion to the squared distance from the nearest so far. */
function drawCentres(
  vectors: readonly SparseVector[],
  count: number,
  dimensions: number,
  seed: string,
): Float64Array[] {
  const random = randomFrom(seed);
  const centres = [centreOf([random.pick(vectors)], dimensions)];
  const distances = vectors.map(() => Number.POSITIVE_INFINITY);
  while (centres.length < count) {
    const newest = centres[centres.length - 1] ?? new Float64Array(dimensions);
    vectors.forEach((vector, index) => {
      distances[index] = Math.min(distances[index] ?? 0, Math.max(0, 1 - dot(vector, newest)));
    });
    let rest = random.fraction() * distances.reduce((total, distance) => total + distance, 0);
    const drawn = distances.findIndex((distance) => {
      rest -= distance;
      return rest <= 0;
    });
    centres.push(centreOf(vectors.slice(Math.max(0, drawn), Math.max(0, drawn) + 1), dimensions));
  }
  return centres;
}

interface Clustering {
  labels: number[];
  /** Sum of the cosines between each text and its centre: the higher the better. */
  objective: number;
}

function assign(vectors: readonly SparseVector[], centres: readonly Float64Array[]): Clustering {
  let objective = 0;
  const labels = vectors.map((vector) => {
    const cosines = centres.map((centre) => dot(vector, centre));
    const best = Math.max(...cosines);
    objective += best;
    return cosines.indexOf(best);
  });
  return { labels, objective };
}

function runOnce(vectors: readonly SparseVector[], count: number, dimensions: number, seed: string): Clustering {
  let centres = drawCentres(vectors, count, dimensions, seed);
  let current = assign(vectors, centres);
  for (let round = 0; round < 30; round += 1) {
    const { labels } = current;
    centres = centres.map((centre, cluster) => {
      const members = vectors.filter((_, index) => labels[index] === cluster);
      return members.length === 0 ? centre : centreOf(members, dimensions);
    });
    const next = assign(vectors, centres);
    if (next.objective - current.objective < 1e-6) break;
    current = next;
  }
  return current;
}

/** The best of three runs by objective; one label a text. */
export function clusterByKMeans(texts: readonly string[], count: number, seed = 'baseline'): string[] {
  const { vectors, dimensions } = vectorise(texts);
  const runs = [1, 2, 3].map((run) => runOnce(vectors, count, dimensions, `${seed} ${run}`));
  const best = runs.reduce((one, other) => (other.objective > one.objective ? other : one));
  return best.labels.map(String);
}
