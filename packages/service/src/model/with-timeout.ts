/** What was asked for did not come in time. */
export class TimeoutError extends Error {
  override name = 'LateError';
}

/** A request must be answered within this time. */
export const RESPONSE_TIMEOUT_MS = 10_000;

/** The work's result, or LateError when there is none after so long; the work itself goes on. */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
