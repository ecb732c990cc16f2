/** Keeps every statement under SQLite's 32,766 parameters for rows of up to 60 columns. */
const ROWS_A_STATEMENT = 500;
const STEP = 5;

/**
 * Rows cut to what one statement takes; nothing for none, since an empty list is no SQL. The rest is cut into a few fixed sizes,
 * for a statement of every length there is would have to be prepared, and kept, anew.
 */
export function* inBatches<Row>(rows: readonly Row[], most = ROWS_A_STATEMENT): Generator<Row[]> {
  let size = most;
  for (let from = 0; from < rows.length; from += size) {
    while (size > rows.length - from) size = Math.max(1, Math.floor(size / STEP));
    yield rows.slice(from, from + size);
  }
}

/** How text is made comparable in searches: SQLite folds only ASCII and PostgreSQL by its locale, so neither is asked to. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** A LIKE pattern (`escape '\'`) for texts that contain `text`, whatever wildcards it holds. */
export const likePattern = (text: string): string => `%${foldText(text).replaceAll(/[\\%_]/g, '\\$&')}%`;
