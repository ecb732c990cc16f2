import type { PainSignalListItem } from '@pain-signals/contract';
import { COMMAND, type Freshness, type ListQuery } from '@pain-signals/domain';
import type { ErrorMessage } from '../errors/error-messages.ts';
import { type Card, type CardBlock, card } from '../kit/card.ts';
import { describeActive, describeFreshness, formatFreshness, numbersHint } from '../kit/card-context.ts';
import { actions, context, header, section } from '../kit/elements.ts';
import { BLOCK_LIMITS } from '../kit/limits.ts';
import type { LinkTo } from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { mainListButtons } from '../signals/list-controls.ts';
import { describeNoMovers } from '../signals/list-texts.ts';
import { describeSignalRow, signalRow } from '../signals/signal-row.ts';
import { retryButton, type Section, TAGLINE } from './home-view.ts';

/** Movers by kind, numbered across kinds. */
export type Movers = readonly {
  kind: keyof typeof MOVER_HEADINGS;
  /** The list with more of them. */
  list: ListQuery;
  rows: readonly PainSignalListItem[];
}[];

const MOVER_HEADINGS = {
  rising: '*Rising*, fastest first. See all: `/pain trending`',
  small: '*Emerging* (small but growing)',
  new: '*New this week*',
  heard: '*New this week* (nothing is rising significantly)',
  fading: '*Cooling off*, most mentions lost first',
};

/** @param isNumbered where the numbers can be typed afterwards */
function moverRows(
  movers: Movers,
  { linkTo, isNumbered }: { linkTo: LinkTo; isNumbered: boolean },
): (CardBlock | null)[] {
  const ranked = rankedIn(movers);
  return ranked.flatMap(({ kind, list, rows }) => [
    // Nobody can type on Home, where signals have no numbers.
    context([isNumbered ? MOVER_HEADINGS[kind] : MOVER_HEADINGS[kind].replace(/ See all: .*/, '').replace(/\.$/, '')]),
    ...rows.map(({ row, rank }) => signalRow(row, { ...(isNumbered ? { rank } : {}), list, linkTo })),
  ]);
}

const describeMovers = (movers: Movers): string =>
  rankedIn(movers)
    .flatMap(({ rows }) => rows.map(({ row, rank }) => describeSignalRow(row, rank)))
    .join('; ');

/** In the order of their ranks. */
export const moverIds = (movers: Movers): string[] => movers.flatMap(({ rows }) => rows.map(({ id }) => id));

function rankedIn(movers: Movers) {
  let before = 0;
  return movers.map(({ kind, list, rows }) => {
    const first = before + 1;
    before += rows.length;
    return { kind, list, rows: rows.map((row, at) => ({ row, rank: first + at })) };
  });
}

const TITLE = 'This week';

interface Shown {
  movers: Movers;
  freshness: Freshness;
  linkTo: LinkTo;
}

export function moversSection({ movers, freshness, linkTo }: Shown): Section {
  return [
    header(TITLE),
    ...moverRows(movers, { linkTo, isNumbered: false }),
    movers.length === 0 ? section(describeNoMovers(freshness)) : null,
    context(formatFreshness(freshness)),
  ];
}

export const moversErrorSection = ({ title, reason, nextStep }: ErrorMessage): Section => [
  header(TITLE),
  section(`*${title}*\n${reason}\n${nextStep}`),
  retryButton(),
];

interface HomeFacts {
  activeSignals: number | null;
  /** Null when the service did not answer. */
  movers: Movers | null;
  freshness: Freshness;
  linkTo: LinkTo;
}

const WEEK = 'This week in developer pain';

const STATES: Record<Movers[number]['kind'], string> = {
  rising: 'rising this week',
  small: 'rising this week',
  new: 'new this week',
  heard: 'new this week',
  fading: 'cooling off',
};

/** `“Secret leaked” and “Webhook delivered twice” are rising this week` */
function findingOf([first]: Movers): string {
  const names =
    first?.rows.slice(0, 2).map(({ topic }) => `“${escapePlainText(topic, 80) || 'Untitled signal'}”`) ?? [];
  const state = first && STATES[first.kind];
  const both = `${names.join(' and ')} are ${state}`;
  return names.length === 2 && both.length <= BLOCK_LIMITS.header ? both : `${names[0]} is ${state}`;
}

/** The answer to the bare command. */
export function homeCard({ activeSignals, movers, freshness, linkTo }: HomeFacts): Card {
  const ways = `Or ask in your own words: \`${COMMAND} ask why do tests fail in CI?\``;
  const hasMovers = movers !== null && movers.length > 0;
  const moved =
    movers === null ? TAGLINE : movers.length === 0 ? describeNoMovers(freshness) : `${describeMovers(movers)}.`;
  return card(
    `${hasMovers ? `${escapeMrkdwn(findingOf(movers), 300)}. ` : ''}${WEEK}: ${moved} Try ${COMMAND} trending, ${COMMAND} search or ${COMMAND} help.${describeFreshness(freshness)}`,
    [
      header(hasMovers ? findingOf(movers) : WEEK),
      ...(hasMovers ? moverRows(movers, { linkTo, isNumbered: true }) : [section(moved)]),
      actions(mainListButtons()),
      context([ways]),
      hasMovers ? context([numbersHint(movers.flatMap(({ rows }) => rows))]) : null,
      context([...formatFreshness(freshness), activeSignals === null ? null : describeActive(activeSignals)]),
    ],
  );
}
