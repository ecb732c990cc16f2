/** Work took longer than its caller waits. */
export class TimedOutError extends Error {
  override name = 'TimedOutError';
}

/**
 * The result of `work`; throws {@link TimedOutError} when there is none after `ms` milliseconds. The work itself goes on, and
 * its late result is ignored.
 */
export const withTimeout = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
  withTimeoutUntilChange(ms, () => work);

/** Call it directly before a change. Throws {@link TimedOutError} where the caller waits no more, and else makes it wait. */
export type BeginChange = () => void;

/** As {@link withTimeout}, for work that may change something: nobody is told that a change failed that is made later. */
export async function withTimeoutUntilChange<Result>(
  ms: number,
  work: (begin: BeginChange) => Promise<Result>,
): Promise<Result> {
  const late = new TimedOutError(`No result within ${ms} ms`);
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reject(late);
  }, ms);
  const begin = () => {
    if (isLate) throw late;
    clearTimeout(timer);
  };
  try {
    return await Promise.race([work(begin), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
