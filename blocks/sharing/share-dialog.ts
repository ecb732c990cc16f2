import { decodeJson } from '@pain-signals/contract';
import { MAX_NOTE_LENGTH, messageTs, ShareRequest } from '@pain-signals/domain';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { withoutBackQuery } from '../kit/button-values.ts';
import type { Card } from '../kit/card.ts';
import { context, section } from '../kit/elements.ts';
import { channelInput, modal, previewBlocks, radioInput, textInput } from '../kit/modal.ts';
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
      hasThread
        ? radioInput({
            name: SHARE_INPUT.target,
            label: 'Where',
            optional: false,
            options: [
              [SHARE_TARGET.thread, 'This thread'],
              [SHARE_TARGET.channel, 'The channel below'],
            ],
            chosen: SHARE_TARGET.thread,
          })
        : null,
      channelInput({
        name: SHARE_INPUT.channel,
        label: 'Channel',
        optional: hasThread,
        placeholder: 'Choose a channel',
        chosen: channelId,
        hasResponseUrl: true,
      }),
      isSharedOutside && channelId !== null ? section(externalChannelWarning(channelId)) : null,
      textInput({
        name: SHARE_INPUT.note,
        label: 'Note',
        multiline: true,
        maxLength: MAX_NOTE_LENGTH,
        placeholder: 'Why should they look at it?',
      }),
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

/** Where it was opened, unless that is no channel. */
export const initialChannel = ({ channelId }: ShareOrigin, defaultChannelId: string | null) =>
  channelId !== null && /^[CG]/.test(channelId) ? channelId : defaultChannelId;
