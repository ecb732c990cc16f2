import type { Page } from '@pain-signals/contract';
import type { SignalItem } from '../../queries/answers.ts';
import { isoDay, oneLine, pluralize } from './line.ts';

/** A list, best first; `empty` says what it means that there is none. */
export const formatSignals = (items: readonly SignalItem[], empty: string): string =>
  items.length === 0 ? empty : items.map((item, index) => `${index + 1}. ${formatSignal(item)}`).join('\n');

/** A page of a list, and where in the whole it stands. */
export const formatSignalPage = ({ items, ...page }: Page<SignalItem>, empty: string): string =>
  `${formatSignals(items, page.totalItems === 0 ? empty : 'This page is past the last one.')}\n\n${formatPagePosition(page)}`;

export function formatPagePosition({ page, totalItems, totalPages }: Omit<Page<unknown>, 'items'>): string {
  if (totalPages <= 1) return `${totalItems} in all.`;
  const more = page + 1 < totalPages ? ` More: page ${page + 1}.` : '';
  return `Page ${page} (the last is ${totalPages - 1}), ${totalItems} in all.${more}`;
}

/** The topic has a line to itself, so that no topic can pretend to figures. */
const formatSignal = (item: SignalItem): string => `${oneLine(item.topic)}\n   ${formatFigures(item)}; id ${item.id}`;

export function formatFigures(item: SignalItem): string {
  const { score, volume, growth, mentionsLastWindow, mentionsPrevWindow, macroArea, painType, lastSeenAt } = item;
  const kind = [macroArea, painType].filter((name) => name !== null).join(', ');
  return [
    `score ${score.toFixed(1)}`,
    pluralize(volume, 'mention'),
    `growth ${Number(growth.toFixed(2))} (from ${mentionsPrevWindow} in the 7 days before to ${mentionsLastWindow} in the last 7)`,
    ...(kind === '' ? [] : [kind]),
    `last seen ${isoDay(lastSeenAt)}`,
  ].join('; ');
}
