import { COMMAND, type ConnectionState, Query, ShareRequest, TrendingQuery } from '@pain-signals/domain';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { ErrorMessage } from '../errors/error-messages.ts';
import { ACTION, encodeQuery, encodeShareRequest } from '../kit/buttons.ts';
import { type Card, type CardBlock, textCard } from '../kit/card.ts';
import { actions, button, context, section } from '../kit/elements.ts';
import { formatDate } from '../kit/format.ts';
import { connectButton, modal, textInput } from '../kit/modal.ts';
import { escapeMrkdwn } from '../kit/text.ts';

export const CONNECT_DIALOG = 'connect_dialog';
export const KEY_INPUT = 'api_key';
const TITLE = 'API key';
const KEY_LENGTH = 300;

/** The query that needed a key; it is answered once there is one. */
export const ConnectOrigin = z.object({ asked: Query.nullable(), channelId: z.string().min(1).max(100).nullable() });
export type ConnectOrigin = z.output<typeof ConnectOrigin>;

/** Null for a well-formed key, else the input's error message. */
export function keyFormatError(key: string): string | null {
  if (key === '') return 'Paste the key here.';
  if (key.length > KEY_LENGTH || !/^[^\s_]+_[^\s_]+_\S+$/.test(key)) {
    return 'Paste the whole key, without spaces. It looks like pain_abcd1234_…';
  }
  return null;
}

/** The key is stored encrypted and never shown again. */
export function connectDialog(
  connected: ConnectionState,
  {
    failed = null,
    origin = null,
  }: { failed?: (NotConnected & { reference: string }) | null; origin?: ConnectOrigin | null } = {},
) {
  return modal({
    metadata: origin === null ? '' : JSON.stringify(origin),
    title: TITLE,
    submit: 'Set API key',
    callbackId: CONNECT_DIALOG,
    blocks: [
      failed && section(notConnected(failed)),
      failed && context([`Reference \`${failed.reference}\``]),
      section(describeConnection(connected)),
      textInput({
        name: KEY_INPUT,
        label: 'API key',
        optional: false,
        maxLength: KEY_LENGTH,
        placeholder: 'pain_…',
        hint: 'The key is tested, then stored encrypted. It’s never shown again.',
      }),
      connected.kind === 'own' ? actions([disconnectButton(connected.fallback)]) : null,
    ],
  });
}

/** `isUnconfirmed`: the key may be stored all the same. */
type NotConnected = ErrorMessage & { isUnconfirmed: boolean };

const notConnected = ({ title, reason, isUnconfirmed }: NotConnected): string =>
  isUnconfirmed ? `*${title}*\n${reason}` : `*Not connected. ${title}*\n${reason} Nothing was changed.`;

/** Where the dialog can't say so. */
export const notConnectedCard = (failed: NotConnected): Card => textCard(notConnected(failed), [connectButton()]);

export function describeConnection(connected: ConnectionState): string {
  switch (connected.kind) {
    case 'own':
      return `✓ *Connected* with the key \`${escapeMrkdwn(connected.prefix, 45) || '…'}\`, added by <@${connected.connectedBy}> ${formatDate(connected.connectedAt, 'day')}.`;
    case 'given':
      return '✓ Using the API key that came with this app. Set one for this workspace to replace it.';
    case 'shared':
      return '✓ Using the default API key. Set one for this workspace to replace it.';
    case 'none':
      return '✗ *Not connected.* Create an API key in your account’s settings in the service.';
  }
}

export const checkingDialog = (): ModalView =>
  modal({ title: TITLE, close: 'Close', callbackId: CONNECT_DIALOG, blocks: [section('Checking…')] });

/** @param isFirstKey nobody could use the app before */
export function connectedDialog({ isFirstKey }: { isFirstKey: boolean }): ModalView {
  const trending = encodeQuery(TrendingQuery.parse({ show: 'trending' }));
  const says = isFirstKey
    ? `All full members of this workspace can use \`${COMMAND}\` now.\nTo share a card, type \`${COMMAND} trending\` in a channel and press *Share in channel*.`
    : 'This workspace now uses its own key.';
  return outcome([
    section(`*Connected.* ${says}`),
    actions([button(ACTION.trending, { text: 'See what’s trending', value: trending, style: 'primary' })]),
  ]);
}

interface Answered {
  card: Card;
  asked: Query;
  channelId: string | null;
}

export function answeredDialog({ card, asked, channelId }: Answered): ModalView {
  const isChannel = channelId !== null && /^[CG]/.test(channelId);
  const request = ShareRequest.safeParse({ subject: asked, ...(isChannel ? { channel: channelId } : {}) }).data;
  const share = isChannel && request ? encodeShareRequest(request) : null;
  return outcome([
    section(`*Connected.* All full members of this workspace can use \`${COMMAND}\` now. Here’s what you asked for:`),
    actions([button(ACTION.share, { text: 'Share in this channel', value: share, style: 'primary' })]),
    { type: 'divider' },
    ...card.blocks,
  ]);
}

export const disconnectedDialog = (connected: ConnectionState): ModalView =>
  outcome([
    section(
      connected.kind === 'none'
        ? '*Disconnected.* The key was removed from this workspace, but not revoked. In your account’s settings in the service, you can revoke it or create a new one to connect again.'
        : `*Disconnected.* The key was removed from this workspace, but not revoked. You can revoke it in the service.\n${describeConnection(connected)}`,
    ),
    actions([connectButton()]),
  ]);

const outcome = (blocks: readonly (CardBlock | null)[]) =>
  modal({ title: TITLE, close: 'Close', callbackId: CONNECT_DIALOG, blocks });

type Fallback = Exclude<ConnectionState['kind'], 'own'>;

const disconnectButton = (fallback: Fallback) =>
  button(ACTION.disconnect, {
    text: 'Disconnect',
    value: 'disconnect',
    confirm: {
      title: 'Disconnect?',
      text: `The key is deleted. ${AFTER_DISCONNECTING[fallback]}`,
      confirm: 'Disconnect',
      deny: 'Cancel',
    },
  });

const AFTER_DISCONNECTING: Record<Fallback, string> = {
  given: 'This workspace goes back to the key that came with this app.',
  shared: 'This workspace goes back to the default key.',
  none: 'Nobody here can use the app until another key is connected.',
};
