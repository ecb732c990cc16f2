import { areaName, DASHBOARD_LIMIT, painTypeName } from '@pain-signals/contract';
import {
  type Digest,
  type DigestItem,
  type DigestMovement,
  type DigestPlan,
  isQuietWeek,
  peopleOf,
} from '@pain-signals/domain';
import type { SectionBlock } from '@slack/types';
import { picturePlaceholder } from '../charts/picture.ts';
import { type Card, type CardPart, card } from '../kit/card.ts';
import { describeFreshness, formatFreshness } from '../kit/card-context.ts';
import { context, header, joinParts, section } from '../kit/elements.ts';
import { describeDay, formatCount, formatScore, plural, sparkline } from '../kit/format.ts';
import { type Cell, dataTable } from '../kit/native-blocks.ts';
import {
  describeFinding,
  describeTrend,
  formatTopic,
  formatTopicLink,
  formatTrend,
  type LinkTo,
  topicCell,
  trendCells,
} from '../kit/signal-text.ts';
import { capitalize, escapeMrkdwn } from '../kit/text.ts';
import { describeLeftOut } from '../signals/list-texts.ts';
import { explainScore } from '../signals/signal-card.ts';

/** The seven days its figures count, which end when they were counted: `week ending Mar 20, 2026`. */
export const describeWeek = ({ date, freshness }: Pick<Digest, 'date' | 'freshness'>): string =>
  `week ending ${describeDay(freshness.snapshotAt ?? date)}`;

const MOVEMENTS: Record<Exclude<DigestMovement, null>, string> = {
  new: '✦ new in the digest',
  up: '↑ higher score',
  down: '↓ lower score',
  same: '= same score',
};

export const formatMovement = (movement: DigestMovement): string | null =>
  movement === null ? null : MOVEMENTS[movement];

/** Compared with the last digest; null for the first one. */
function formatMovements({ risers, newcomers, others, gone }: Digest): string | null {
  const movements = [...risers, ...newcomers, ...others].map(({ movement }) => movement);
  if (movements.every((movement) => movement === null) && gone.length === 0) return null;
  const count = (wanted: DigestMovement) => movements.filter((movement) => movement === wanted).length;
  const changes = [
    [count('new'), 'added'],
    [count('up'), 'with a higher score'],
    [count('down'), 'with a lower score'],
    [gone.length, 'no longer listed'],
  ] as const;
  const said = changes.filter(([signals]) => signals > 0).map(([signals, how]) => `${formatCount(signals)} ${how}`);
  return said.length === 0
    ? 'Same signals and scores as in the last digest'
    : `Since the last digest: ${said.join(', ')}`;
}

const isFewer = (people: number, mentions: number | null) => people < (mentions ?? 0);

/** `22 people, 9 last week`; null where each mention is somebody else's, or is newer than the count of mentions. */
export const formatPeople = ({ people, signal }: DigestItem): string | null =>
  people && isFewer(people.last, signal.mentionsLastWindow) && people.previous <= (signal.mentionsPrevWindow ?? 0)
    ? `${plural(people.last, 'person', 'people')}, ${people.previous === 0 ? 'none' : formatCount(people.previous)} last week`
    : null;

/** Why to read it first, who writes about it, and the reasons for its score, as on its own card. */
function explainLead(item: DigestItem, others: readonly DigestItem[]): string | null {
  const why = item.parts && explainScore(item.parts, item.signal, null);
  const isMost = others.length > 0 && others.every((other) => peopleOf(other) < peopleOf(item));
  const most = isMost ? 'Reported by more people this week than the others below' : null;
  return joinParts([most, formatPeople(item), why && `Score ${formatScore(item.signal.score)} of 100: ${why}`]) || null;
}

const SUBJECT = 'Developer pain';

interface DigestCardOptions {
  plan: DigestPlan;
  linkTo: LinkTo;
}

