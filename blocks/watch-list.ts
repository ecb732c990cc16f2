import type { CardBlock } from './card.ts';
import { type Card, card } from './card.ts';
import { COMMAND } from './commands.ts';
import { actions, header, section } from './elements.ts';
import { plural } from './numbers.ts';
import type { Watch } from './watch.ts';
import { adjustButton, resumeButton, stopButton } from './watch-buttons.ts';
import { showWatch } from './watch-cards.ts';
import { sayRule, saySubject } from './watch-words.ts';

/** Two blocks each, and a message has fifty. */
const MOST_SHOWN = 20;

const HOW_TO = `\`${COMMAND} watch 3 when score over 70\` watches number 3 of your last list, \`${COMMAND} watch oauth\` what is new about it.`;

/** What is watched for a person and in a channel. */
export function watchListCard(watches: readonly Watch[], now: number): Card {
  if (watches.length === 0) {
    return card(`Nothing is watched for you or this channel. ${HOW_TO}`, [
      section(`*Nothing is watched for you or this channel.*\n${HOW_TO}`),
    ]);
  }
  const said = watches.slice(0, MOST_SHOWN).map(({ subject, rule }) => `${saySubject(subject)} when ${sayRule(rule)}`);
  return card(`${plural(watches.length, 'watch', 'watches')}: ${said.join('; ')}.`, [
    header('Watches'),
    ...watchRows(watches, now, MOST_SHOWN),
  ]);
}

/** Each with what can be done about it. */
export function watchRows(watches: readonly Watch[], now: number, most: number): (CardBlock | null)[] {
  const shown = watches.slice(0, most);
  const more = watches.length - shown.length;
  return [
    ...shown.flatMap((watch) => [section(showWatch(watch, now)), actions(buttonsOf(watch, now))]),
    more > 0 ? section(`and ${plural(more, 'more watch', 'more watches')}`) : null,
  ];
}

function buttonsOf(watch: Watch, now: number) {
  const isAsleep = watch.paused !== null || (watch.mutedUntil ?? 0) > now;
  return [isAsleep ? resumeButton(watch) : null, adjustButton(watch), stopButton(watch)];
}
