import { SourceError } from '../http/index.ts';
import type { Rows } from './rows.ts';

export interface ForwardPage<Row> extends Rows<Row> {
  /** There are rows after these. */
  more: boolean;
}

export interface ForwardPaging<Row> {
  from: number;
  /** When the reading began: up to here everything has been read at the end. */
  until: number;
  /** Page `page` (from 1) of the rows whose time is `from` or later, oldest first. */
  readPage(from: number, page: number): Promise<ForwardPage<Row>>;
  /** The time the platform sorts by, epoch ms. */
  timeOf(row: Row): number;
  idOf(row: Row): string | number;
}

/** More pages of one moment mean a platform that shows the same page for ever. */
const MAX_PAGES_OF_A_MOMENT = 50;

/**
 * Reads oldest first by time instead of by page number: the next question begins at the last row's time. Numbered pages would move
 * under the reader when a row before them is changed or deleted, and a row would be passed over.
 */
export async function* pageForward<Row>(reading: ForwardPaging<Row>): AsyncGenerator<Rows<Row> & { reached: number }> {
  let { from } = reading;
  let seen = new Set<string | number>();
  for (let page = 1; ; ) {
    const { rows, unreadable, more } = await reading.readPage(from, page);
    const fresh = rows.filter((row) => !seen.has(reading.idOf(row)));
    const reached = Math.max(from, ...rows.map(reading.timeOf));
    yield { rows: fresh, unreadable, reached: more ? reached : reading.until };
    if (!more) return;
    page = reached > from ? 1 : page + 1;
    if (page > MAX_PAGES_OF_A_MOMENT)
      throw new SourceError('The platform shows pages without end; reading stops here.');
    seen = new Set(rows.map(reading.idOf));
    from = reached;
  }
}