/** One screen; details are in the thread. */
export function digestCard(digest: Digest, { plan, linkTo }: DigestCardOptions): Card {
  if (isQuietWeek(digest)) return quietCard(digest, plan);
  const { risers, newcomers, others, faded, gone, lead, freshness } = digest;
  const all = [...risers, ...newcomers];
  const first = all.find(({ signal }) => signal.id === lead?.signalId);
  return card(describeDigest(digest, first), [
    header(countRises(digest)),
    context([`${SUBJECT} of the week`, capitalize(describeWeek(digest)), describePlan(plan)]),
    first
      ? section(
          formatLead(first, {
            ...{ linkTo, hasRow: isInTable(first, digest, plan) },
            others: all.filter((each) => each !== first),
          }),
        )
      : null,
    digestTable(digest, plan, linkTo),
    picturePlaceholder(sparklines([...all, ...others].slice(0, plan.length))),
    faded.length === 0 ? null : section(formatFaded(faded, linkTo)),
    gone.length === 0 ? null : context([`No longer in the digest: ${gone.map(formatTopic).join('; ')}`]),
    context([
      formatMovements(digest),
      plan.hasThread ? 'Evidence and briefs are in the thread' : null,
      describeLeftOut(digest.hidden ?? 0),
    ]),
    context(formatFreshness(freshness)),
  ]);
}

/** How it moved is said once: here, or in its row. */
const formatLead = (
  first: DigestItem,
  { linkTo, hasRow, others }: { linkTo: LinkTo; hasRow: boolean; others: readonly DigestItem[] },
): string =>
  joinParts(
    [
      `*Read first:* ${formatTopicLink(first.signal, linkTo)}`,
      hasRow ? null : formatTrend(first.signal),
      explainLead(first, others),
    ],
    '\n',
  );

const isInTable = (item: DigestItem, { risers, newcomers, others }: Digest, { length }: DigestPlan): boolean =>
  [...risers, ...newcomers, ...others].slice(0, length).includes(item);

const countSignals = (count: number): string =>
  count < DASHBOARD_LIMIT.max ? plural(count, 'signal') : `${DASHBOARD_LIMIT.max} or more signals`;

/** `7 signals rose significantly this week, 1 more is emerging`: as many as the trending list says rose. */
function countRises({ risers, newcomers }: Pick<Digest, 'risers' | 'newcomers'>): string {
  const [rising, small] = [risers.length, newcomers.length];
  if (rising + small === 0) return 'No significant increases this week';
  const are = small === 1 ? 'is' : 'are';
  if (rising === 0) return `${countSignals(small)} ${are} emerging this week`;
  const rose = `${countSignals(rising)} rose significantly this week`;
  return small === 0 ? rose : `${rose}, ${formatCount(small)} more ${are} emerging`;
}

/** A week in which nothing rises. */
function quietCard(digest: Digest, plan: DigestPlan): Card {
  const { freshness } = digest;
  const { areas, types } = plan;
  const isFiltered = areas.length + types.length > 0;
  const where = areas.length === 0 ? '' : ` in ${joinNames(areas.map((area) => escapeMrkdwn(areaName(area), 40)))}`;
  const title = isFiltered
    ? `A quiet week for ${types.length === 0 ? 'signals' : nameTypes(types)}${where}`
    : `${SUBJECT}: a quiet week`;
  const hidden = digest.hidden ?? 0;
  const none = isFiltered ? 'None' : 'No signal';
  const says = `${hidden === 0 ? none : 'Only hidden signals'} rose significantly in the ${describeWeek(digest)}.`;
  return card(`${title}. ${says}${describeFreshness(freshness)}`, [
    section(`*${title}*\n${says}`),
    context([capitalize(describePlan(plan)), describeLeftOut(hidden), ...formatFreshness(freshness)]),
  ]);
}

function describeDigest({ risers, newcomers, faded, freshness, date }: Digest, first: DigestItem | undefined): string {
  const name = ({ signal }: DigestItem) => `${formatTopic(signal)} (${describeTrend(signal)})`;
  const named = (title: string, items: readonly DigestItem[]) =>
    items.length === 0 ? '' : ` ${title}: ${items.map(name).join('; ')}.`;
  return [
    `${countRises({ risers, newcomers })} (${describeWeek({ date, freshness })}).`,
    first ? ` Read first: ${describeFinding(first.signal)}.` : '',
    named('Rising', risers),
    named('Emerging', newcomers),
    named('Cooling off', faded),
    describeFreshness(freshness),
  ].join('');
}

const GROUPS = [
  ['risers', 'Rising'],
  ['newcomers', 'Emerging (small but growing)'],
  ['others', 'Rising slightly (could be chance)'],
] as const;

