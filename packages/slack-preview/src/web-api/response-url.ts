import { z } from 'zod';
import { BOT } from '../workspace/directory.ts';
import type { ResponseTarget } from '../workspace/interactivity.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import { checkContent, contentFields } from './content.ts';
import { type Arguments, checkArguments } from './method.ts';

const flag = z.boolean().or(z.stringbool()).default(false);
const response = z.object({
  ...contentFields,
  response_type: z.enum(['in_channel', 'ephemeral']).default('ephemeral'),
  replace_original: flag,
  delete_original: flag,
  thread_ts: z.string().optional(),
});

/** Shows the app's response, from a response_url or its acknowledgement. */
export function applyResponse(state: State, target: ResponseTarget, given: Arguments): void {
  const call = checkArguments(response, given);
  const original =
    target.originalTs === undefined ? undefined : state.messages.find(target.channelId, target.originalTs);
  if (target.originalTs !== undefined && original === undefined && (call.replace_original || call.delete_original)) {
    throw new SlackApiError('message_not_found', { status: 404 });
  }
  if (call.delete_original && original !== undefined) {
    state.messages.remove(original);
    return;
  }
  // A command has no original: Slack then posts a new message (https://github.com/slackapi/bolt-js/issues/2287).
  const isReplacing = call.replace_original && original !== undefined;
  const isEphemeral = isReplacing ? original.ephemeralFor !== undefined : call.response_type === 'ephemeral';
  const { text, blocks } = checkResponseContent(call, { isEphemeral, state });
  if (isReplacing) {
    state.messages.edit(original, { text, blocks });
    return;
  }
  state.messages.add({
    channelId: target.channelId,
    user: BOT.id,
    text,
    blocks,
    isResponse: true,
    ...(isEphemeral && { ephemeralFor: target.userId }),
    ...(call.thread_ts !== undefined && { threadTs: call.thread_ts }),
  });
}

/** For a refused message Slack responds with HTTP 400 here, unlike the Web API's 200. */
function checkResponseContent(
  call: z.infer<typeof response>,
  place: Parameters<typeof checkContent>[1],
): ReturnType<typeof checkContent> {
  try {
    return checkContent(call, place);
  } catch (error) {
    if (!(error instanceof SlackApiError)) throw error;
    throw new SlackApiError(error.code, { messages: error.messages, status: 400 });
  }
}
