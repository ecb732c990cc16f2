import type { HeldFinding, Watch, WatchRule } from '@pain-signals/domain';
import { type Card, textCard } from '../kit/card.ts';
import { joinParts } from '../kit/elements.ts';
import { formatCount, plural } from '../kit/format.ts';
import { capitalize } from '../kit/text.ts';
import { describeWatchFinding } from './watch-alert.ts';
import { describeSilence, describeWatchState } from './watch-states.ts';
import {
  adjustButton,
  describePromise,
  describeQuietHours,
  endsPause,
  ownerFor,
  resumeButtonIfAsleep,
  sharedChannelNote,
  stopButton,
  tell,
  watchesButton,
} from './watch-texts.ts';

interface EditedFacts {
  /** Signals already above its level, which therefore raise no alert; null where only the next check finds them. */
  over: number | null;
  /** Alerts that were held back and are none under the new rule. */
  dropped: readonly HeldFinding[];
  /** The old rule. */
  from: WatchRule;
}

/** @param was its pause, before the button was pressed */
export function watchResumedCard(watch: Watch, was: Watch['paused'], viewerId: string | null): Card {
  const done = endsPause(was) ? 'Resumed' : 'Unmuted';
  return textCard(`*${done}.* ${describePromise(watch, ownerFor(viewerId, watch))}${noteOf(watch)}`, [
    adjustButton(watch),
    stopButton(watch),
    watchesButton(),
  ]);
}

export function watchSavedCard(watch: Watch, edited: EditedFacts, now: number, viewerId: string | null): Card {
  const whom = ownerFor(viewerId, watch);
  const silence = describeSilence(watch, now, whom);
  const opening =
    silence === null
      ? `*Saved.* ${describePromise(watch, whom)}`
      : `*Saved, and still ${silence.state}.* ${silence.says}`;
  const already = edited.over === 0 || watch.paused !== null ? '' : `\n${describeAlready(edited.over, watch, whom)}.`;
  return textCard(`${opening}${already}${describeDropped(edited)}${watch.paused === null ? noteOf(watch) : ''}`, [
    resumeButtonIfAsleep(watch, now),
    ...[adjustButton(watch), stopButton(watch), watchesButton()],
  ]);
}

/** Somebody saved, resumed or paused it meanwhile; `now` is what they set. */
export function watchNotSavedCard(now: Watch, at: number, viewerId: string | null): Card {
  const { quiet, mostADay } = now;
  const limits = `${capitalize(describeQuietHours(quiet))}, up to ${plural(mostADay, 'message')} a day.`;
  const says = [
    '*Not saved.* This watch was changed while you were editing it.',
    `Current settings: ${describePromise(now, ownerFor(viewerId, now))} ${limits}`,
    describeWatchState(now, at),
    'To change them, press *Edit*.',
  ];
  return textCard(joinParts(says, '\n'), [
    resumeButtonIfAsleep(now, at),
    ...[adjustButton(now), stopButton(now), watchesButton()],
  ]);
}

const noteOf = ({ mayReachOthers, channelId }: Watch): string =>
  mayReachOthers && channelId !== null ? `\n${sharedChannelNote(channelId)}` : '';

function describeAlready(over: number | null, watch: Watch, whom: string): string {
  if (over === null) return `The service didn’t return current figures. ${describeUnjudged(watch, whom)}`;
  if (watch.subject.of === 'signal')
    return `It’s already above that: ${tell(watch, whom)} the next time it rises past it`;
  const which = over === 1 ? 'One signal is' : `${formatCount(over)} signals are`;
  return `${which} already above that: ${tell(watch, whom)} when another one gets there`;
}

function describeUnjudged(watch: Watch, whom: string): string {
  if (watch.rule.when === 'new') return 'Signals found at the next check don’t count as new';
  if (watch.subject.of === 'signal')
    return `If it’s above that at the next check, ${tell(watch, whom)} the next time it rises past it`;
  return `Signals above that at the next check count as already above: ${tell(watch, whom)} when another one gets there`;
}

const MAX_DROPPED = 5;

function describeDropped({ dropped, from }: EditedFacts): string {
  if (dropped.length === 0) return '';
  const opening =
    dropped.length === 1
      ? 'One alert on hold won’t be sent. It met the old condition, but not the new one:'
      : `${formatCount(dropped.length)} alerts on hold won’t be sent. They met the old condition, but not the new one:`;
  const more = dropped.length - MAX_DROPPED;
  const lines = dropped.slice(0, MAX_DROPPED).map((each) => `• ${describeWatchFinding(from, each)}`);
  return ['', opening, ...lines, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join('\n');
}
