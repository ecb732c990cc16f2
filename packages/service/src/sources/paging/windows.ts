import { SourceError } from '../http/index.ts';

/** From `from` up to but not including `to`, epoch ms, whole seconds. */
export interface TimeWindow {
  from: number;
  to: number;
}

const SECOND_MS = 1_000;
const FIRST_WINDOW_MS = 24 * 3_600_000;
/** Under this many rows the next window may be twice as long. */
const FEW_ROWS = 250;

/**
 * Reads a time range in windows that grow and shrink with the number of results, for searches with a result limit.
 * `readWindow` returns null when a window has more results than the limit; then half the window is tried.
 */
export async function* pageByWindow<Found extends { rows: readonly unknown[] }>(
  span: TimeWindow,
  readWindow: (window: TimeWindow) => Promise<Found | null>,
): AsyncGenerator<Found & { reached: number }> {
  const end = Math.ceil(span.to / SECOND_MS) * SECOND_MS;
  let from = Math.floor(span.from / SECOND_MS) * SECOND_MS;
  let length = FIRST_WINDOW_MS;
  while (from < end) {
    const to = Math.min(end, from + length);
    const found = await readWindow({ from, to });
    if (found === null) {
      if (to - from <= SECOND_MS)
        throw new SourceError('The search cannot show all it finds, not even that of a single second.');
      length = Math.ceil((to - from) / 2 / SECOND_MS) * SECOND_MS;
      continue;
    }
    yield { ...found, reached: Math.min(to, span.to) };
    if (found.rows.length < FEW_ROWS) length *= 2;
    from = to;
  }
}
