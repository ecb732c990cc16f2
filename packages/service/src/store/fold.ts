/** How text is made comparable in searches: SQLite folds only ASCII and PostgreSQL by its locale, so neither is asked to. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** A LIKE pattern (`escape '\'`) for texts that contain `text`, whatever wildcards it holds. */
export const likePattern = (text: string): string => `%${foldText(text).replaceAll(/[\\%_]/g, '\\$&')}%`;
