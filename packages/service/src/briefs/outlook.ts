import { providerName } from '@pain-signals/contract';
import { DAY_MS, WEEK_MS } from '../model/day.ts';
import { pluralize } from '../model/pluralize.ts';
import type { ScoredSignal, SignalFigures } from '../model/signal.ts';
import { shownName } from '../text/plain-name.ts';

export interface Outlook {
  figures: SignalFigures;
  score: ScoredSignal;
}

/** Where a figure begins to speak against building on a signal. */
const CONCENTRATED = 0.5;
const SMALL_CROWD = 10;
/** Share of the people who would have written lately at an even pace, up to which most have stopped. */
const FADED = 0.5;
/** Posts that would have come since the last one at an even pace, from which none is more than chance. */
const MISSED = 3;
const COOLING = -0.5;
/** Mentions of a week from which fewer are news, as wherever cards say that something cools off. */
const COUNTS_AS_WEEK = 5;
const LOOSE = 0.12;

const percent = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))}%`;
const peopleIn = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const mostOf = <T extends { mentions: number }>(list: readonly T[]): T | undefined =>
  list.toSorted((one, other) => other.mentions - one.mentions)[0];

const QUARTER_MS = 90 * DAY_MS;
const NAMELESS = 'one place';

/** "github/owner/name" is "in owner/name", and "stackoverflow/stackoverflow.com" "on Stack Overflow". */
function inPlace(place: { repository: string }): string {
  const repository = shownName(place.repository) ?? NAMELESS;
  const [, site] = /^([^/]+)\/[^/]+\.[^/]+$/.exec(repository) ?? [];
  return site === undefined ? `in ${repository.replace(/^[^/]+\/(?=[^/]+\/)/, '')}` : `on ${providerName(site)}`;
}

const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "September 12, 2023" */
export const dayOf = (at: number): string => DAY.format(at);

/** "March 2024" */
const monthOf = (at: number): string => MONTH.format(at);

/** Fewer than half as many people wrote in the last 90 days as would at an even pace. */
const hasFaded = ({ authors, authors90d, firstSeenAt }: SignalFigures, at: number): boolean =>
  authors >= SMALL_CROWD &&
  authors90d > 0 &&
  authors90d <= FADED * authors * Math.min(1, QUARTER_MS / Math.max(1, at - firstSeenAt));

/**
 * "25 people have written 27 posts since March 2024, 16 of them in owner/name. 2 posts appeared in the week ending May 3, 2024, and 1 the week before; the
 * average since March 2024 is about 2 a week.", or of few ", about 1 a week on average, the last on May 1, 2024; 4 of them wrote in the last 90 days." Posts without an author count as many people in the figures, and none here. `at`: when they were counted, UTC epoch milliseconds.
 */
export function demandOf({ figures }: Outlook, areAuthorsKnown: boolean, at: number): string {
  const { volume, authors, authors90d, firstSeenAt, lastSeenAt, lastWindow, prevWindow, repositories } = figures;
  const isSilent = lastWindow.mentions + prevWindow.mentions === 0;
  const aWeek = volume / Math.max(1, (lastSeenAt - firstSeenAt) / WEEK_MS);
  const pace = aWeek >= 1 && !isSilent ? `about ${Math.round(aWeek)} a week` : '';
  const [first, last] = [monthOf(firstSeenAt), monthOf(lastSeenAt)];
  const when = !isSilent ? `since ${first}` : first === last ? `in ${first}` : `from ${first} to ${last}`;
  const recent = lastWindow.mentions === 0 ? 'No posts' : pluralize(lastWindow.mentions, 'post');
  const week = `. ${recent} appeared in the week ending ${dayOf(at)}, and ${prevWindow.mentions === 0 ? 'none' : prevWindow.mentions} the week before`;
  // Of a mention or two no trend can be seen, unless the mean is above them; that it is silent is said as a warning.
  const most = Math.max(lastWindow.mentions, prevWindow.mentions);
  const isTrend = most >= COUNTS_AS_WEEK || (pace !== '' && Math.round(aWeek) > most);
  // How many fewer is a risk, and said there.
  const isOld = authors90d > 0 && at - firstSeenAt > 1.5 * QUARTER_MS && !(areAuthorsKnown && hasFaded(figures, at));
  const lately = isOld ? `; ${authors90d} of them ${areAuthorsKnown ? 'wrote' : 'came'} in the last 90 days` : '';
  const trend = isTrend
    ? `${week}${pace === '' ? '' : `; the average ${when} is ${pace}`}`
    : `${pace === '' ? '' : `, ${pace} on average`}, the last on ${dayOf(lastSeenAt)}${lately}`;
  const place = mostOf(repositories);
  const where =
    place === undefined
      ? ''
      : repositories.length === 1
        ? `, all ${inPlace(place)}`
        : place.mentions > CONCENTRATED * volume
          ? `, ${place.mentions} of them ${inPlace(place)}`
          : `, in ${repositories.length} repositories and forums`;
  const written = pluralize(volume, 'post');
  const has = authors === 1 ? 'has' : 'have';
  const says = areAuthorsKnown
    ? `${peopleIn(authors)} ${isSilent ? 'wrote' : `${has} written`} ${written}`
    : `There ${isSilent ? 'were' : 'have been'} ${written}`;
  return `${says} ${when}${where}${trend}.`;
}

/** What the sections of a brief found, as far as it speaks for or against building on the signal. */
export interface Findings {
  /** Posts that were read. */
  of: number;
  /** When the figures were counted, UTC epoch milliseconds. */
  at: number;
  /** Whether each of them has an author; else nobody knows how many people wrote them. */
  areAuthorsKnown: boolean;
  /** The busiest week, where it holds many of the posts. */
  burst: { from: number; posts: number } | null;
  /** Posts of nothing but a title. */
  bare: number;
  hasWorkaround: boolean;
}

interface Concern {
  text: string;
  /** It says why the signal may not fit at all; the others are risks. */
  isUnfit: boolean;
}

/** What the figures say against building on it, the strongest first. */
function concernsOf({ figures, score }: Outlook, findings: Findings): Concern[] {
  const { of: read, at, areAuthorsKnown, burst, bare, hasWorkaround } = findings;
  const { owners, chunkCount, volume, providers, repositories, authors, authors90d } = figures;
  const { lastWindow, prevWindow, coherence, firstSeenAt, lastSeenAt } = figures;
  const isSilent = lastWindow.mentions + prevWindow.mentions === 0;
  const missed = (volume * (at - lastSeenAt)) / Math.max(WEEK_MS, lastSeenAt - firstSeenAt);
  const [owner, place, provider] = [owners[0], mostOf(repositories), mostOf(providers)];
  const isOwned = owner !== undefined && owner.chunks > CONCENTRATED * chunkCount;
  const isCooling = prevWindow.mentions >= COUNTS_AS_WEEK && score.growth <= COOLING;
  const concern = (holds: boolean, isUnfit: boolean, text: () => string): Concern[] =>
    holds ? [{ text: text(), isUnfit }] : [];
  return [
    ...concern(coherence < LOOSE, true, () => 'The posts have little in common: this may be several problems.'),
    ...concern(authors < SMALL_CROWD, true, () =>
      areAuthorsKnown ? `Only ${peopleIn(authors)} have written about it so far.` : `Only ${volume} posts so far.`,
    ),
    ...concern(
      isSilent && (authors90d === 0 || missed >= MISSED),
      true,
      () => `Quiet: no mentions for ${authors90d === 0 ? '90 days' : 'two weeks'}.`,
    ),
    ...concern(
      isCooling,
      true,
      () => `Cooling off: ${pluralize(lastWindow.mentions, 'mention')} this week, ${prevWindow.mentions} last week.`,
    ),
    ...concern(hasWorkaround, false, () => 'Some people have a workaround that may be good enough.'),
    ...concern(
      burst !== null,
      false,
      () =>
        `${burst?.posts} of ${read} posts came within a week from ${dayOf(burst?.from ?? 0)}: it may have been one release or event.`,
    ),
    ...concern(
      areAuthorsKnown && hasFaded(figures, at),
      false,
      () => `Only ${authors90d} of ${authors} people wrote in the last 90 days.`,
    ),
    ...concern(
      bare > CONCENTRATED * read,
      false,
      () => `Little detail: ${bare === read ? `all ${read}` : `${bare} of ${read}`} posts are titles only.`,
    ),
    // What is all in one place is said where the posts are counted.
    ...concern(
      isOwned && owner.chunks < chunkCount,
      false,
      () =>
        `${percent(owner?.chunks ?? 0, chunkCount)} comes from ${shownName(owner?.owner) ?? NAMELESS}: it may be a problem of that project alone.`,
    ),
    ...concern(
      !isOwned && place !== undefined && place.mentions > CONCENTRATED * volume && place.mentions < volume,
      false,
      () =>
        `${place?.mentions} of ${volume} posts are ${place === undefined ? '' : inPlace(place)}: the problem may be less common elsewhere.`,
    ),
    ...concern(
      providers.length > 1 &&
        (provider?.mentions ?? 0) > CONCENTRATED * volume &&
        provider?.mentions !== place?.mentions,
      false,
      () =>
        `${percent(provider?.mentions ?? 0, volume)} of the posts are from ${providerName(provider?.provider ?? '')}: the problem may be less common elsewhere.`,
    ),
  ];
}

const MOST_RISKS = 2;

/** The first reason not to take the signal as it is, null where there is none, and the two next strongest concerns. */
export function weigh(outlook: Outlook, findings: Findings): { fitWarning: string | null; risks: string[] } {
  const concerns = concernsOf(outlook, findings);
  const unfit = concerns.find(({ isUnfit }) => isUnfit);
  const risks = concerns.filter((concern) => concern !== unfit).slice(0, MOST_RISKS);
  return { fitWarning: unfit?.text ?? null, risks: risks.map(({ text }) => text) };
}

/** Authors at which support reaches 63 %: 1 - 1/e. */
const AUTHORS_OF_SUPPORT = 12;

const CARRIED_BY = { support: 0.5, breadth: 0.25, confidence: 0.25 } as const;

/**
 * How strongly the posts carry the pattern, a whole number 0-100: 100 * (0.5 support + 0.25 breadth + 0.25 confidence), where
 * support = 1 - exp(-authors / 12), and breadth and confidence are the score's parts.
 */
export function patternStrength({ figures, score }: Outlook): number {
  const support = 1 - Math.exp(-figures.authors / AUTHORS_OF_SUPPORT);
  const { breadth, confidence } = score.scoreParts;
  const carried = CARRIED_BY.support * support + CARRIED_BY.breadth * breadth + CARRIED_BY.confidence * confidence;
  return Math.round(100 * Math.min(1, Math.max(0, carried)));
}
