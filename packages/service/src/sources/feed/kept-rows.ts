/** What a feed holds in memory at once, whatever a site sends. */
export interface KeptBounds {
  rows: number;
  /** Of the rows as JSON. */
  characters: number;
}

/** A month of a large forum fits ten times. */
export const MAX_KEPT: KeptBounds = { rows: 50_000, characters: 32_000_000 };

const charactersOf = (row: unknown): number => JSON.stringify(row).length;

/** Collects the rows of one search; null as soon as they are too many to hold. */
export class RowCollector<Row> {
  readonly rows: Row[] = [];
  unreadable = 0;
  #left: KeptBounds;

  constructor(most: KeptBounds = MAX_KEPT) {
    this.#left = { ...most };
  }

  /** False when the rows don't fit. */
  add(page: { rows: readonly Row[]; unreadable: number }): boolean {
    this.unreadable += page.unreadable;
    for (const row of page.rows) {
      this.#left.rows -= 1;
      this.#left.characters -= charactersOf(row);
      if (this.#left.rows < 0 || this.#left.characters < 0) return false;
      this.rows.push(row);
    }
    return true;
  }
}

interface Kept<Row> {
  row: Row;
  at: number;
  characters: number;
}

/** Keeps the oldest rows of a list that comes newest first, one of each id: the newest ones leave when they are too many to hold. */
export class OldestRows<Row> {
  readonly #kept = new Map<string | number, Kept<Row>>();
  readonly #timeOf: (row: Row) => number;
  readonly #idOf: (row: Row) => string | number;
  readonly #most: KeptBounds;
  #characters = 0;
  /** The time of the oldest row that left; null while all are kept. */
  leftFrom: number | null = null;

  constructor(
    { timeOf, idOf }: { timeOf(row: Row): number; idOf(row: Row): string | number },
    most: KeptBounds = MAX_KEPT,
  ) {
    this.#timeOf = timeOf;
    this.#idOf = idOf;
    this.#most = most;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const [at, id] = [this.#timeOf(row), this.#idOf(row)];
      if (this.leftFrom !== null && at >= this.leftFrom) continue;
      this.#characters -= this.#kept.get(id)?.characters ?? 0;
      const kept = { row, at, characters: charactersOf(row) };
      this.#kept.set(id, kept);
      this.#characters += kept.characters;
    }
    // Down to half, so that not every page sorts them all.
    if (!this.#fits(1)) this.#dropNewest();
  }

  /** Oldest first. */
  sorted(): { row: Row; at: number }[] {
    return [...this.#kept.values()].sort((one, other) => one.at - other.at);
  }

  #dropNewest(): void {
    const newestFirst = [...this.#kept].sort(([, one], [, other]) => other.at - one.at);
    for (const [id, { at, characters }] of newestFirst) {
      if (this.#fits(2)) return;
      this.#kept.delete(id);
      this.#characters -= characters;
      this.leftFrom = Math.min(at, this.leftFrom ?? at);
    }
  }

  #fits(share: number): boolean {
    return this.#kept.size <= this.#most.rows / share && this.#characters <= this.#most.characters / share;
  }
}
