/** Work took longer than its caller waits. */
export class TimedOutError extends Error {
  override name = 'TimedOutError';
}

/**
 * The result of `work`; throws {@link TimedOutError} when there is none after `ms` milliseconds. The work itself goes on, and
 * its late result is ignored.
 */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOutError(`No result within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
