/** "1 mention", "2 mentions"; `shown` is the number where it is formatted. */
export const pluralize = (count: number, noun: string, shown = String(count)): string =>
  `${shown} ${noun}${count === 1 ? '' : 's'}`;
