import { DAY_MS, WEEK_MS } from '../model/day.ts';
import type { SignalDocument } from '../model/signal.ts';
import { shownName } from '../text/plain-name.ts';
import { listOf } from '../text/sentences.ts';
import type { Affected } from './affected.ts';
import type { Citations } from './evidence.ts';
import { dayOf } from './outlook.ts';
import type { Release } from './releases.ts';
import type { Verdict, Workarounds } from './sections.ts';
import { begin } from './titles.ts';

export interface Leads {
  /** It is what people want, not what goes wrong. */
  isWanted: boolean;
  documents: readonly SignalDocument[];
  /** Posts by different authors, who tell most. */
  people: readonly SignalDocument[];
  /** Those whose texts hold sentences, not only links. */
  detailed: ReadonlySet<SignalDocument>;
  areAuthorsKnown: boolean;
  affected: Affected;
  /** "[5]": posts that ask for a change. */
  asking: readonly string[];
  releases: readonly Release[];
  /** "[5]": posts that list steps. */
  withSteps: readonly string[];
  workaround: Workarounds['toTry'];
  citations: Citations;
}

/** A week that holds this share of the posts has a cause of its own. */
const BURST = { share: 0.4, posts: 4, within: 28 * DAY_MS } as const;

/** The seven days with the most posts, where they hold many of them; null where the posts come evenly, or are all new. */
export function burstOf(documents: readonly SignalDocument[]): { from: number; posts: number } | null {
  const times = documents.map(({ createdAt }) => createdAt).sort((one, other) => one - other);
  const weeks = times.map((from) => ({ from, posts: times.filter((at) => at >= from && at < from + WEEK_MS).length }));
  const [most] = weeks.sort((one, other) => other.posts - one.posts);
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return most === undefined || span < BURST.within || most.posts < Math.max(BURST.posts, BURST.share * times.length)
    ? null
    : most;
}

/** Circumstances, releases and posts to name in a step. */
const MOST_NAMED = 3;

/** Posts that name a platform or version to reproduce it with. */
const LEAST_NAMING = 3;
/** Where to look for it: what several name, posts with steps, and where it works. */
function reproductionOf({ affected, documents, withSteps }: Leads): string {
  const [platform, version] = [affected.platform, affected.version].map((named) =>
    named !== undefined && named.posts >= LEAST_NAMING ? named : undefined,
  );
  const of = documents.length;
  const places = [
    platform && `${platform.name} (${platform.posts} of ${of} posts)`,
    version && `version ${version.name} (${version.posts} of ${of} posts)`,
  ].filter((place) => place !== undefined);
  const works = affected.works;
  const compared =
    works === undefined ? '' : `compare with ${works.name}, where ${works.posts} posts say that it works`;
  const followed = withSteps.length === 0 ? '' : `follow the steps in ${listOf(withSteps)}`;
  const rest = [followed, compared].filter((each) => each !== '').join(', and ');
  if (places.length > 0) return `Reproduce it with ${listOf(places)}${rest === '' ? '' : `; ${rest}`}.`;
  return rest === '' ? '' : begin(`${rest}.`);
}

/** Posts cited for each release. */
const MOST_CITED = 2;

/** Releases to compare. */
function releaseStepOf({ releases, citations: { cite } }: Leads): string {
  if (releases.length === 0) return '';
  const named = releases.slice(0, MOST_NAMED);
  const numbers = named.flatMap(({ documents }) => documents.slice(0, MOST_CITED).map(cite));
  const verb = numbers.length === 1 ? 'says' : 'say';
  return `Check what changed in ${listOf(named.map(({ name }) => name))}: ${listOf(numbers)} ${verb} that it began there.`;
}

/** Of each kind of people. */
const MOST_PEOPLE = { costing: 2, all: 3 } as const;

/** Who wrote what has this number: a post that is quoted and cited as a whole has two. */
function authorAt(number: string, { evidence }: Citations): string {
  const { provider, externalId, author } = evidence[Number(number.slice(1, -1)) - 1] ?? {};
  return author ?? `${provider} ${externalId}`;
}

/** Three people to talk to: who say what it costs, who have a workaround, who tell most. */
function talkOf(leads: Leads): string {
  const { people, detailed, isWanted, areAuthorsKnown, affected, asking, workaround, citations } = leads;
  const costing = [...new Set(affected.costing)].slice(0, MOST_PEOPLE.costing);
  const named = new Set<string>();
  const isFresh = (number: string) => {
    const author = authorAt(number, citations);
    return named.size < MOST_PEOPLE.all && !named.has(author) && named.add(author).size > 0;
  };
  const groups = [
    { numbers: isWanted ? asking : costing, why: isWanted ? 'asked for it' : 'about the impact' },
    { numbers: workaround === null ? [] : [workaround.number], why: 'about a workaround' },
  ].map(({ numbers, why }) => ({ numbers: numbers.filter(isFresh), why }));
  const others = people
    .filter(({ author, provider, externalId }) => !named.has(shownName(author) ?? `${provider} ${externalId}`))
    .slice(0, MOST_PEOPLE.all - named.size);
  const [most, rest] = [others.filter((each) => detailed.has(each)), others.filter((each) => !detailed.has(each))];
  const told = [
    ...groups,
    { numbers: most.map(citations.cite), why: 'most detailed' },
    { numbers: rest.map(citations.cite), why: '' },
  ]
    .filter(({ numbers }) => numbers.length > 0)
    .map(({ numbers, why }, _, { length }) => {
      if (why === '') return listOf(numbers);
      if (length > 1) return `${listOf(numbers)} (${why})`;
      return why.startsWith('about') ? `${listOf(numbers)} ${why}` : listOf(numbers);
    });
  const count = named.size + others.length;
  if (told.length === 0) return '';
  return `${areAuthorsKnown ? `Talk to the author${count === 1 ? '' : 's'} of` : 'Reply to'} ${told.length > 2 ? listOf(told) : told.join(', and ')}.`;
}

const STEP_BY_VERDICT: Readonly<Record<Verdict, (number: string) => string>> = {
  works: (number) => `Document the workaround in ${number} until there is a fix: the post says that it works.`,
  partly: (number) => `Find out where the workaround in ${number} falls short.`,
  // To whom to talk about it is said above.
  open: () => '',
  fails: () => '',
};

const MOST_STEPS = 4;

/** Whom to talk to, what to reproduce, check and try: each from what the posts say. */
export function nextStepsOf(leads: Leads): string[] {
  const { documents, isWanted, asking, workaround } = leads;
  const burst = burstOf(documents);
  const numbers = asking.slice(0, MOST_NAMED);
  return [
    isWanted ? '' : reproductionOf(leads),
    isWanted ? '' : releaseStepOf(leads),
    talkOf(leads),
    workaround === null ? '' : STEP_BY_VERDICT[workaround.verdict](workaround.number),
    numbers.length === 0
      ? ''
      : `Check a first design against what ${listOf(numbers)} ask${numbers.length === 1 ? 's' : ''} for.`,
    burst === null
      ? ''
      : `Check what changed in the week from ${dayOf(burst.from)}: ${burst.posts} of ${documents.length} posts are from it.`,
  ]
    .filter((step) => step !== '')
    .slice(0, MOST_STEPS);
}
