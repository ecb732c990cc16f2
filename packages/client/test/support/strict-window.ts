import { failure, json, type ScriptedService, startScriptedService } from './scripted-service.ts';

export interface StrictService extends ScriptedService {
  refusals: number;
  /** When each call was let through, ms. */
  times: number[];
}

/** Counts every call at its arrival, and refuses what a sliding window has no room for. */
export async function startStrictService({
  calls,
  windowMs,
}: {
  calls: number;
  windowMs: number;
}): Promise<StrictService> {
  const service = await startScriptedService((request, response) => {
    const now = performance.now();
    if (strict.times.filter((time) => time > now - windowMs).length >= calls) {
      strict.refusals += 1;
      return failure(429, 'RATE_LIMITED', '', { 'retry-after': '1' })(request, response);
    }
    strict.times.push(now);
    // A real service takes a moment, during which it may be killed, or its caller.
    setTimeout(() => json([])(request, response), 5 + Math.random() * 30);
  });
  const strict: StrictService = Object.assign(service, { refusals: 0, times: [] });
  return strict;
}
