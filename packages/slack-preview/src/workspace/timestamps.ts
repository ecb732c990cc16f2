/** Slack's ts: unique and rising, even when two messages come within one millisecond. */
export function createTimestamps(now: () => number): () => string {
  let lastMicroseconds = 0;
  return () => {
    lastMicroseconds = Math.max(lastMicroseconds + 1, Math.floor(now() * 1_000));
    return `${Math.floor(lastMicroseconds / 1_000_000)}.${String(lastMicroseconds % 1_000_000).padStart(6, '0')}`;
  };
}
