/** Shows nothing or turns text around. Joiners and the choice between text and emoji stay: scripts and emoji need them. */
const INVISIBLE = /(?!\p{Join_Control}|\ufe0e|\ufe0f)[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;
/** Breaks lines, or moves the cursor of an operator's terminal. */
const BREAKS = /[\p{Cc}\s]+/gu;
/** U+2800 is a Braille pattern without dots. */
const VISIBLE = /(?!\p{Join_Control})[^\s\u2800\p{M}]/u;

/** A name that somebody chose, on one line; '' when nothing of it can be seen. */
export function plainName(name: string): string {
  const line = name.toWellFormed().replace(INVISIBLE, '').replace(BREAKS, ' ').trim();
  return VISIBLE.test(line) ? line : '';
}

/** A name of a post's origin, which sources give as they are: texts are cleaned at import, names are not. Null without one. */
export const shownName = (name: string | null | undefined): string | null => plainName(name ?? '') || null;
