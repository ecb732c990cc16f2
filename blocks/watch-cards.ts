import type { PainSignalListItem } from '@pain-signals/contract';
import { type Card, card } from './card.ts';
import { COMMAND } from './commands.ts';
import { showDate } from './dates.ts';
import { WHO_MAY_SET_UP } from './digest-setup-card.ts';
import { actions, context, section } from './elements.ts';
import { type Freshness, sayFreshness, showFreshness } from './freshness.ts';
import { sayGrowth } from './growth.ts';
import { plural, showCount, showScore } from './numbers.ts';
import { remedyOf } from './share-cards.ts';
import type { PauseReason, Watch } from './watch.ts';
import { FOR_GOOD } from './watch.ts';
import { adjustButton, resumeButton, stopButton, watchesButton } from './watch-buttons.ts';
import { PAUSED, sayQuiet, sayRule, sayState, saySubject, sayTarget, sayWatched } from './watch-words.ts';

interface MadeFacts {
  watch: Watch;
  /** There was the same one already. */
  isKnown: boolean;
  /** How it stands: of one signal its figures, of a search how many it finds. */
  now: PainSignalListItem | { found: number };
  /** How many are over the level from the start. */
  over: number;
  timeZone: string | null;
}

/** What is watched from now on, when it is looked at, and how to stop it. */
export function watchMadeCard({ watch, isKnown, now, over, timeZone }: MadeFacts, freshness: Freshness): Card {
  const { subject, rule } = watch;
  const says = `I tell ${sayTarget(watch)} when ${sayWatched({ rule, subject })}.`;
  const opening = isKnown ? 'You watch this already.' : 'Watching.';
  const figures = 'found' in now ? sayFound(now.found) : `Now: ${sayGrowth(now)}, score ${showScore(now.score)}`;
  const state = [figures, sayOver(over, now)].filter((part) => part !== null).join('. ');
  return card(`${opening} ${says} ${state}. I look every hour.${sayFreshness(freshness)}`, [
    section(`*${opening}*\n${says}`),
    context([state]),
    context(['Looked at every hour', ...showLimits(watch, timeZone), `\`${COMMAND} watches\` shows all`]),
    context(showFreshness(freshness)),
    actions([adjustButton(watch), stopButton(watch), watchesButton()]),
  ]);
}

function sayFound(found: number): string {
  if (found === 0) return 'Nothing of it is found yet';
  return `There ${found === 1 ? 'is one signal' : `are ${plural(found, 'signal')}`} of it now`;
}

/** Whoever waits for it should know why it is silent. */
function sayOver(over: number, now: MadeFacts['now']): string | null {
  if (over === 0) return null;
  const which = 'found' in now ? `${over === 1 ? 'One of them is' : `${showCount(over)} of them are`}` : 'It is';
  return `${which} over the level already: I tell when ${over === 1 ? 'it comes' : 'one comes'} over it anew`;
}

const showLimits = ({ quiet, mostADay }: Watch, timeZone: string | null) => [
  `${sayQuiet(quiet)}${quiet === null ? '' : ` (${timeZone ?? 'UTC'})`}`,
  `at most ${plural(mostADay, 'message')} a day`,
];

/** For the channel that it tells from now on. */
export function watchAnnouncedCard(watch: Watch): Card {
  const says = `<@${watch.ownerId}> lets me tell this channel when ${sayWatched(watch)}.`;
  return card(says, [section(says), context([`\`${COMMAND} watches\` shows what is watched here`])]);
}

/** Slack does not let it into the channel. */
export function watchRefusedCard(code: string): Card {
  const next = remedyOf(code).replaceAll('press Share again', 'ask again').replaceAll('Share it in', 'Watch from');
  return card(`Not watched. ${next}`, [section(`*Not watched.* ${next}`)]);
}

/** The settings leave channels to those who look after the workspace. */
export function channelWatchRefusedCard(): Card {
  const next = `Without \`here\`, \`${COMMAND} watch\` tells you alone.`;
  return card(`Not watched. ${WHO_MAY_SET_UP} ${next}`, [section(`*Not watched.* ${WHO_MAY_SET_UP}\n${next}`)]);
}

