import { z } from 'zod';
import { unescapeSlack } from '../workspace/entities.ts';
import { assignIds } from '../workspace/identify.ts';
import { SlackApiError } from '../workspace/refusal.ts';
import { checkArguments } from './arguments.ts';
import { checkContent } from './content.ts';
import { visibleChannel } from './conversations.ts';
import type { Method } from './method.ts';

const unfurlCall = z.object({
  channel: z.string().optional(),
  ts: z.string().optional(),
  unfurl_id: z.string().optional(),
  source: z.enum(['composer', 'conversations_history']).optional(),
  unfurls: z.record(z.string(), z.object({ blocks: z.array(z.unknown()).min(1) })),
});

/** Shows cards below a posted message, or below one being written, which this workspace only takes note of. */
export const chatUnfurl: Method = (given, { state }) => {
  const { channel, ts, unfurl_id, source, unfurls } = checkArguments(unfurlCall, given);
  const shown = Object.entries(unfurls).map(
    ([url, { blocks }]) => [url, assignIds(checkContent({ blocks }, { isEphemeral: false, state }).blocks)] as const,
  );
  if (source === 'composer') {
    if (!state.conversations.isUnfurling(unfurl_id ?? '')) throw new SlackApiError('cannot_find_message');
    return {};
  }
  const place = unfurl_id === undefined ? { channel, ts } : parseUnfurlId(unfurl_id);
  const message = state.messages.find(visibleChannel(state, place.channel ?? '').id, place.ts ?? '');
  if (message === undefined) throw new SlackApiError('cannot_find_message');
  const isLinked = shown.every(([url]) => unescapeSlack(message.text).includes(unescapeSlack(url)));
  if (!isLinked) throw new SlackApiError('cannot_unfurl_url');
  state.messages.unfurl(message, Object.fromEntries(shown));
  return {};
};

/** An unfurl id begins with the place of its message. */
function parseUnfurlId(unfurlId: string): { channel?: string; ts?: string } {
  const [channel, ts] = unfurlId.split('-');
  return { ...(channel && { channel }), ...(ts && { ts }) };
}
