/** Index of the first value that is not below `wanted`, in an ascending list; its length when there is none. */
export function lowerBound<Value extends number | string>(sorted: ArrayLike<Value>, wanted: Value): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle];
    if (value !== undefined && value < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
