import { expect, it } from 'vitest';
import { createSeenEvents } from '#src/slack/idempotency.ts';

it('knows an event that comes again within the hour, and forgets it after', () => {
  let now = 0;
  const events = createSeenEvents(() => now);
  expect(events.isFirst('Ev1')).toBe(true);
  expect(events.isFirst('Ev1')).toBe(false);
  expect(events.isFirst('Ev2')).toBe(true);
  now += 60 * 60 * 1_000;
  expect(events.isFirst('Ev1')).toBe(true);
});
