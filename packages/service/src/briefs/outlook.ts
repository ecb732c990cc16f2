import { providerName } from '@pain-signals/contract';
import { WEEK_MS } from '../model/day.ts';
import { pluralize } from '../model/pluralize.ts';
import type { ScoredSignal, SignalFigures } from '../model/signal.ts';

export interface Outlook {
  figures: SignalFigures;
  score: ScoredSignal;
}

/** Where a figure begins to speak against building on a signal. */
const CONCENTRATED = 0.5;
const SMALL_CROWD = 10;
const COOLING = -0.5;
/** Mentions of a week from which fewer are news. */
const COUNTS_AS_WEEK = 4;
const LOOSE = 0.12;
const CALM = 0.45;

const percent = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))}%`;
export const peopleIn = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const mostOf = <T extends { mentions: number }>(list: readonly T[]): T | undefined =>
  list.toSorted((one, other) => other.mentions - one.mentions)[0];

/** "github/owner/name" as "owner/name", and "stackoverflow/stackoverflow.com" as "Stack Overflow". */
function placeName({ repository }: { repository: string }): string {
  const [, site] = /^([^/]+)\/[^/]+\.[^/]+$/.exec(repository) ?? [];
  return site === undefined ? repository.replace(/^[^/]+\/(?=[^/]+\/)/, '') : providerName(site);
}

/** "March 2024" */
export const monthOf = (at: number): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at);

/** "27 posts by 25 people since March 2024, about 2 a week; 2 in the last week, 1 the week before. 60% are in owner/name." */
export function demandOf({ figures }: Outlook): string {
  const { volume, authors, firstSeenAt, lastSeenAt, lastWindow, prevWindow, repositories } = figures;
  const aWeek = volume / Math.max(1, (lastSeenAt - firstSeenAt) / WEEK_MS);
  const pace = aWeek >= 1 ? `, about ${Math.round(aWeek)} a week` : '';
  const of = (mentions: number) => (mentions === 0 ? 'none' : `${mentions}`);
  const trend =
    lastWindow.mentions + prevWindow.mentions === 0
      ? 'none in the last two weeks'
      : `${of(lastWindow.mentions)} in the last week, ${of(prevWindow.mentions)} the week before`;
  const place = mostOf(repositories);
  const where =
    place === undefined || repositories.length === 1
      ? ''
      : ` ${percent(place.mentions, volume)} are in ${placeName(place)}, the rest in ${pluralize(repositories.length - 1, 'other place')}.`;
  return `${pluralize(volume, 'post')} by ${peopleIn(authors)} since ${monthOf(firstSeenAt)}${pace}; ${trend}.${where}`;
}

interface Concern {
  text: string;
  /** It says why the signal may not fit at all; the others are risks. */
  isUnfit: boolean;
}

/** What the figures say against building on it, the strongest first. */
function concernsOf({ figures, score }: Outlook, hasWorkaround: boolean): Concern[] {
  const { owners, chunkCount, volume, providers, repositories, authors, authors90d } = figures;
  const { severity, lastWindow, prevWindow, coherence } = figures;
  const [owner, place, provider] = [owners[0], mostOf(repositories), mostOf(providers)];
  const isOwned = owner !== undefined && owner.chunks > CONCENTRATED * chunkCount;
  const isCooling = prevWindow.mentions >= COUNTS_AS_WEEK && score.growth <= COOLING;
  const concern = (holds: boolean, isUnfit: boolean, text: () => string): Concern[] =>
    holds ? [{ text: text(), isUnfit }] : [];
  return [
    ...concern(coherence < LOOSE, true, () => 'The posts have little in common: this may be several problems.'),
    ...concern(
      isOwned,
      true,
      () =>
        `${owner?.chunks === chunkCount ? 'Everything' : percent(owner?.chunks ?? 0, chunkCount)} comes from ${owner?.owner}: it may be a problem of that project alone.`,
    ),
    ...concern(!isOwned && (place?.mentions ?? 0) > CONCENTRATED * volume, true, () =>
      place?.mentions === volume
        ? `All posts are about ${placeName(place)}: it may be a problem of that project alone.`
        : `${percent(place?.mentions ?? 0, volume)} of the posts are in ${place === undefined ? '' : placeName(place)}.`,
    ),
    ...concern(authors < SMALL_CROWD, true, () => `Only ${peopleIn(authors)} have written about it so far.`),
    ...concern(lastWindow.mentions + prevWindow.mentions === 0, true, () => 'Quiet: no posts in the last two weeks.'),
    ...concern(isCooling, true, () => `Cooling off: ${prevWindow.mentions} → ${lastWindow.mentions} mentions.`),
    ...concern(hasWorkaround, false, () => 'A workaround works for some people and may be good enough.'),
    ...concern(authors >= SMALL_CROWD && authors90d < SMALL_CROWD, false, () =>
      authors90d === 0 ? 'Nobody wrote about it in 90 days.' : `Small crowd: ${peopleIn(authors90d)} in 90 days.`,
    ),
    ...concern(severity < CALM, false, () => 'Few people say that it blocks them.'),
    ...concern(
      providers.length > 1 && (provider?.mentions ?? 0) > CONCENTRATED * volume,
      false,
      () =>
        `Heard in one place: ${percent(provider?.mentions ?? 0, volume)} of the posts are from ${provider?.provider}.`,
    ),
  ];
}

const MOST_RISKS = 2;

/** The first reason not to take the signal as it is, null where there is none, and the two next strongest concerns. */
export function weigh(outlook: Outlook, hasWorkaround: boolean): { fitWarning: string | null; risks: string[] } {
  const concerns = concernsOf(outlook, hasWorkaround);
  const unfit = concerns.find(({ isUnfit }) => isUnfit);
  const risks = concerns.filter((concern) => concern !== unfit).slice(0, MOST_RISKS);
  return { fitWarning: unfit?.text ?? null, risks: risks.map(({ text }) => text) };
}

export interface Leads {
  /** Numbers of citations by different authors. */
  people: readonly string[];
  /** "[5]": says that a workaround works. */
  workaround: string | null;
}

function lookAgain({ trending, growth }: ScoredSignal, { lastWindow, prevWindow }: SignalFigures): string {
  const mentions = `${pluralize(lastWindow.mentions, 'mention')} in the last seven days`;
  if (trending) return `Check what changed: ${mentions}.`;
  return growth < 0 || lastWindow.mentions + prevWindow.mentions === 0
    ? 'Revisit if reports pick up again.'
    : `Look again next week: ${mentions}.`;
}

/** Whom to talk to, what to try or read, when to look again. */
export function nextStepsOf({ figures, score }: Outlook, { people, workaround }: Leads): string[] {
  const { repositories } = figures;
  const place = mostOf(repositories);
  const list = people.length > 1 ? `${people.slice(0, -1).join(', ')} and ${people.at(-1)}` : people[0];
  return [
    list === undefined
      ? ''
      : `Ask the ${people.length === 1 ? 'author of post' : 'authors of posts'} ${list} what this cost them.`,
    workaround === null ? '' : `Try the workaround in ${workaround}. If it holds, document it first.`,
    place === undefined || repositories.length === 1
      ? ''
      : `Read the ${pluralize(place.mentions, 'post')} in ${placeName(place)}.`,
    lookAgain(score, figures),
  ].filter((step) => step !== '');
}
