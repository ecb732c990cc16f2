/**
 * Ms that go on at the pace of a clock, also when that clock is set back. For waits, pauses and lifetimes in memory: with the clock
 * itself, they would last for as long as it was ahead.
 */
export function steadyTime(now: () => number): () => number {
  let last = Number.NEGATIVE_INFINITY;
  let setBackMs = 0;
  return () => {
    const at = now();
    if (at < last) setBackMs += last - at;
    last = at;
    return at + setBackMs;
  };
}
