import { vi } from 'vitest';

/** Retries an assertion until shortly before the test's own timeout, so that the failure says why. */
export const eventually = <T>(holds: () => T | Promise<T>, interval = 50, timeout = 280_000): Promise<T> =>
  vi.waitFor(holds, { timeout, interval });
