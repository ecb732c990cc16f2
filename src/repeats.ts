import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import { z } from 'zod';
import type { SeenEvents } from '#handlers/deps.ts';

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
