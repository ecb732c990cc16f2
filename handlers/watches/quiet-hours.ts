import type { QuietHours } from '#blocks/watch.ts';

/** Whether it is quiet by the clock of somebody in this time zone; in UTC when nobody knows the zone. */
export function isQuietAt(quiet: QuietHours | null, timeZone: string | null, now: number): boolean {
  if (quiet === null || quiet.from === quiet.to) return false;
  const hour = hourIn(timeZone ?? 'UTC', now);
  return quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to;
}

function hourIn(timeZone: string, now: number): number {
  try {
    return Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  } catch {
    // A zone that this machine has not heard of.
    return new Date(now).getUTCHours();
  }
}
