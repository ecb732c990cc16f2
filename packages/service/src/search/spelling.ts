/** Whether the words differ by one inserted, missing, changed or swapped character. */
export function isOneEditApart(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.slice(at) === long.slice(at + 1)) return true;
  if (short.length < long.length) return false;
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (swapped && short.slice(at + 2) === long.slice(at + 2));
}
