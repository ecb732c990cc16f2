import type { Facet } from './facets.ts';
import type { Signal } from './read-posts.ts';
import { listNamed, type Named, settingsOf } from './settings.ts';

export const SUMMARY_LENGTH = 400;

const withoutStop = (text: string) => text.replace(/[\s.,;:]+$/, '');
const begin = (text: string) =>
  /^\p{Ll}[\p{Ll}'’-]*(?=\s)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** "14 of 40: Icon missing from the tray; 9: menu does not open." */
function facetsInWords(facets: readonly Facet[], of: number, room: number): string {
  let told = '';
  for (const { text, posts } of facets) {
    const next =
      told === '' ? `${posts.length} of ${of}: ${begin(withoutStop(text))}` : `; ${posts.length}: ${withoutStop(text)}`;
    if (told.length + next.length + 1 > room) continue;
    told += next;
  }
  return told === '' ? '' : `${told}.`;
}

/** Share of the posts that name a setting worth telling. */
const NAMED_BY = 0.15;
const MOST_PLACES = 4;

const CASES = 3;
const CASE_LENGTH = 120;

/** Where no two authors say the same, two of the posts in their own words. */
function casesInWords({ posts }: Signal): string {
  const titles = posts.map(({ headline }) => begin(withoutStop(headline.text))).filter((text) => text !== '');
  const cases = [...new Set(titles)].filter(({ length }) => length <= CASE_LENGTH).slice(0, CASES);
  return cases.length === 0 ? '' : `${posts.length} posts, each a case of its own: ${cases.join('; ')}.`;
}

/** A summary without for whom and where. */
export const withoutSettings = (summary: string): string => summary.split(/ (?=(?:For|Named:|Versions:) )/)[0] ?? '';

/** What breaks, by facets with their posts, then for whom and where as far as several say it. At most 400 characters. */
export function summarise(signal: Signal, topic: string, facets: readonly Facet[]): string {
  const { posts } = signal;
  const told = facetsInWords(facets, posts.length, SUMMARY_LENGTH) || casesInWords(signal);
  const read = posts.map(({ post, author }) => ({ text: `${post.title ?? ''}\n${post.text}`, author }));
  const named = settingsOf(read, `${topic} ${told}`);
  const byMany = (all: readonly Named[]) => all.filter((each) => each.posts >= NAMED_BY * posts.length);
  const [roles, versions] = [byMany(named.roles), byMany(named.versions)];
  const places = byMany([...named.platforms, ...named.stacks]);
  const parts = [
    roles.length > 0 ? `For ${listNamed(roles)}.` : '',
    places.length > 0
      ? `Named: ${listNamed(places.sort((one, other) => other.posts - one.posts).slice(0, MOST_PLACES))}.`
      : '',
    versions.length > 0 ? `Versions: ${listNamed(versions)}.` : '',
  ];
  return parts.reduce(
    (summary, part) =>
      part === '' || summary.length + part.length + 1 > SUMMARY_LENGTH ? summary : `${summary} ${part}`.trim(),
    told,
  );
}
