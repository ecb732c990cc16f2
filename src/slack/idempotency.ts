import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import { z } from 'zod';
import type { IdempotencyKeys, SeenEvents } from '#handlers/ports.ts';

type Args = AnyMiddlewareArgs & AllMiddlewareArgs;

const trigger_id = z.string().min(1).max(200);
const Command = z.object({ command: z.string(), trigger_id });
const Interaction = z.object({ type: z.enum(['block_actions', 'message_action']), trigger_id });
const TriggeredRequest = z.union([Command, Interaction]);

/**
 * A command or press that Slack sends again, because it did not hear us take it, is acknowledged and else left alone: its trigger is
 * the same. What is sent from a dialog is judged again, for the dialog waits for that very answer, and does twice what it does once.
 * Events have ids of their own, which their listeners look at.
 */
export const ignoreDuplicates =
  (seen: SeenEvents) =>
  async ({ body, next, ...args }: Args): Promise<void> => {
    const triggered = TriggeredRequest.safeParse(body).data;
    if (triggered === undefined || seen.isFirst(`trigger ${triggered.trigger_id}`)) return next();
    if ('ack' in args && args.ack) await (args.ack as () => Promise<void>)();
  };

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

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1_000;
const MAX_KEYS = 10_000;

/** In memory, the oldest forgotten first: the same to the same person twice does no harm. */
export function createIdempotencyKeys(now: () => number): IdempotencyKeys {
  const sent = new Map<string, number>();
  return {
    claim(key) {
      if (now() - (sent.get(key) ?? Number.NEGATIVE_INFINITY) < KEY_LIFETIME_MS) return false;
      sent.delete(key);
      sent.set(key, now());
      const [oldest] = sent.keys();
      if (sent.size > MAX_KEYS && oldest !== undefined) sent.delete(oldest);
      return true;
    },
    release: (key) => void sent.delete(key),
  };
}
