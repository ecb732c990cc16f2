import { z } from 'zod';

/** Growth as a ratio: 1 is twice as much as in the week before. */
export const MAX_WATCHED_GROWTH = 1_000;

/** When a watch speaks: growth or score come above a level, or there is a signal that was not there before. */
export const WatchRule = z.discriminatedUnion('when', [
  z.object({ when: z.literal('growth'), above: z.number().min(0).max(MAX_WATCHED_GROWTH) }),
  z.object({ when: z.literal('score'), above: z.number().min(0).max(99) }),
  z.object({ when: z.literal('new') }),
]);
export type WatchRule = z.output<typeof WatchRule>;

/** What is watched of one signal, and of a search, when nobody says it. */
export const DEFAULT_WATCH_RULE = {
  signal: { when: 'growth', above: 0.5 },
  search: { when: 'new' },
} as const satisfies Record<'signal' | 'search', WatchRule>;
