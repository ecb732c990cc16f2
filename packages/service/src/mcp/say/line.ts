/** What a stranger wrote, on one line: it cannot look like a line of ours. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What a stranger wrote, each line marked as quoted. */
export const asBlockQuote = (text: string): string =>
  text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

/** The day of an ISO instant. */
export const isoDay = (instant: string): string => instant.slice(0, 10);

/** "1 mention", "2 mentions" */
export const pluralize = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
