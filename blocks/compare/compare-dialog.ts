import { MAX_WORDS_LENGTH, signalId } from '@pain-signals/domain';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { section } from '../kit/elements.ts';
import { modal, textInput } from '../kit/modal.ts';
import { formatTopic } from '../kit/signal-text.ts';

export const COMPARE_DIALOG = 'compare_dialog';
export const COMPARE_INPUT = 'compare_with';

/** The first signal, and where the answer goes: the channel the dialog was opened from, else the dialog. */
export const CompareOrigin = z.object({
  id: signalId,
  responseUrl: z.url().max(2_000).nullable(),
  channelId: z.string().max(100).nullable(),
});
export type CompareOrigin = z.output<typeof CompareOrigin>;

export const compareDialog = (origin: CompareOrigin, topic: string): ModalView =>
  modal({
    title: 'Compare',
    submit: 'Compare',
    callbackId: COMPARE_DIALOG,
    metadata: JSON.stringify(origin),
    blocks: [
      section(`*“${formatTopic({ topic })}”*`),
      textInput({
        name: COMPARE_INPUT,
        label: 'With',
        optional: false,
        maxLength: MAX_WORDS_LENGTH,
        placeholder: '3',
        hint: 'Its number in the list you saw last, words of its topic, its id or its link.',
      }),
    ],
  });
