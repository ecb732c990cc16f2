import { decodeJson } from '@pain-signals/contract';
import { MAX_NOTE_LENGTH, messageTs, ShareRequest } from '@pain-signals/domain';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { withoutBackQuery } from '../kit/buttons.ts';
import type { SlackBlock } from '../kit/card.ts';
import { context, section } from '../kit/elements.ts';
import { channelInput, modal, previewBlocks, radioInput, shareTitle, textInput } from '../kit/modal.ts';
import { escapeMrkdwn } from '../kit/text.ts';
import { DELETE_CONFIRMATION, externalChannelWarning, type ShareOutcome, shareAgainButton } from './share-cards.ts';

export const SHARE_DIALOG = 'share_dialog';

/** What is shared, and from where the dialog was opened. */
const ShareOrigin = z.object({
  request: ShareRequest,
  channelId: z.string().min(1).max(100).nullable(),
  threadTs: messageTs.nullable(),
  /** A message visible to others. */
  messageTs: messageTs.nullable(),
  /** The name of a channel that was asked for, and isn't found. */
  unknownChannel: z.string().max(80).optional(),
  /** Slack didn't say whether there is one. */
  isUnanswered: z.boolean().optional(),
  /** The dialog said that another organization reads the channel it opened with. */
  isWarned: z.boolean().optional(),
});
export type ShareOrigin = z.output<typeof ShareOrigin>;

export const SHARE_INPUT = { target: 'share_target', channel: 'share_channel', note: 'share_note' } as const;
export const SHARE_TARGET = { thread: 'thread', channel: 'channel' } as const;

export interface SharePreview {
  /** The card that will be posted, or why it can't be previewed. */
  card: { blocks: readonly SlackBlock[] } | string;
  /** The initial channel is shared with another organization. */
  isSharedOutside: boolean;
}

/** Opens without the preview, which is filled in later: a trigger expires after three seconds. */
export function shareDialog(
  origin: ShareOrigin,
  { card, isSharedOutside }: SharePreview,
  defaultChannelId: string | null,
): ModalView {
  const channelId = initialChannel(origin, defaultChannelId);
  const hasThread = origin.threadTs !== null;
  return modal({
    title: shareTitle(origin.request.subject.show),
    submit: 'Share',
    callbackId: SHARE_DIALOG,
    metadata: JSON.stringify({
      ...origin,
      ...(isSharedOutside && { isWarned: true }),
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
      origin.unknownChannel === undefined
        ? null
        : section(unknownChannelNote(escapeMrkdwn(origin.unknownChannel, 80), origin.isUnanswered)),
      isSharedOutside && channelId !== null ? section(externalChannelWarning(channelId)) : null,
      textInput({
        name: SHARE_INPUT.note,
        label: 'Note',
        multiline: true,
        maxLength: MAX_NOTE_LENGTH,
        placeholder: 'Why does this matter to them?',
      }),
      { type: 'divider' },
      context(['*Preview*']),
      ...(typeof card === 'string' ? [section(card)] : previewBlocks(card)),
    ],
  });
}

const unknownChannelNote = (name: string, isUnanswered = false): string =>
  isUnanswered
    ? `Slack didn’t say which channel is “${name}”. Choose it here, or try again in a minute.`
    : `No public channel is named “${name}”. Choose another channel.`;

export const shareOutcomeDialog = ({ says, again }: ShareOutcome): ModalView =>
  modal({ title: 'Share', close: 'Close', callbackId: SHARE_DIALOG, blocks: [section(says), shareAgainButton(again)] });

export const DELETE_DIALOG = 'delete_shared_dialog';

/** A shared card, and what its "Delete" says. */
const DeleteOrigin = z.object({
  value: z.string().max(255),
  channelId: z.string().min(1).max(100).nullable(),
  threadTs: messageTs.nullable(),
  messageTs,
  responseUrl: z.url().max(2_000).nullable(),
});
export type DeleteOrigin = z.output<typeof DeleteOrigin>;

/** Asks what a button's own confirmation asks, which a menu can have for all of its entries only. */
export const deleteDialog = (origin: DeleteOrigin): ModalView =>
  modal({
    title: DELETE_CONFIRMATION.title,
    submit: DELETE_CONFIRMATION.confirm,
    callbackId: DELETE_DIALOG,
    metadata: JSON.stringify(origin),
    blocks: [section(DELETE_CONFIRMATION.text)],
  });

export const decodeDeleteOrigin = (metadata: string): DeleteOrigin | null => decodeJson(DeleteOrigin, metadata);

export const decodeShareOrigin = (metadata: string): ShareOrigin | null => decodeJson(ShareOrigin, metadata);

/** The channel that was asked for, or the one that the dialog was opened in, else the default. */
export function initialChannel(origin: ShareOrigin, defaultChannelId: string | null): string | null {
  const { request, channelId, unknownChannel } = origin;
  if (unknownChannel !== undefined) return null;
  return request.channel ?? (channelId !== null && /^[CG]/.test(channelId) ? channelId : defaultChannelId);
}
