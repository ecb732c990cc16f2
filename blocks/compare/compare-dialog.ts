import type { PainSignalListItem } from '@pain-signals/contract';
import { signalId } from '@pain-signals/domain';
import type { ModalView, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, textCard } from '../kit/card.ts';
import { button, section } from '../kit/elements.ts';
import { BLOCK_LIMITS } from '../kit/limits.ts';
import { modal, optionOf, searchInput } from '../kit/modal.ts';
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
      searchInput({
        name: COMPARE_INPUT,
        label: 'Compare with',
        optional: false,
        placeholder: 'Search signals',
      }),
    ],
  });

export const compareWithCard = ({ id, topic }: Pick<PainSignalListItem, 'id' | 'topic'>): Card =>
  textCard(`*Compare “${formatTopic({ topic })}” with which signal?*`, [
    button(ACTION.openCompare, {
      text: 'Choose a signal…',
      value: encodeQuery({ show: 'signal', id }),
      style: 'primary',
    }),
  ]);

/** Signals to choose from. An id of another service can be longer than Slack takes. */
export const signalOptions = (signals: readonly PainSignalListItem[]): PlainTextOption[] =>
  signals
    .filter(({ id }) => id.length <= BLOCK_LIMITS.optionValue)
    .slice(0, BLOCK_LIMITS.options)
    .map(({ id, topic }) => optionOf([id, topic || 'Untitled signal']));
