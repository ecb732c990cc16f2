import { decodeJson } from '@pain-signals/contract';
import { MAX_NOTE_LENGTH, messageTs, ShareRequest } from '@pain-signals/domain';
import type { InputBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { withoutBackQuery } from '../kit/button-values.ts';
import type { Card } from '../kit/card.ts';
import { context, section } from '../kit/elements.ts';
import { modal, plainText, previewBlocks } from '../kit/modal.ts';
import { externalChannelWarning, type ShareOutcome, shareAgainButton } from './share-cards.ts';

export const SHARE_DIALOG = 'share_dialog';

/** What is shared, and from where the dialog was opened. */
const ShareOrigin = z.object({
  request: ShareRequest,
  channelId: z.string().min(1).max(100).nullable(),
  threadTs: messageTs.nullable(),
  /** A message that others see too. */
  messageTs: messageTs.nullable(),
});
export type ShareOrigin = z.output<typeof ShareOrigin>;

/** Where the values of the inputs stand: block id and action id are the same. */
export const SHARE_INPUT = { target: 'share_target', channel: 'share_channel', note: 'share_note' } as const;
export const SHARE_TARGET = { thread: 'thread', channel: 'channel' } as const;

/** What the dialog shows besides its inputs. */
export interface SharePreview {
  /** What will be posted, or why it is not shown. */
  card: Card | string;
  /** People of another organisation read the channel that it begins with. */
  isSharedOutside: boolean;
}

/** Channel or thread, a note, and what will be posted; the preview comes a moment later, since Slack waits three seconds only. */
export function shareDialog(
  origin: ShareOrigin,
  { card, isSharedOutside }: SharePreview,
  defaultChannelId: string | null,
): ModalView {
  const channelId = initialChannel(origin, defaultChannelId);
  const hasThread = origin.threadTs !== null;
  return modal({
    title: 'Share',
    submit: 'Share',
    callbackId: SHARE_DIALOG,
    metadata: JSON.stringify({
      ...origin,
      request: { ...origin.request, subject: withoutBackQuery(origin.request.subject) },
    }),
    blocks: [
      hasThread ? targetInput() : null,
      channelInput(channelId, hasThread),
      isSharedOutside && channelId !== null ? section(externalChannelWarning(channelId)) : null,
      noteInput(),
      { type: 'divider' },
      context(['*Preview*']),
      ...(typeof card === 'string' ? [section(card)] : previewBlocks(card)),
    ],
  });
}

/** What came of it, in the place of the dialog. */
export const shareOutcomeDialog = ({ says, again }: ShareOutcome): ModalView =>
  modal({ title: 'Share', close: 'Close', callbackId: SHARE_DIALOG, blocks: [section(says), shareAgainButton(again)] });

/** null for what this version did not write. */
export const decodeShareOrigin = (metadata: string): ShareOrigin | null => decodeJson(ShareOrigin, metadata);

function targetInput(): InputBlock {
  const thread = { text: plainText('This thread'), value: SHARE_TARGET.thread };
  return {
    type: 'input',
    block_id: SHARE_INPUT.target,
    label: plainText('Where'),
    element: {
      type: 'radio_buttons',
      action_id: SHARE_INPUT.target,
      initial_option: thread,
      options: [thread, { text: plainText('The channel below'), value: SHARE_TARGET.channel }],
    },
  };
}

/** Where it was opened, unless that is no channel. */
export const initialChannel = ({ channelId }: ShareOrigin, defaultChannelId: string | null) =>
  channelId !== null && /^[CG]/.test(channelId) ? channelId : defaultChannelId;

/** With a response_url it can be posted even where the app is no member. */
function channelInput(channelId: string | null, isOptional: boolean): InputBlock {
  return {
    type: 'input',
    block_id: SHARE_INPUT.channel,
    label: plainText('Channel'),
    optional: isOptional,
    element: {
      type: 'conversations_select',
      action_id: SHARE_INPUT.channel,
      placeholder: plainText('Choose a channel'),
      ...(channelId ? { initial_conversation: channelId } : {}),
      filter: { include: ['public', 'private'], exclude_bot_users: true },
      response_url_enabled: true,
    },
  };
}

const noteInput = (): InputBlock => ({
  type: 'input',
  block_id: SHARE_INPUT.note,
  label: plainText('Note'),
  optional: true,
  element: {
    type: 'plain_text_input',
    action_id: SHARE_INPUT.note,
    multiline: true,
    max_length: MAX_NOTE_LENGTH,
    placeholder: plainText('Why should they look at it?'),
  },
});
