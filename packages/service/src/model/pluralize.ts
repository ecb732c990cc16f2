const COUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `3,408` */
export const formatCount = (count: number): string => COUNT.format(count);

/** `3,408 posts` */
export const countOf = (count: number, noun: string): string => pluralize(count, noun, formatCount(count));

/** "1 mention", "2 mentions"; `shown` is the number where it is formatted. */
export const pluralize = (count: number, noun: string, shown = String(count)): string =>
  `${shown} ${noun}${count === 1 ? '' : 's'}`;
