import { decodeJson } from '@pain-signals/contract';
import { COMMAND, HIDE_REASONS, type HiddenSignal, type HideQuery, type Query } from '@pain-signals/domain';
import { z } from 'zod';
import { ACTION, encodeButtonValue, encodeQuery } from '../kit/buttons.ts';
import { type Card, card, textCard, withPart } from '../kit/card.ts';
import { actions, button, context, header, joinParts, section } from '../kit/elements.ts';
import { formatCount, formatDate, plural } from '../kit/format.ts';
import { formatTopic, formatTopicLink, type LinkTo } from '../kit/signal-text.ts';
import { escapePlainText } from '../kit/text.ts';

const REASONS: Record<(typeof HIDE_REASONS)[number], string> = {
  'not-a-pain': 'Not a real problem',
  'wrong-name': 'Wrong name',
  'not-our-area': 'Not our area',
  duplicate: 'Same as another signal',
};

/** Ids in one block must differ. */
const BUTTONS = {
  'not-a-pain': ACTION.hideNotAPain,
  'wrong-name': ACTION.hideWrongName,
  'not-our-area': ACTION.hideNotOurArea,
  duplicate: ACTION.hideDuplicate,
} as const satisfies Record<keyof typeof REASONS, string>;

const HideChoice = z.object({ id: z.string().min(1).max(200), reason: z.enum(HIDE_REASONS) });

export const decodeHideChoice = (value: unknown): z.output<typeof HideChoice> | null =>
  typeof value === 'string' ? decodeJson(HideChoice, value) : null;

const reasonButtons = (id: string) =>
  HIDE_REASONS.map((reason) =>
    button(BUTTONS[reason], {
      text: REASONS[reason],
      label: `Reason: ${REASONS[reason]}`,
      value: encodeButtonValue({ id, reason }),
    }),
  );

/** Asks before a signal that was found by words is hidden. */
export function hideCard({ id, back }: HideQuery, topic: string): Card {
  return textCard(
    `*Hide “${formatTopic({ topic })}” for everyone in this workspace?*\nIt will be left out of lists, search, digests and watches. You can undo this.`,
    [
      button(ACTION.choose, {
        text: 'Hide',
        value: encodeQuery({ show: 'hide', id, ...(back ? { back } : {}) }),
        style: 'primary',
      }),
      button(ACTION.cancelHide, {
        text: 'Cancel',
        value: encodeQuery({ show: 'signal', id, ...(back ? { back } : {}) }),
      }),
    ],
  );
}

/** @param back leads to the signal */
export const notHiddenCard = (back: Query): Card =>
  textCard('*Nothing was hidden.*', [button(ACTION.details, { text: 'Details', value: encodeQuery(back) })]);

/** What was done, with its undo. Without a reason yet, the reasons to choose from. @param isWatched by the person who hid it */
export function hiddenSignalCard(
  { id, topic, reason }: Pick<HiddenSignal, 'id' | 'topic' | 'reason'>,
  { isWatched = false } = {},
): Card {
  const undo = button(ACTION.unhideSignal, { text: 'Undo', value: id, label: 'Show this signal again' });
  const says = `*Hidden for everyone: “${formatTopic({ topic })}”.*\nIt’s left out of this workspace’s lists, search, digests and watches.${isWatched ? ' Your watch on it is paused until it’s shown again.' : ''}`;
  // Beside the reasons it would look like one.
  return reason === 'none'
    ? card(`${says.replaceAll('*', '').replace('\n', ' ')} Why did you hide it? (optional)`, [
        section(says, undo),
        section('Why did you hide it? (optional)'),
        actions(reasonButtons(id)),
      ])
    : textCard(`${says} Reason: ${REASONS[reason].toLowerCase()}.`, [undo, hiddenListButton()]);
}

export function shownAgainCard(id: string, topic: string | null): Card {
  const what = topic === null ? 'This signal' : `“${formatTopic({ topic })}”`;
  return textCard(`*${what} is back in this workspace’s lists.*`, [
    button(ACTION.details, { text: 'Details', value: encodeQuery({ show: 'signal', id }) }),
    hiddenListButton(),
  ]);
}

/** A signal that was asked for by its name, and that lists leave out. */
export const namedHiddenCard = (signal: HiddenSignal, { mayChange }: { mayChange: boolean }): Card =>
  textCard(`*“${formatTopic(signal)}” is hidden in this workspace.*`, [
    mayChange ? showAgainButton(signal) : null,
    hiddenListButton(),
  ]);

/** On top of what still shows such a signal, where it was opened by its number, link or id. */
export const withHiddenNote = (shown: Card, signal: HiddenSignal, { mayChange }: { mayChange: boolean }): Card =>
  withPart(
    shown,
    section(
      `*Hidden in this workspace* by <@${signal.hiddenBy}>, ${formatDate(signal.hiddenAt, 'day')}`,
      mayChange ? showAgainButton(signal) : hiddenListButton(),
    ),
    { says: 'It is hidden in this workspace.', isFirst: true },
  );

export const hiddenListButton = () =>
  button(ACTION.hiddenSignals, { text: 'Hidden signals', value: encodeQuery({ show: 'hidden' }) });

/** Newest first; older ones are counted. */
const MAX_SHOWN = 20;

export function hiddenSignalsCard(
  hidden: readonly HiddenSignal[],
  { mayChange, linkTo }: { mayChange: boolean; linkTo: LinkTo },
): Card {
  if (hidden.length === 0) {
    return textCard(
      `*No signals are hidden in this workspace.*\nTo hide one, choose *Hide this signal* in the ⋯ menu of its card, or type \`${COMMAND} hide 3\`.`,
    );
  }
  const shown = hidden.slice(0, MAX_SHOWN);
  const count = plural(hidden.length, 'signal');
  const names = shown.map(({ topic }) => `“${formatTopic({ topic })}”`).join('; ');
  return card(`${count} hidden in this workspace: ${names}.`, [
    header('Hidden signals'),
    context([`${count} left out of lists, search, digests and watches in this workspace`]),
    ...shown.map((signal) => {
      const merged = hidden.find(({ id }) => id === signal.follows);
      return section(formatRow(signal, merged, linkTo), mayChange ? showAgainButton(signal) : null);
    }),
    hidden.length > shown.length
      ? context([`${formatCount(hidden.length - shown.length)} more, hidden earlier`])
      : null,
  ]);
}

/** @param merged the hidden signal that was merged into it */
function formatRow(signal: HiddenSignal, merged: HiddenSignal | undefined, linkTo: LinkTo): string {
  const { reason, follows, hiddenBy, hiddenAt } = signal;
  const part = merged === undefined ? 'a hidden signal' : `“${formatTopic(merged)}”`;
  const by = follows === null ? `hidden by <@${hiddenBy}>` : `hidden because ${part} is part of it now`;
  const why = reason === 'none' ? null : (REASONS[reason] ?? null);
  return `${formatTopicLink(signal, linkTo)}\n${joinParts([why, by, formatDate(hiddenAt, 'day')])}`;
}

const showAgainButton = ({ id, topic }: HiddenSignal) =>
  button(ACTION.unhideSignal, { text: 'Show again', value: id, label: escapePlainText(`Show again: ${topic}`, 75) });