/** As many signals as the channel wants, in one table or a list of each group; the others by name, so that none is hidden. */
function digestTable(digest: Digest, { length }: DigestPlan, linkTo: LinkTo): CardPart | null {
  const all = GROUPS.flatMap(([group, title]) =>
    digest[group].map((item) => ({ item, title, isSlight: group === 'others' })),
  );
  const shown = all.slice(0, length);
  if (shown.length === 0) return null;
  const lists = [...Map.groupBy(shown, ({ title }) => title)].map(([title, rows]) =>
    list(
      title,
      rows.map(({ item }) => item),
      linkTo,
    ),
  );
  const more = all.slice(length).map(({ item: { signal } }) => formatTopicLink(signal, linkTo));
  const below = more.length === 0 ? [] : [section(`*Also rising:* ${more.join('; ')}`)];
  const rows = shown.map(({ item, isSlight }): Cell[] => rowOf(item, isSlight, linkTo));
  const head = ['Signal', 'Trend', 'This week', 'Last week', 'Since last digest'];
  // The first digest of a channel has no last one.
  const columns = rows.some((row) => row.at(-1) !== '–') ? head.length : head.length - 1;
  const cut = <Item>(row: readonly Item[]) => row.slice(0, columns);
  const groups = [...new Set(shown.map(({ title }) => title.replace(/ \(.*/, '')))];
  const caption = `${capitalize(joinNames(groups.map((group) => group.toLowerCase())))}: mentions of each signal`;
  const table = { caption, head: cut(head), rows: rows.map(cut), below };
  return dataTable(table, [...lists, ...below]);
}

function rowOf({ signal, movement }: DigestItem, isSlight: boolean, linkTo: LinkTo): Cell[] {
  const [trend = '–', ...counts] = trendCells(signal);
  return [
    topicCell(signal, linkTo),
    isSlight ? `${trend} (could be chance)` : trend,
    ...counts,
    formatMovement(movement) ?? '–',
  ];
}

/** Between two counts that stay on one line. */
const ARROW = '\u{a0}→\u{a0}';

/** `• Slow builds  ·  15 → 1` */
const formatFaded = (faded: readonly DigestItem[], linkTo: LinkTo): string =>
  ['*Cooling off* (mentions last week → this week)', ...faded.map((item) => `• ${formatFall(item, linkTo)}`)].join(
    '\n',
  );

function formatFall({ signal, movement }: DigestItem, linkTo: LinkTo): string {
  const { mentionsPrevWindow: previous, mentionsLastWindow: last } = signal;
  const fall =
    previous === null || last === null ? formatTrend(signal) : `${formatCount(previous)}${ARROW}${formatCount(last)}`;
  return joinParts([formatTopicLink(signal, linkTo), fall, formatMovement(movement)]);
}

const list = (title: string, items: readonly DigestItem[], linkTo: LinkTo): SectionBlock =>
  section([`*${title}*`, ...items.map((item) => `• ${formatItem(item, linkTo)}`)].join('\n'));

const formatItem = (item: DigestItem, linkTo: LinkTo): string =>
  joinParts([
    formatTopicLink(item.signal, linkTo),
    formatTrend(item.signal),
    formatPeople(item),
    formatMovement(item.movement),
  ]);

/** Where the picture goes. */
function sparklines(items: readonly DigestItem[]): string {
  const rows = items.map(({ signal }) => {
    const weeks = [signal.mentionsPrevWindow ?? 0, signal.mentionsLastWindow ?? 0];
    return `${sparkline(weeks)} ${formatTopic(signal)}`;
  });
  return [`*Last week and this week*`, ...rows].join('\n');
}

/** Which signals this digest is about: `all areas, bugs and questions only`. */
export function describePlan({ areas, types }: Pick<DigestPlan, 'areas' | 'types'>): string {
  if (areas.length === 0 && types.length === 0) return 'all areas and types';
  const inAreas = areas.length === 0 ? 'all areas' : areas.map((area) => escapeMrkdwn(areaName(area), 40)).join(', ');
  return `${inAreas}, ${types.length === 0 ? 'all types' : `${nameTypes(types)} only`}`;
}

const nameTypes = (types: DigestPlan['types']): string =>
  joinNames(types.map((type) => `${painTypeName(type).toLowerCase()}s`));

const joinNames = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]*)$/, ' and $1');
