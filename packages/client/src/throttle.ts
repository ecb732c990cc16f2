/**
 * Learns how much of the budget others leave us: from what the service says, else from its 429s, and then forgets it again. It binds background work alone: people may
 * always try, and find room because background work stays below what is left.
 */
export interface Throttle {
  /** A call was refused while our own calls in the window, the refused one included, were `spent`. */
  onRateLimited(spent: number): void;
  /** The service said that others spent so many calls in this window. */
  onOthersSpent(othersSpent: number): void;
  /** How many calls of each window are thought to be ours, at most `calls`. */
  limit(): number;
}

/** Calls regained after one window without a refusal, four times as many after two: a cautious start and a quick end. */
const REGAINED_IN_FIRST_WINDOW = 1.5;

export function createThrottle({
  calls,
  windowMs,
  now,
}: {
  calls: number;
  windowMs: number;
  now: () => number;
}): Throttle {
  let learned = calls;
  let learnedAt = 0;
  let refusals: number[] = [];

  const limit = () => {
    const windows = (now() - learnedAt) / windowMs;
    return Math.min(calls, learned + Math.floor(REGAINED_IN_FIRST_WINDOW * windows ** 2));
  };

  return {
    limit,
    onOthersSpent(othersSpent) {
      learned = Math.min(calls, Math.max(1, calls - othersSpent));
      learnedAt = now();
    },
    onRateLimited(spent) {
      refusals = refusals.filter((at) => at > now() - windowMs);
      refusals.push(now());
      // The service did not count what it refused, so the rest is what it let through.
      learned = Math.max(1, Math.min(limit(), spent - refusals.length));
      learnedAt = now();
    },
  };
}
