import type { Centroid } from './centroid.ts';

/** Entries looked through for one post, and clusters compared with it in full: they bound the work when topics are many. */
const ENTRIES_READ = 2_000;
const CLUSTERS_COMPARED = 100;
const MOST_COMPARED = 1_000;

/** Which clusters hold a term. */
export class ClusterIndex {
  #postings = new Map<number, Centroid[]>();
  #question = 0;

  add(cluster: Centroid, ids: Iterable<number>): void {
    for (const id of ids) {
      const posting = this.#postings.get(id);
      if (posting === undefined) this.#postings.set(id, [cluster]);
      else posting.push(cluster);
    }
  }

  remove(cluster: Centroid, ids: Iterable<number>): void {
    for (const id of ids) {
      const posting = this.#postings.get(id) ?? [];
      const last = posting.pop();
      if (last !== undefined && last !== cluster) posting[posting.indexOf(cluster)] = last;
      if (posting.length === 0) this.#postings.delete(id);
    }
  }

  /** The clusters that share the most telling terms with a post; `ids` in order of their weight, heaviest first. */
  candidates(ids: readonly number[], idf: Float64Array): Centroid[] {
    const sharing = this.#findSharing(ids, idf);
    if (sharing.length <= CLUSTERS_COMPARED) return sharing;
    const least =
      Float64Array.from(sharing, (cluster) => cluster.shared)
        .sort()
        .at(-CLUSTERS_COMPARED) ?? 0;
    // Whoever shares as much as the last one is compared too, so that the answer does not hang on the order of the index.
    const nearest = sharing.filter((cluster) => cluster.shared >= least);
    return nearest.length <= MOST_COMPARED ? nearest : nearest.sort(byPreference).slice(0, MOST_COMPARED);
  }

  /** The clusters that share a term with the post, each with how much of its weight they share, from its heaviest terms on. */
  #findSharing(ids: readonly number[], idf: Float64Array): Centroid[] {
    const sharing: Centroid[] = [];
    let read = 0;
    this.#question += 1;
    for (const id of ids) {
      const posting = this.#postings.get(id);
      if (posting === undefined) continue;
      if (read > 0 && read + posting.length > ENTRIES_READ) break;
      read += posting.length;
      const weight = (idf[id] ?? 0) ** 2;
      for (const cluster of posting) {
        if (cluster.question !== this.#question) {
          cluster.question = this.#question;
          cluster.shared = 0;
          sharing.push(cluster);
        }
        cluster.shared += weight;
      }
    }
    return sharing;
  }
}

function byPreference(one: Centroid, other: Centroid): number {
  return other.shared - one.shared || other.lastAt - one.lastAt || (one.id < other.id ? -1 : 1);
}
