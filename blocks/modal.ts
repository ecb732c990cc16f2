import type { Block, KnownBlock, ModalView, PlainTextElement } from '@slack/types';
import { truncate } from './text.ts';

/** https://docs.slack.dev/reference/views/modal-views */
const MODAL_LIMITS = { title: 24, button: 24, blocks: 100 };

interface ModalParts {
  title: string;
  /** What the button that sends it says; without one there is nothing to fill in. */
  submit?: string;
  close?: string;
  callbackId: string;
  /** Comes back with it; seen by nobody. Slack takes 3,000 characters. */
  metadata?: string;
  blocks: readonly (KnownBlock | Block | null)[];
}

export const plainText = (text: string): PlainTextElement => ({ type: 'plain_text', text, emoji: false });

/** The only way to make a dialog: whatever the data, it keeps to Slack's limits. */
export function modal({ title, submit, close = 'Cancel', callbackId, metadata = '', blocks }: ModalParts): ModalView {
  return {
    type: 'modal',
    title: plainText(truncate(title, MODAL_LIMITS.title)),
    ...(submit ? { submit: plainText(truncate(submit, MODAL_LIMITS.button)) } : {}),
    close: plainText(truncate(close, MODAL_LIMITS.button)),
    callback_id: callbackId,
    private_metadata: metadata,
    blocks: blocks.filter((block) => block !== null).slice(0, MODAL_LIMITS.blocks),
  };
}
