import { nearestRows, RowBuilder, rowCount, type SparseRows } from './nearest-rows.ts';

/** Neighbours whose terms a row borrows. */
const LENDERS = 5;

/** Weight of all that is borrowed, where the row's own weighs 1. */
const BORROWED = 0.7;

const KEPT_TERMS = 60;

/**
 * Adds to each row the terms of its nearest neighbours, so that posts in different words meet by the words that usually go
 * together: "MWB" and "Mouse Without Borders", "reboot" and "restart". A row with fewer neighbours borrows less.
 */
export function borrowTerms(rows: SparseRows, repositories: readonly number[] = []): SparseRows {
  const neighbours = nearestRows(rows, LENDERS, repositories);
  const builder = new RowBuilder();
  const sums = new Float64Array(rows.termCount);
  const { start, terms, weights } = rows;
  for (let row = 0; row < rowCount(rows); row++) {
    const touched: number[] = [];
    const add = (lender: number, share: number) => {
      for (let entry = start[lender] ?? 0; entry < (start[lender + 1] ?? 0); entry++) {
        const term = terms[entry] ?? 0;
        if (sums[term] === 0) touched.push(term);
        sums[term] = (sums[term] ?? 0) + share * (weights[entry] ?? 0);
      }
    };
    const lenders = lendersOf(row, neighbours);
    const total = lenders.reduce((sum, { similarity }) => sum + similarity, 0);
    add(row, 1);
    for (const { lender, similarity } of lenders) {
      add(lender, (BORROWED * similarity * lenders.length) / (total * LENDERS));
    }
    builder.add(touched, sums, KEPT_TERMS);
    for (const term of touched) sums[term] = 0;
  }
  return builder.build(rows.termCount);
}

function lendersOf(
  row: number,
  { perRow, rows, similarities }: { perRow: number; rows: Int32Array; similarities: Float32Array },
): { lender: number; similarity: number }[] {
  const lenders: { lender: number; similarity: number }[] = [];
  for (let place = row * perRow; place < (row + 1) * perRow; place++) {
    const lender = rows[place] ?? -1;
    if (lender < 0) break;
    lenders.push({ lender, similarity: similarities[place] ?? 0 });
  }
  return lenders;
}
