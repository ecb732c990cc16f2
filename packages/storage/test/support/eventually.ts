import { vi } from 'vitest';

/** Until it holds, however slow the machine: only the end of the test itself ends the wait, a moment before, to say why. */
export const eventually = <T>(holds: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(holds, { timeout: 110_000, interval });
