import type { ScoredSignal, SignalFigures } from '../model/signal.ts';

export interface Outlook {
  figures: SignalFigures;
  score: ScoredSignal;
}

const WEEK_MS = 7 * 86_400_000;

/** Where a figure begins to speak against building on a signal. */
const CONCENTRATED = 0.5;
const SMALL_CROWD = 10;
const COOLING = -0.5;
const LOOSE = 0.12;
const CALM = 0.45;

const percent = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))}%`;
const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const mostOf = <T extends { mentions: number }>(list: readonly T[]) =>
  list.reduce<T | undefined>(
    (most, each) => (most === undefined || each.mentions > most.mentions ? each : most),
    undefined,
  );

/** "27 posts by 25 people since March 2024, 2 last week after 1; 60% in owner/name." */
export function demandOf({ figures }: Outlook): string {
  const { volume, authors, firstSeenAt, lastSeenAt, lastWindow, prevWindow, repositories } = figures;
  const since = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(firstSeenAt);
  const weeks = Math.max(1, (lastSeenAt - firstSeenAt) / WEEK_MS);
  const pace = volume / weeks >= 1 ? `, about ${Math.round(volume / weeks)} a week` : '';
  const trend =
    lastWindow.mentions === 0 && prevWindow.mentions === 0
      ? 'none in the last two weeks'
      : `${lastWindow.mentions} in the last week, ${prevWindow.mentions} the week before`;
  const place = mostOf(repositories);
  const where =
    place === undefined || repositories.length === 1
      ? ''
      : ` ${percent(place.mentions, volume)} are in ${place.repository}, the rest in ${counted(repositories.length - 1, 'other place')}.`;
  return `${counted(volume, 'post')} by ${counted(authors, 'person', 'people')} since ${since}${pace}; ${trend}.${where}`;
}

/** The first reason not to take the signal as it is; null where there is none. */
export function fitWarningOf({ figures, score }: Outlook): string | null {
  const { owners, chunkCount, volume, repositories, authors, lastWindow, prevWindow, coherence } = figures;
  const [owner, place] = [owners[0], mostOf(repositories)];
  if (coherence < LOOSE) return 'The posts have little in common: this may be several problems.';
  if (owner !== undefined && owner.chunks > CONCENTRATED * chunkCount)
    return `${percent(owner.chunks, chunkCount)} comes from ${owner.owner}: one fix there may end it.`;
  if (place !== undefined && place.mentions > CONCENTRATED * volume)
    return `${percent(place.mentions, volume)} of the posts are in ${place.repository}.`;
  if (authors < SMALL_CROWD) return `Only ${counted(authors, 'person', 'people')} have written about it so far.`;
  if (lastWindow.mentions + prevWindow.mentions === 0) return 'Quiet: no posts in the last two weeks.';
  if (score.growth <= COOLING) return `Cooling off: ${prevWindow.mentions} → ${lastWindow.mentions} mentions.`;
  return null;
}

/** The two strongest things that the figures say against building on it. */
export function risksOf({ figures, score }: Outlook, workingWorkarounds: number): string[] {
  const { owners, chunkCount, volume, providers, authors90d, severity, lastWindow, prevWindow } = figures;
  const [owner, provider] = [owners[0], mostOf(providers)];
  const risks = [
    workingWorkarounds > 0
      ? `${counted(workingWorkarounds, 'post')} ${workingWorkarounds === 1 ? 'says' : 'say'} that a workaround works: it may be good enough.`
      : '',
    owner !== undefined && owner.chunks > CONCENTRATED * chunkCount
      ? `${owner.owner} could fix it: ${percent(owner.chunks, chunkCount)} comes from there.`
      : '',
    score.growth < 0 ? `Cooling off: ${prevWindow.mentions} → ${lastWindow.mentions} mentions.` : '',
    authors90d < SMALL_CROWD ? `Small crowd: ${counted(authors90d, 'person', 'people')} in 90 days.` : '',
    severity < CALM ? 'Few posts say that it stops anyone.' : '',
    provider !== undefined && provider.mentions > CONCENTRATED * volume
      ? `Heard in one place: ${percent(provider.mentions, volume)} of the posts are from ${provider.provider}.`
      : '',
  ];
  return risks.filter((risk) => risk !== '').slice(0, 2);
}

/** Whom to talk to, what to read, when to look again. `people` are the numbers of citations by different authors. */
export function nextStepsOf({ figures, score }: Outlook, people: readonly string[]): string[] {
  const place = mostOf(figures.repositories);
  const list = people.length > 1 ? `${people.slice(0, -1).join(', ')} and ${people.at(-1)}` : people[0];
  return [
    list === undefined
      ? ''
      : `Talk to the ${people.length === 1 ? 'author' : 'authors'} of ${list}. Ask what it last cost them.`,
    place === undefined ? '' : `Read the ${counted(place.mentions, 'post')} in ${place.repository}.`,
    score.trending ? 'Check what changed in the last seven days.' : 'Revisit if reports pick up.',
  ].filter((step) => step !== '');
}
