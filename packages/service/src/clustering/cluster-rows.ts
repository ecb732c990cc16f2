import type { SignalCluster } from '../model/cluster.ts';
import type { Background } from '../text/background.ts';
import { RowBuilder, type SparseRows } from './nearest-rows.ts';
import { Vocabulary } from './vocabulary.ts';

/** A micro-cluster says what it is about in fewer words than this. */
const KEPT_TERMS = 60;

/** Clusters as sparse vectors. They are added one by one, so that a night never holds all of them as objects. */
export class ClusterRows {
  readonly ids: string[] = [];
  readonly signalIds: string[] = [];
  readonly documents: number[] = [];
  /** How well each fits its signal today; null where that isn't known. */
  readonly coherences: (number | null)[] = [];
  /** A number for the repository of each; -1 where its posts name several or none. */
  readonly repositories: number[] = [];
  #repositories = new Map<string, number>();
  #vocabulary: Vocabulary;
  #weights: Float64Array;
  #builder = new RowBuilder();

  constructor({ documents, documentFrequencies }: Background) {
    this.#vocabulary = new Vocabulary(documents, documentFrequencies);
    this.#weights = new Float64Array(this.#vocabulary.size);
  }

  get size(): number {
    return this.ids.length;
  }

  add({ id, signalId, documents, terms, coherence, repository }: SignalCluster): void {
    const numbers = terms.map(([term]) => this.#vocabulary.idOf(term));
    if (this.#weights.length < this.#vocabulary.size) this.#weights = new Float64Array(this.#vocabulary.size * 2);
    terms.forEach(([, sum], place) => {
      const number = numbers[place] ?? 0;
      this.#weights[number] = sum * (this.#vocabulary.weights[number] ?? 0);
    });
    this.#builder.add(numbers, this.#weights, KEPT_TERMS);
    this.ids.push(id);
    this.signalIds.push(signalId);
    this.documents.push(documents);
    this.coherences.push(coherence ?? null);
    this.repositories.push(typeof repository === 'string' ? this.#numberOf(repository) : -1);
  }

  #numberOf(repository: string): number {
    const known = this.#repositories.get(repository) ?? this.#repositories.size;
    this.#repositories.set(repository, known);
    return known;
  }

  /** The term of a number in the rows. */
  termOf(term: number): string {
    return this.#vocabulary.termOf(term);
  }

  /** How rare the term of a number is: next to 0 for one in every document. */
  rarityOf(term: number): number {
    return this.#vocabulary.weights[term] ?? 0;
  }

  rows(): SparseRows {
    return this.#builder.build(this.#vocabulary.size);
  }
}
