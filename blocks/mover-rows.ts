import type { PainSignalListItem } from '@pain-signals/contract';
import type { CardBlock } from './card.ts';
import { context } from './elements.ts';
import type { ListQuery } from './question.ts';
import { describeSignalRow, signalRow } from './signal-row.ts';

/** Signals that moved, by how; numbered through all kinds. */
export type Movers = readonly {
  kind: keyof typeof MOVER_HEADINGS;
  /** Where more of them stand. */
  list: ListQuery;
  rows: readonly PainSignalListItem[];
}[];

const MOVER_HEADINGS = {
  rising: '*Rising*: more than the week before, beyond chance',
  new: '*New*: first heard of this week',
  heard: '*New*: first heard of this week, perhaps by chance. Nothing rises beyond chance',
  back: '*Back*: known, quiet the week before, and heard of again',
  fading: '*Fading*: half as much as the week before, or less',
};

export function moverRows(movers: Movers, linkTo: (signalId: string) => string | null): (CardBlock | null)[] {
  const ranked = rankedIn(movers);
  return ranked.flatMap(({ kind, list, rows }) => [
    context([MOVER_HEADINGS[kind]]),
    ...rows.map(({ row, rank }) => signalRow(row, { rank, list, linkTo })),
  ]);
}

/** The same for a message's text. */
export const describeMovers = (movers: Movers): string =>
  rankedIn(movers)
    .flatMap(({ rows }) => rows.map(({ row, rank }) => describeSignalRow(row, rank)))
    .join('; ');

/** In the order of their numbers. */
export const moverIds = (movers: Movers): string[] => movers.flatMap(({ rows }) => rows.map(({ id }) => id));

function rankedIn(movers: Movers) {
  let before = 0;
  return movers.map(({ kind, list, rows }) => {
    const first = before + 1;
    before += rows.length;
    return { kind, list, rows: rows.map((row, at) => ({ row, rank: first + at })) };
  });
}
