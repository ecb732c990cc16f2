import type { PainSignalListItem } from '@pain-signals/contract';
import type { SectionBlock } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { showDate } from './dates.ts';
import { button, section } from './elements.ts';
import { sayGrowth, showGrowth, showWindows } from './growth.ts';
import { nameArea, namePainType } from './names.ts';
import { plural, showCount, showScore, showShare } from './numbers.ts';
import { encodeQuestion, type ListQuestion } from './question.ts';
import { scoreBar } from './sparkline.ts';
import { plainData, quoteData } from './text.ts';

const TOPIC = 160;
const OWNER = 60;

interface Place {
  rank: number;
  /** The list it stands in. */
  list?: ListQuestion;
  linkTo: (signalId: string) => string | null;
}

/** One signal of a list, one press away from the rest and from there back to the list. */
export function signalRow(signal: PainSignalListItem, place: Place & { list: ListQuestion }): SectionBlock {
  const details = button(ACTION.details, {
    text: 'Details',
    label: `Details of ${plainData(signal.topic, 60)}`,
    value: encodeQuestion({ show: 'signal', id: signal.id, back: place.list }),
  });
  return section(showRow(signal, place), details);
}

/** A signal in three lines: what; how bad, how fast, how much; which kind, who, when. */
export function showRow(signal: PainSignalListItem, { rank, linkTo, list }: Place): string {
  return [
    `*${rank}.* ${showTopic(signal, linkTo)}`,
    joinParts([
      `${scoreBar(signal.score)} *${showScore(signal.score)}*`,
      showGrowth(signal),
      showWindows(signal),
      showVolume(signal, list),
    ]),
    joinParts([showKind(signal), showOwner(signal), `last seen ${showDate(signal.lastSeenAt, 'day')}`]),
  ].join('\n');
}

/** In a list of small signals the bound is the reason why it stands there. */
const showVolume = ({ volume }: PainSignalListItem, list: ListQuestion | undefined): string =>
  list?.show === 'emerging'
    ? `${showCount(volume)} of at most ${plural(list.maxVolume, 'mention')}`
    : plural(volume, 'mention');

/** The same for a message's text: `1. Topic (score 68, rising 140%)`. */
export function sayRow(signal: PainSignalListItem, rank: number): string {
  return `${rank}. ${sayTopic(signal)} (score ${showScore(signal.score)}, ${sayGrowth(signal)})`;
}

export function sayTopic({ topic }: { topic: string }): string {
  return quoteData(topic, TOPIC) || 'Untitled signal';
}

/** With a link to its page, where there is one. */
export function showTopic(signal: { id: string; topic: string }, linkTo: Place['linkTo']): string {
  const url = linkTo(signal.id);
  const topic = sayTopic(signal);
  return url === null ? `*${topic}*` : `*<${url}|${topic}>*`;
}

/** Area and type in words, or null when the service could not tell either. */
export function showKind({ macroArea, painType }: Pick<PainSignalListItem, 'macroArea' | 'painType'>): string | null {
  return (
    joinParts([macroArea === null ? null : quoteData(nameArea(macroArea), 40), painType && namePainType(painType)]) ||
    null
  );
}

/** Who owns the code that hurts, or null for signals that do not come from a code host. */
export function showOwner(signal: PainSignalListItem): string | null {
  const { uniqueOwnerCount: owners } = signal;
  const top = showTopOwner(signal);
  if (top === null) return owners > 0 ? plural(owners, 'owner') : null;
  return owners > 1 ? `${top}, ${plural(owners, 'owner')}` : top;
}

/** The one who has most of it, without how many others there are. */
export function showTopOwner(signal: PainSignalListItem): string | null {
  const { topOwnerName, topOwnerDominancePct: percent, uniqueOwnerCount: owners } = signal;
  const name = topOwnerName === null ? '' : quoteData(topOwnerName, OWNER);
  if (name === '') return null;
  return owners > 1 ? `${showShare(percent)} from ${name}` : `all from ${name}`;
}

const joinParts = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join('  ·  ');
