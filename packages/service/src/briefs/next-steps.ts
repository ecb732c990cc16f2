import { DAY_MS, WEEK_MS } from '../model/day.ts';
import type { SignalDocument } from '../model/signal.ts';
import type { Facet } from '../naming/index.ts';
import type { Affected } from './affected.ts';
import { matchesAny } from './cues.ts';
import interview from './interview.json' with { type: 'json' };
import { begin, phraseOf } from './titles.ts';

export interface Leads {
  /** To start with. */
  part: Facet;
  documents: readonly SignalDocument[];
  /** Numbers of citations by different authors of the part. */
  people: readonly string[];
  areAuthorsKnown: boolean;
  affected: Affected;
  /** Numbers of the citations of those who ask for a change. */
  asking: readonly string[];
  /** Numbers of the citations that say when or where it happens. */
  cases: readonly string[];
  /** "[5]": says that a workaround works. */
  workaround: string | null;
}

const listOf = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');

const QUESTIONS = interview.map(({ about, ask }) => ({ isAbout: matchesAny(about), ask }));
const isDenied = matchesAny([
  "not|never|can't|cannot|doesn't|don't|didn't|isn't|won't|unable|fails|failed|failing|failure|error|errors|broken|wrong",
]);
const saysWish = matchesAny([
  '^add|allow|support|supporting|provide|enable|implement|improve|use|make|expose|extend|upgrade|update|remove|replace|document',
  'should|ability to|option to|feature request',
  'to be able|add|support|use',
]);

/** "September 12, 2023" */
const dayOf = (at: number): string =>
  new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at);

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

/** Posts that ask for a change, and that say when or where it happens, to name in a step. */
const MOST_NAMED = 3;

/** Whether a part is what people want, not what goes wrong. */
export const isWish = ({ text }: Facet): boolean => saysWish(text) && !isDenied(text);

const postsIn = (numbers: readonly string[]) => `${numbers.length === 1 ? 'post' : 'posts'} ${listOf(numbers)}`;
const authorsIn = (numbers: readonly string[]) =>
  `the ${numbers.length === 1 ? 'author' : 'authors'} of ${postsIn(numbers)}`;

/** Posts that say that it worked, from which the version is worth a question. */
const LEAST_WORKED = { posts: 2, share: 0.05 } as const;
/** Posts that name a platform or version to reproduce it with. */
const LEAST_NAMING = 3;

/** What to ask about a part: what its trouble leaves open, or when it last worked; '' where the posts hint at nothing. */
function questionOf({ part, affected: { worked }, documents }: Leads): string {
  const found = QUESTIONS.find(({ isAbout }) => isAbout(part.text));
  if (worked >= Math.max(LEAST_WORKED.posts, LEAST_WORKED.share * documents.length))
    return ` Ask in which version it last worked: ${worked} of ${documents.length} posts say that it did.`;
  return found === undefined ? '' : ` Ask ${found.ask}.`;
}

/** Where to look for it: what several name, where it works, and the posts that say when. */
function reproductionOf({ affected, documents, cases }: Leads): string {
  const [platform, version] = [affected.platform, affected.version].map((named) =>
    named !== undefined && named.posts >= LEAST_NAMING ? named : undefined,
  );
  const inPosts = (posts: number) => `(${posts} of ${documents.length} posts)`;
  const places = [
    platform && `${platform.name} ${inPosts(platform.posts)}`,
    version && `version ${version.name} ${inPosts(version.posts)}`,
  ].filter((place) => place !== undefined);
  const works = affected.works;
  const compared = works === undefined ? '' : `compare with ${works.name}, where ${works.posts} say that it works`;
  const described = cases.slice(0, MOST_NAMED);
  const [posts, isOne] = [postsIn(described), described.length === 1];
  if (places.length > 0) {
    // Apart from the version: the posts that say when it happens need not name it.
    const when = described.length === 0 ? '' : ` ${begin(posts)} ${isOne ? 'says' : 'say'} when or where it happens.`;
    return `Reproduce it with ${listOf(places)}${compared === '' ? '' : `, and ${compared}`}.${when}`;
  }
  if (described.length === 0) return begin(compared === '' ? '' : `${compared}.`);
  return `Reproduce it as ${posts} ${isOne ? 'describes' : 'describe'}${compared === '' ? '' : `, and ${compared}`}.`;
}

const MOST_STEPS = 4;

/** Whom to talk to and what to ask, what to reproduce, try and check: each from what the posts say. */
export function nextStepsOf(leads: Leads): string[] {
  const { part, documents, people, areAuthorsKnown, asking, workaround } = leads;
  const isWanted = isWish(part);
  const burst = burstOf(documents);
  const about = `about “${phraseOf(part)}”.`;
  const addressed = areAuthorsKnown ? `Talk to ${authorsIn(people)}` : `Reply to ${postsIn(people)}`;
  const numbers = asking.slice(0, MOST_NAMED);
  return [
    people.length === 0 ? '' : `${addressed} ${about}${isWanted ? '' : questionOf(leads)}`,
    isWanted ? '' : reproductionOf(leads),
    workaround === null ? '' : `Try the workaround in ${workaround}. If it holds, document it first.`,
    numbers.length === 0
      ? ''
      : `Check a first design against what ${postsIn(numbers)} ${numbers.length === 1 ? 'asks' : 'ask'} for.`,
    burst === null
      ? ''
      : `Check what changed around ${dayOf(burst.from)}: ${burst.posts} of ${documents.length} posts came within a week.`,
  ]
    .filter((step) => step !== '')
    .slice(0, MOST_STEPS);
}