export function watchesFullCard({ full, most }: { full: 'person' | 'workspace'; most: number }): Card {
  const whose = full === 'person' ? 'You have' : 'This workspace has';
  const says = `${whose} ${plural(most, 'watch', 'watches')}, which is the most there can be: each asks the service every hour.`;
  const next = full === 'person' ? 'Stop one that you need no more.' : 'Somebody must stop one first.';
  return card(`${says} ${next}`, [section(`*Not watched.* ${says}\n${next}`), actions([watchesButton()])]);
}

export function watchGoneCard(): Card {
  const says = 'This watch is no longer there: somebody stopped it.';
  return card(says, [section(says), actions([watchesButton()])]);
}

export function notYourWatchCard(ownerId: string): Card {
  const says = `Only <@${ownerId}>, who made this watch, and admins can change it.`;
  return card(says, [section(says)]);
}

export function watchStoppedCard({ subject, rule }: Watch): Card {
  const says = `I no longer tell when ${sayWatched({ rule, subject })}.`;
  return card(`Stopped. ${says}`, [section(`*Stopped.* ${says}`), actions([watchesButton()])]);
}

/** `isKnown`: the press before did it. */
export function watchMutedCard({ watch, isKnown }: { watch: Watch; isKnown: boolean }): Card {
  const until = watch.mutedUntil ?? FOR_GOOD;
  const opening = isKnown ? 'Muted already.' : 'Muted.';
  const how = until === FOR_GOOD ? 'until you press Resume' : `until ${showDate(until, 'minute')}`;
  const says = `Nothing is told of ${saySubject(watch.subject)} ${how}.`;
  return card(`${opening} ${says}`, [
    section(`*${opening}* ${says}`),
    actions([resumeButton(watch), stopButton(watch)]),
  ]);
}

/** What it was adjusted to is said by another one, which would tell everything twice. */
export function watchTwiceCard(same: Watch): Card {
  const says = `There is another watch that tells ${sayTarget(same)} when ${sayWatched(same)}.`;
  const next = 'Choose something else for this one, or stop one of the two.';
  return card(`Not saved. ${says} ${next}`, [
    section(`*Not saved.* ${says}\n${next}`),
    actions([stopButton(same), watchesButton()]),
  ]);
}

/** `done`: what somebody did to it. */
export function watchOnCard(watch: Watch, done: 'Resumed' | 'Saved'): Card {
  const says = `I tell ${sayTarget(watch)} when ${sayWatched(watch)}.`;
  return card(`${done}. ${says}`, [section(`*${done}.* ${says}`), actions([adjustButton(watch), stopButton(watch)])]);
}

/** To the owner, once, when their watches can go on no longer. */
export function watchesPausedCard(watches: readonly Watch[], reason: PauseReason): Card {
  const { because, next } = PAUSED[reason];
  const [first] = watches;
  const which =
    watches.length === 1 && first
      ? `The watch of ${saySubject(first.subject)} is`
      : `${plural(watches.length, 'watch', 'watches')} of yours are`;
  const says = `${which} paused.`;
  return card(`${says} ${because} ${next}`, [
    section(`*${says}*\n${because}\n${next}`),
    actions(
      watches.length === 1 && first ? [resumeButton(first), adjustButton(first), stopButton(first)] : [watchesButton()],
    ),
  ]);
}

/** To the owner: only a person can look whether it arrived. */
export function alertInDoubtCard({ channelId, text }: { channelId: string | null; text: string }): Card {
  const where = channelId === null ? 'your messages' : `<#${channelId}>`;
  const says = `Slack did not confirm an alert of a watch, so it may or may not be in ${where}. I do not post it again. It says:`;
  return card(`${says} ${text}`, [section(`*Told, perhaps.* ${says}`), section(text)]);
}

/** One watch in a list: what, when, whom, how it is. */
export function showWatch(watch: Watch, now: number): string {
  const state = sayState(watch, now);
  return [
    `*${saySubject(watch.subject)}*`,
    `when ${sayRule(watch.rule)} → ${watch.channelId === null ? `<@${watch.ownerId}>` : `<#${watch.channelId}>, set by <@${watch.ownerId}>`}`,
    state === null ? null : `_${state}_`,
  ]
    .filter((line) => line !== null)
    .join('\n');
}
