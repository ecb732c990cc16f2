import type { PainSignalListItem } from '@pain-signals/contract';
import { COMMAND, type Freshness, type ListQuery } from '@pain-signals/domain';
import type { ErrorMessage } from '../errors/error-messages.ts';
import { type Card, type CardBlock, card } from '../kit/card.ts';
import { describeActive, describeFreshness, formatFreshness, numbersHint } from '../kit/card-context.ts';
import { actions, context, header, section } from '../kit/elements.ts';
import { formatCount } from '../kit/format.ts';
import { BLOCK_LIMITS } from '../kit/limits.ts';
import type { LinkTo } from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText, joinNames } from '../kit/text.ts';
import { mainListButtons } from '../signals/list-controls.ts';
import { describeLeftOut, describeNoMovers } from '../signals/list-texts.ts';
import { describeSignalRow, signalRow } from '../signals/signal-row.ts';
import { retryButton, type Section, TAGLINE } from './home-view.ts';

/** Movers by kind, numbered across kinds. */
export type Movers = readonly {
  kind: keyof typeof MOVER_HEADINGS;
  /** The list with more of them. */
  list: ListQuery;
  rows: readonly PainSignalListItem[];
  /** How many there are with those not shown, as far as they were fetched. */
  total: number;
}[];

const MOVER_HEADINGS = {
  rising: '*Rising significantly*, strongest first. See all: `/pain trending`',
  small: '*Emerging* (small but growing)',
  new: '*New this week*',
  heard: '*New this week* (nothing is rising significantly)',
  fading: '*Cooling off*, biggest drop first',
};

/** @param isNumbered where the numbers can be typed afterwards */
function moverRows(
  movers: Movers,
  { linkTo, isNumbered }: { linkTo: LinkTo; isNumbered: boolean },
): (CardBlock | null)[] {
  const ranked = rankedIn(movers);
  return ranked.flatMap(({ kind, list, rows, total }) => [
    // Nobody can type on Home, where signals have no numbers.
    context([isNumbered ? MOVER_HEADINGS[kind] : headingAlone(kind, total > rows.length)]),
    ...rows.map(({ row, rank }) => signalRow(row, { ...(isNumbered ? { rank } : {}), list, linkTo })),
  ]);
}

/** Home has a button for the list. */
const headingAlone = (kind: keyof typeof MOVER_HEADINGS, hasMore: boolean): string =>
  MOVER_HEADINGS[kind].replace(/\. See all: .*/, hasMore ? '. See all: *Trending*' : '');

const describeMovers = (movers: Movers): string =>
  rankedIn(movers)
    .flatMap(({ rows }) => rows.map(({ row, rank }) => describeSignalRow(row, rank)))
    .join('; ');

/** In the order of their ranks. */
export const moverIds = (movers: Movers): string[] => movers.flatMap(({ rows }) => rows.map(({ id }) => id));

function rankedIn(movers: Movers) {
  let before = 0;
  return movers.map(({ kind, list, rows, total }) => {
    const first = before + 1;
    before += rows.length;
    return { kind, list, total, rows: rows.map((row, at) => ({ row, rank: first + at })) };
  });
}

const TITLE = 'This week';

interface Shown {
  movers: Movers;
  /** How many the workspace has hidden. */
  hidden?: number;
  freshness: Freshness;
  linkTo: LinkTo;
}

export function moversSection({ movers, hidden = 0, freshness, linkTo }: Shown): Section {
  return [
    header(TITLE),
    ...moverRows(movers, { linkTo, isNumbered: false }),
    movers.length === 0 ? section(describeNoMovers(freshness, hidden)) : null,
    context([describeLeftOut(hidden, 'press *Hidden signals* below'), ...formatFreshness(freshness)]),
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
  /** How many the workspace has hidden. */
  hidden?: number;
  freshness: Freshness;
  linkTo: LinkTo;
}

const WEEK = 'This week in developer pain';

const STATES: Record<Movers[number]['kind'], readonly [one: string, several: string]> = {
  rising: ['rose significantly this week', 'rose significantly this week'],
  small: ['rose significantly this week', 'rose significantly this week'],
  new: ['is new this week', 'are new this week'],
  heard: ['is new this week', 'are new this week'],
  fading: ['is cooling off', 'are cooling off'],
};

/** `“Secret leaked”, “Webhook delivered twice” and 3 more rose significantly this week` */
function findingOf([first]: Movers): string {
  if (first === undefined) return WEEK;
  const names = first.rows.map(({ topic }) => `“${escapePlainText(topic, 80) || 'Untitled signal'}”`);
  const naming = (count: number) => {
    const all = [...names.slice(0, count), ...describeRest(first, count)];
    const listed = joinNames(all);
    return `${listed} ${STATES[first.kind][all.length === 1 ? 0 : 1]}`;
  };
  const both = naming(2);
  return names.length === 1 || both.length > BLOCK_LIMITS.header ? naming(1) : both;
}

/** `3 more`; a list that was fetched to its limit may have others. */
function describeRest({ list, total }: Movers[number], named: number): string[] {
  if (total <= named) return [];
  return [
    'limit' in list && total >= (list.limit ?? Number.POSITIVE_INFINITY)
      ? 'others'
      : `${formatCount(total - named)} more`,
  ];
}

/** The answer to the bare command. */
export function homeCard({ activeSignals, movers, hidden = 0, freshness, linkTo }: HomeFacts): Card {
  const ways = `Or ask in your own words: \`${COMMAND} ask why do tests fail in CI?\``;
  const hasMovers = movers !== null && movers.length > 0;
  const moved =
    movers === null
      ? TAGLINE
      : movers.length === 0
        ? describeNoMovers(freshness, hidden)
        : `${describeMovers(movers)}.`;
  return card(
    `${hasMovers ? `${escapeMrkdwn(findingOf(movers), 300)}. ` : ''}${WEEK}: ${moved} Try ${COMMAND} trending, ${COMMAND} search or ${COMMAND} help.${describeFreshness(freshness)}`,
    [
      header(hasMovers ? findingOf(movers) : WEEK),
      ...(hasMovers ? moverRows(movers, { linkTo, isNumbered: true }) : [section(moved)]),
      actions(mainListButtons()),
      context([ways]),
      hasMovers ? context([numbersHint(movers.flatMap(({ rows }) => rows))]) : null,
      context([describeLeftOut(hidden)]),
      context([...formatFreshness(freshness), activeSignals === null ? null : describeActive(activeSignals)]),
    ],
  );
}
