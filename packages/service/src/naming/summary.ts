import { listNamed, type Named, userEnvironmentsOf } from '../text/user-environments.ts';
import type { Facet } from './facets.ts';
import { isWhole, keysOfName, saysNeed, saysTrouble, worthOfName } from './judge.ts';
import { printName } from './print.ts';
import type { Signal } from './read-posts.ts';
import { quotable } from './statements.ts';
import type { Word } from './words.ts';

export const SUMMARY_LENGTH = 400;
/** Of each of its two parts. */
const ROOM = { facets: 230, cases: 220 } as const;

const withoutStop = (text: string) => text.replace(/[\s.,;:]+$/, '');
const begin = (text: string) =>
  /^\p{Ll}[\p{Ll}'’-]*(?=\s)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** "Icon missing from the tray (14 of 40 posts). Menu does not open (9 posts)." */
const facetsInWords = (facets: readonly Facet[], of: number): string =>
  fit(
    facets.map(
      ({ text, posts }, at) => `${begin(withoutStop(text))} (${posts.length}${at === 0 ? ` of ${of}` : ''} posts)`,
    ),
    ROOM.facets,
    '. ',
  );

/** As many of the parts as there is room for. */
function fit(parts: readonly string[], room: number, separator = '; '): string {
  let told = '';
  for (const part of parts)
    if (told.length + part.length + 3 <= room) told += told === '' ? part : `${separator}${part}`;
  return told === '' ? '' : `${told}.`;
}

/** Share of the posts that name a setting worth telling. */
const NAMED_BY = 0.25;
const MOST_PLACES = 4;

/** What a summary says: facets, and titles of single posts where there are few. */
const MOST_SAID = 4;
const LEAST_SAID = 2;
const CASE_LENGTH = { least: 5, most: 100 } as const;
/** Words that a title must add to what is said. */
const ADDED_WORDS = 2;

/**
 * Example titles. First those that no facet covers, pains that share a word with the topic before others, which only fill up to two;
 * where every post says a facet, titles that say one.
 */
function casesInWords(signal: Signal, topic: string, facets: readonly Facet[], room: number): string {
  const { posts, reader } = signal;
  const keysOf = (words: readonly Word[]) => words.flatMap(({ keys }) => keys);
  const named = new Set(keysOf(reader.words(topic)));
  const inFacets = new Set(facets.flatMap((facet) => facet.posts));
  const said = new Set(keysOf(reader.words([topic, ...facets.map(({ text }) => text)].join(' '))));
  const isPain = (keys: readonly string[]) =>
    (saysTrouble(keys) || saysNeed(keys)) && keys.some((key) => named.has(key));
  const quoted = quotable(signal);
  const titles = posts
    .map((post, at) => ({
      at,
      post,
      words: [...reader.words(post.headline.tags.map((tag) => `${tag}:`).join(' ')), ...post.words],
      isPain: isPain(keysOf(post.words)),
      worth: worthOfName(post.words, signal, at),
    }))
    .filter(({ post }) => quoted.has(post) && isWhole(post.words))
    .sort((one, other) => Number(other.isPain) - Number(one.isPain) || other.worth - one.worth);
  const choose = (some: typeof titles, least: number) => {
    const cases: string[] = [];
    for (const { words, isPain } of some) {
      const text = printName(words, signal);
      const keys = keysOf(words);
      if (cases.length + facets.length >= (isPain ? MOST_SAID : LEAST_SAID)) break;
      if (text.length < CASE_LENGTH.least || text.length > CASE_LENGTH.most || text.includes('?')) continue;
      if (new Set(keys).difference(said).size < least) continue;
      for (const key of keys) said.add(key);
      cases.push(signal.corrected(text));
    }
    return fit(cases, room);
  };
  const others = choose(
    titles.filter(({ at }) => !inFacets.has(at)),
    ADDED_WORDS,
  );
  if (others !== '' && facets.length > 0) return `Others: ${others}`;
  const examples = others === '' ? choose(titles, facets.length > 0 ? 1 : 0) : others;
  const all = posts.flatMap(({ headline: { text } }) => (text === '' ? [] : [text])).slice(0, LEAST_SAID);
  const told = examples === '' && facets.length === 0 ? fit(all, room) : examples;
  return told === '' ? '' : `For example: ${told}`;
}

/** What breaks, by facets with their posts, then for whom and where as far as several say it. At most 400 characters. */
export function summarise(signal: Signal, topic: string, facets: readonly Facet[]): string {
  const { posts } = signal;
  const counted = facetsInWords(facets, posts.length);
  const room = Math.min(ROOM.cases, SUMMARY_LENGTH - counted.length - ' For example: .'.length);
  const told = `${counted} ${casesInWords(signal, topic, facets, room)}`.trim();
  const read = posts.map(({ post, author }) => ({ text: `${post.title ?? ''}\n${post.text}`, author }));
  const named = userEnvironmentsOf(read, `${topic} ${told}`);
  const isProduct = (name: string) =>
    keysOfName(signal.reader.words(name.replaceAll(' ', '')), signal).isSubsetOf(signal.products);
  const byMany = (all: readonly Named[]) =>
    all.filter((each) => each.posts >= NAMED_BY * posts.length && !isProduct(each.name));
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
