import { DAY_MS, HOUR_MS } from '@pain-signals/domain';
import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import { z } from 'zod';
import type { IdempotencyKeys, SeenEvents } from '#handlers/ports.ts';
import { createCache } from './cache.ts';

type Args = AnyMiddlewareArgs & AllMiddlewareArgs;

const trigger_id = z.string().min(1).max(200);
const Command = z.object({ command: z.string(), trigger_id });
const Interaction = z.object({ type: z.enum(['block_actions', 'message_action']), trigger_id });
const TriggeredRequest = z.union([Command, Interaction]);

/**
 * Acknowledges and ignores a command or press with a trigger that came before: Slack sends it again when our acknowledgement was lost.
 * Dialogs wait for the response, so their submissions are handled again; they are idempotent. Listeners check the ids of events.
 */
export const ignoreDuplicates =
  (seen: SeenEvents) =>
  async ({ body, next, ...args }: Args): Promise<void> => {
    const triggered = TriggeredRequest.safeParse(body).data;
    if (triggered === undefined || seen.isFirst(`trigger ${triggered.trigger_id}`)) return next();
    if ('ack' in args && args.ack) await (args.ack as () => Promise<void>)();
  };

/** Slack sends an event again for some minutes. */
const MAX_EVENTS = 20_000;
const MAX_KEYS = 10_000;

/** In memory. A request that was acknowledged before a restart is not sent again. */
export function createSeenEvents(now: () => number): SeenEvents {
  const { claim } = createKeys(MAX_EVENTS, HOUR_MS, now);
  return { isFirst: claim };
}

/** In memory: sending the same card to the same person twice does no harm. */
export const createIdempotencyKeys = (now: () => number): IdempotencyKeys => createKeys(MAX_KEYS, DAY_MS, now);

/** Keys that each can be claimed once in `ttlMs`. */
export function createKeys(max: number, ttlMs: number, now: () => number): IdempotencyKeys {
  const keys = createCache<true>({ max, ttlMs, now });
  return {
    claim(key) {
      if (keys.has(key)) return false;
      keys.set(key, true);
      return true;
    },
    release: (key) => void keys.delete(key),
  };
}
