import { z } from 'zod';
import { checkArguments } from './arguments.ts';
import { visibleChannel } from './conversations.ts';
import type { Method } from './method.ts';

const status = z.object({ channel_id: z.string().min(1), thread_ts: z.string().min(1), status: z.string().max(300) });

export const setStatus: Method = (given, { state }) => {
  const call = checkArguments(status, given);
  state.conversations.setStatus(visibleChannel(state, call.channel_id).id, call.status);
  return {};
};

// https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts
const suggestedPrompts = z.object({
  channel_id: z.string().min(1),
  prompts: z
    .array(z.object({ title: z.string().min(1), message: z.string().min(1) }))
    .min(1)
    .max(4),
});

export const setSuggestedPrompts: Method = (given, { state }) => {
  const call = checkArguments(suggestedPrompts, given);
  state.conversations.setPrompts(visibleChannel(state, call.channel_id).id, call.prompts);
  return {};
};
