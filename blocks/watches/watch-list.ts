import { COMMAND, type Watch } from '@pain-signals/domain';
import { type Card, type CardBlock, card, textCard } from '../kit/card.ts';
import { actions, header, joinParts, section } from '../kit/elements.ts';
import { plural } from '../kit/format.ts';
import { capitalize } from '../kit/text.ts';
import { hiddenListButton } from '../signals/hidden-signals-card.ts';
import { describeWatchState } from './watch-states.ts';
import {
  adjustButton,
  describeRule,
  describeSubject,
  muteMenu,
  resumeButtonIfAsleep,
  stopButton,
} from './watch-texts.ts';

/** Only its owner sees a personal watch. */
function formatWatch(watch: Watch, now: number): string {
  const state = describeWatchState(watch, now);
  return joinParts(
    [
      `*${capitalize(describeSubject(watch.subject))}*`,
      watch.channelId === null
        ? `DMs you when ${describeRule(watch)}`
        : `Posts in <#${watch.channelId}> when ${describeRule(watch)} (set up by <@${watch.ownerId}>)`,
      state === null ? null : `_${state}_`,
    ],
    '\n',
  );
}

/** Begins the block id of a list's buttons, whose message is the list to update. */
export const WATCH_ROW = 'watch_row';

/** The list below what was just done to one of them. */
export const changedListCard = (done: Card, list: Card): Card =>
  card(`${done.text} ${list.text}`, [...done.blocks.filter(({ type }) => type === 'section'), ...list.blocks]);

/** Two blocks each; a message has 50. */
const MAX_SHOWN = 20;

const WATCH_HINT = `Try \`${COMMAND} watch 3 when score over 70\` for number 3 in your last list, or \`${COMMAND} watch oauth\` for new signals about OAuth.`;

const PERSONAL_WATCHES_HINT = `To see your own watches too, type \`${COMMAND} watches\``;

const NOT_STOPPED = 'Nothing was stopped or muted yet:';
const HOW_TO_STOP = 'choose *Stop* or *Mute* beside a watch.';

/** Readable by everybody in the channel: no personal watches. */
export function channelWatchesCard(watches: readonly Watch[], { now, stops }: Omit<Viewed, 'mayChange'>): Card {
  const none = 'This channel has no watches.';
  if (watches.length === 0) return textCard(`*${none}*\n${PERSONAL_WATCHES_HINT}`);
  const shown = watches.slice(0, MAX_SHOWN);
  const opening = stops ? `${NOT_STOPPED} type \`${COMMAND} watches\` and ${HOW_TO_STOP}` : null;
  return card(joinParts([opening, describeWatches(watches), PERSONAL_WATCHES_HINT], ' '), [
    header('This channel’s watches'),
    opening === null ? null : section(opening),
    ...shown.map((watch) => section(formatWatch(watch, now))),
    moreWatches(watches.length - shown.length),
    section(PERSONAL_WATCHES_HINT),
  ]);
}

export function watchListCard(watches: readonly Watch[], { now, mayChange, stops }: Viewed): Card {
  if (watches.length === 0) {
    return card(`No watches yet. ${WATCH_HINT}`, [section(`*No watches yet.*\n${WATCH_HINT}`)]);
  }
  const opening = stops ? `${NOT_STOPPED} ${HOW_TO_STOP}` : null;
  return card(joinParts([opening, describeWatches(watches)], ' '), [
    header('Watches'),
    opening === null ? null : section(opening),
    ...watchRows(watches, { now, mayChange, most: MAX_SHOWN }),
  ]);
}

function describeWatches(watches: readonly Watch[]): string {
  const said = watches
    .slice(0, MAX_SHOWN)
    .map((watch) => `${describeSubject(watch.subject)} when ${describeRule(watch)}`);
  return `${plural(watches.length, 'watch', 'watches')}: ${said.join('; ')}.`;
}

const moreWatches = (more: number) => (more > 0 ? section(`and ${plural(more, 'more watch', 'more watches')}`) : null);

interface Viewed {
  now: number;
  mayChange: (watch: Watch) => boolean;
  /** It was asked to stop or mute some. */
  stops?: boolean | undefined;
}

export function watchRows(
  watches: readonly Watch[],
  { now, mayChange, most }: Viewed & { most: number },
): (CardBlock | null)[] {
  const shown = watches.slice(0, most);
  return [
    ...shown.flatMap((watch) => [
      section(formatWatch(watch, now)),
      mayChange(watch) ? actions(buttonsOf(watch, now), `${WATCH_ROW} ${watch.id}`) : null,
    ]),
    moreWatches(watches.length - shown.length),
  ];
}

function buttonsOf(watch: Watch, now: number) {
  if (watch.paused === 'unreadable') return [stopButton(watch)];
  return [
    watch.paused === 'hidden' ? hiddenListButton() : null,
    resumeButtonIfAsleep(watch, now) ?? (watch.paused === null ? muteMenu(watch) : null),
    ...[adjustButton(watch), stopButton(watch)],
  ];
}
