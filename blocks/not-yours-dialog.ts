import type { ModalView } from '@slack/types';
import { section } from './elements.ts';
import { modal } from './modal.ts';

const MAX_MANAGERS = 20;

/** Who is asked for it instead. */
export function notAllowedDialog(title: string, managerIds: readonly string[]): ModalView {
  const named = managerIds.slice(0, MAX_MANAGERS).map((userId) => `<@${userId}>`);
  const who = [...named, 'admins of this workspace', 'whoever installed the app'].join(', ');
  return modal({
    title,
    close: 'Close',
    callbackId: 'not_yours_dialog',
    blocks: [section(`*You cannot change this.* These people can: ${who}.`)],
  });
}
