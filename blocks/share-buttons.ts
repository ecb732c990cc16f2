import type { Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { button } from './elements.ts';
import { encodeShareRequest, type ShareRequest } from './question.ts';

/** One press posts it here; the other opens the dialog for another place. */
export function shareButtons(
  subject: ShareRequest['subject'],
  { isShared, style }: { isShared: boolean; style?: 'primary' },
): (Button | null)[] {
  const value = encodeShareRequest({ subject, attempt: 1 });
  return [
    isShared ? null : button(ACTION.share, { text: 'Share in channel', value, ...(style ? { style } : {}) }),
    button(ACTION.shareTo, { text: 'Share to…', label: 'Share in another channel or a thread, with a note', value }),
  ];
}
