import type { SeenEvents } from '#handlers/deps.ts';

/** Slack sends an event again for some minutes; by then this is long enough. */
const EVENT_MEMORY_MS = 60 * 60 * 1_000;
const MAX_EVENTS = 20_000;

/** Remembers events in memory, the oldest forgotten first. What was acknowledged before a restart is not sent again. */
export function createSeenEvents(now: () => number): SeenEvents {
  const seen = new Map<string, number>();
  return {
    isFirst(eventId) {
      const at = seen.get(eventId);
      if (at !== undefined && now() - at < EVENT_MEMORY_MS) return false;
      seen.delete(eventId);
      seen.set(eventId, now());
      const [oldest] = seen.keys();
      if (seen.size > MAX_EVENTS && oldest !== undefined) seen.delete(oldest);
      return true;
    },
  };
}
