import type { CardBlock } from './card.ts';
import { type Card, card } from './card.ts';
import { COMMAND } from './commands.ts';
import { actions, header, section } from './elements.ts';
import { plural } from './numbers.ts';
import type { Watch } from './watch.ts';
import { adjustButton, muteMenu, resumeButton, stopButton } from './watch-buttons.ts';
import { showWatch } from './watch-cards.ts';
import { sayRule, saySubject } from './watch-words.ts';

/** Two blocks each, and a message has fifty. */
const MOST_SHOWN = 20;

const HOW_TO = `\`${COMMAND} watch 3 when score over 70\` watches number 3 of your last list, \`${COMMAND} watch oauth\` what is new about it.`;

const OF_ONE_ALONE = `What is watched for you alone is told to you alone: \`${COMMAND} watches\``;

/** What a channel is told, where all of it can read that. */
export function channelWatchesCard(watches: readonly Watch[], now: number): Card {
  const none = 'Nothing is watched for this channel.';
  if (watches.length === 0) return card(`${none} ${OF_ONE_ALONE}`, [section(`*${none}*\n${OF_ONE_ALONE}`)]);
  const shown = watches.slice(0, MOST_SHOWN);
  return card(`${sayWatches(watches)} ${OF_ONE_ALONE}`, [
    header('Watches of this channel'),
    ...shown.map((watch) => section(showWatch(watch, now))),
    moreWatches(watches.length - shown.length),
    section(OF_ONE_ALONE),
  ]);
}

/** What is watched for a person and in a channel. */
export function watchListCard(watches: readonly Watch[], { now, mayChange }: Viewed): Card {
  if (watches.length === 0) {
    return card(`Nothing is watched for you or this channel. ${HOW_TO}`, [
      section(`*Nothing is watched for you or this channel.*\n${HOW_TO}`),
    ]);
  }
  return card(sayWatches(watches), [header('Watches'), ...watchRows(watches, { now, mayChange, most: MOST_SHOWN })]);
}

function sayWatches(watches: readonly Watch[]): string {
  const said = watches.slice(0, MOST_SHOWN).map(({ subject, rule }) => `${saySubject(subject)} when ${sayRule(rule)}`);
  return `${plural(watches.length, 'watch', 'watches')}: ${said.join('; ')}.`;
}

const moreWatches = (more: number) => (more > 0 ? section(`and ${plural(more, 'more watch', 'more watches')}`) : null);

interface Viewed {
  now: number;
  /** Whether whoever looks may change it. */
  mayChange: (watch: Watch) => boolean;
}

/** Each with what its reader can do about it. */
export function watchRows(
  watches: readonly Watch[],
  { now, mayChange, most }: Viewed & { most: number },
): (CardBlock | null)[] {
  const shown = watches.slice(0, most);
  return [
    ...shown.flatMap((watch) => [
      section(showWatch(watch, now)),
      mayChange(watch) ? actions(buttonsOf(watch, now)) : null,
    ]),
    moreWatches(watches.length - shown.length),
  ];
}

function buttonsOf(watch: Watch, now: number) {
  const isAsleep = watch.paused !== null || (watch.mutedUntil ?? 0) > now;
  return [isAsleep ? resumeButton(watch) : muteMenu(watch), adjustButton(watch), stopButton(watch)];
}
