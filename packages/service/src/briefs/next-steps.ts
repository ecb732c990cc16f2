import { DAY_MS, WEEK_MS } from '../model/day.ts';
import type { SignalDocument } from '../model/signal.ts';
import { cleanTitle } from '../naming/clean-title.ts';
import type { Facet } from '../naming/index.ts';
import { tokenize } from '../text/tokenize.ts';
import { matchesAny } from './cues.ts';
import interview from './interview.json' with { type: 'json' };
import { type Affected, phraseOf } from './sections.ts';

export interface Leads {
  /** To start with. */
  part: Facet;
  documents: readonly SignalDocument[];
  /** Numbers of citations by different authors of the part. */
  people: readonly string[];
  areAuthorsKnown: boolean;
  affected: Affected;
  /** "[5]": says that a workaround works. */
  workaround: string | null;
  /** Cites a post as a whole. */
  cite: (document: SignalDocument) => string;
}

const listOf = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');

const QUESTIONS = interview.map(({ about, ask }) => ({ isAbout: matchesAny(about), ask }));
const ANY_TROUBLE = 'when it started, and how to reproduce it';
/** Of posts with a text, which says how already. */
const TOLD_TROUBLE = 'when it started, and in which version it last worked';
const ANY_WISH = 'what they want to do with it, how often, and what they do until it is there';
const isDenied = matchesAny([
  "not|never|can't|cannot|doesn't|don't|didn't|isn't|won't|unable|fails|failed|failing|failure|error|errors|broken|wrong",
]);
const isWanted = matchesAny([
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

/** "after waking up", "on Windows 11": the end of a title that says when or where it happens. */
const CIRCUMSTANCE =
  /\b(?:(?:after|when(?:ever)?|while|during|since|if|until|unless)\s(?:\S+\s){0,7}\S+|(?:using|with|on)\s(?:\S+\s){0,3}?(?=\S*[\p{Lu}\d])\S+(?:\s\S+){0,3})$/u;
/** Needs what stands before it, or is a statement of its own. */
const REFERS = /\b(?:this|that|these|those|its?|my|same|such|never|causes?|fails?)\b|n['’]t\b|[()?!]/i;
const MOST_CASES = 2;
const CASE_LENGTH = 100;

/** Titles of a part that say when or where it happens, which the part doesn't; each with its citation. */
function casesOf({ text, posts }: Facet, { documents, cite }: Leads): string[] {
  const said = new Set(tokenize(text));
  const cases: string[] = [];
  for (const at of posts) {
    const document = documents[at];
    const title = cleanTitle(document?.title ?? '', () => true).text;
    const [found] = CIRCUMSTANCE.exec(title) ?? [];
    const words = tokenize(found ?? '');
    if (document === undefined || found === undefined || title.length > CASE_LENGTH || REFERS.test(found)) continue;
    if (words.every((word) => said.has(word))) continue;
    for (const word of words) said.add(word);
    cases.push(`“${title}” ${cite(document)}`);
    if (cases.length === MOST_CASES) break;
  }
  return cases;
}

/** "Talk to the authors of posts 1 and 2"; "Reply to posts 1 and 2" where nobody knows who wrote them. */
function addressed({ people, areAuthorsKnown }: Leads): string {
  const posts = `${people.length === 1 ? 'post' : 'posts'} ${listOf(people)}`;
  if (!areAuthorsKnown) return `Reply to ${posts}`;
  return `Talk to the ${people.length === 1 ? 'author' : 'authors'} of ${posts}`;
}

const MOST_STEPS = 4;

/** Whom to talk to and what to ask, what to reproduce, try and check: each from what the posts say. */
export function nextStepsOf(leads: Leads): string[] {
  const { part, documents, people, affected, workaround } = leads;
  const of = documents.length;
  const isWish = isWanted(part.text) && !isDenied(part.text);
  const bare = part.posts.filter((at) => documents[at]?.text.trim() === '').length;
  const any = 2 * bare >= part.posts.length ? ANY_TROUBLE : TOLD_TROUBLE;
  const asked = QUESTIONS.find(({ isAbout }) => isAbout(part.text))?.ask ?? any;
  const cases = isWish ? [] : casesOf(part, leads);
  const burst = burstOf(documents);
  const { version } = affected;
  return [
    people.length === 0 ? '' : `${addressed(leads)} about “${phraseOf(part)}”. Ask ${isWish ? ANY_WISH : asked}.`,
    cases.length === 0 ? '' : `Reproduce ${listOf(cases)}.`,
    workaround === null ? '' : `Try the workaround in ${workaround}. If it holds, document it first.`,
    burst === null
      ? ''
      : `Check what changed around ${dayOf(burst.from)}: ${burst.posts} of ${of} posts came within a week.`,
    version === undefined || isWish
      ? ''
      : `Check what changed in ${version.name}: ${version.posts} of ${of} posts name it.`,
  ]
    .filter((step) => step !== '')
    .slice(0, MOST_STEPS);
}
