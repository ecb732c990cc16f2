/** Control characters but tab and line break: databases refuse NUL, terminals obey the others. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/** Nothing to see, but text can be hidden or turned around with it: zero width, bidi, soft hyphen, tags, variation selectors. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu;

/** The text with every character one can see and none one cannot; lone surrogates become U+FFFD, line ends one line feed. */
export function stripInvisibleCharacters(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
    .toWellFormed();
}

/** At most `limit` characters, cut at the last white space so that no half word (or half key) is left. */
export function truncateAtSpace(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  const space = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  return space > limit / 2 ? head.slice(0, space) : head.toWellFormed();
}
