import type { Facet } from './facets.ts';
import { isWhole, keysOfName, PROBLEM, saysNeed, saysTrouble, worthOfName } from './judge.ts';
import { printName } from './print.ts';
import type { Signal } from './read-posts.ts';
import { listNamed, type Named, settingsOf } from './settings.ts';
import type { Word } from './words.ts';

export const SUMMARY_LENGTH = 400;
/** Of each of its two parts. */
const ROOM = 220;

const withoutStop = (text: string) => text.replace(/[\s.,;:]+$/, '');
const begin = (text: string) =>
  /^\p{Ll}[\p{Ll}'’-]*(?=\s)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/**
 * "14 of 40 posts: Icon missing from the tray; 9 posts: menu does not open." What only repeats the topic is left out where two others do not;
 * alone it is counted where posts contain the whole topic.
 */
function facetsInWords(facets: readonly Facet[], signal: Signal, topic: string): string {
  const { posts, reader } = signal;
  const named = keysOfName(reader.words(topic), signal);
  const adding = facets.filter(({ text }) => !keysOfName(reader.words(text), signal).isSubsetOf(named));
  if (adding.length === 0) {
    const own = named.difference(signal.products);
    const says = [...own].filter((key) => key !== PROBLEM);
    const whole = posts.filter(({ inPost }) => own.isSubsetOf(inPost)).length;
    const isMost = whole >= Math.max(LEAST_SAID, MOST * posts.length) && (saysTrouble(says) || saysNeed(says));
    return isMost ? `${whole} of ${posts.length} posts say just this.` : '';
  }
  const told = (adding.length > 1 ? adding : facets).map(({ text, posts: own }, at) =>
    at === 0
      ? `${own.length} of ${posts.length} posts: ${begin(withoutStop(text))}`
      : `${own.length} posts: ${withoutStop(text)}`,
  );
  return fit(told);
}

/** As many of the parts as there is room for, in one sentence. */
function fit(parts: readonly string[]): string {
  let told = '';
  for (const part of parts) if (told.length + part.length + 3 <= ROOM) told += told === '' ? part : `; ${part}`;
  return told === '' ? '' : `${told}.`;
}

/** Share of the posts that must contain the whole topic before the summary says so. */
const MOST = 2 / 3;

/** Share of the posts that name a setting worth telling. */
const NAMED_BY = 0.25;
const MOST_PLACES = 4;

/** What a summary says: facets, and titles of single posts where there are few. */
const MOST_SAID = 4;
const LEAST_SAID = 2;
const CASE_LENGTH = { least: 5, most: 100 } as const;

/** What single posts say that neither topic nor facet says: pains with a word of the topic first, others only to say two things. */
function casesInWords(signal: Signal, topic: string, facets: readonly Facet[]): string {
  const { posts, reader } = signal;
  const keysOf = (words: readonly Word[]) => words.flatMap(({ keys }) => keys);
  const named = new Set(keysOf(reader.words(topic)));
  const told = new Set(facets.flatMap((facet) => facet.posts));
  const said = new Set(keysOf(reader.words([topic, ...facets.map(({ text }) => text)].join(' '))));
  const untold = posts
    .flatMap(({ words }, at) =>
      told.has(at) ? [] : { words, keys: keysOf(words), worth: worthOfName(words, signal, at) },
    )
    .map((each) => ({
      ...each,
      isPain: (saysTrouble(each.keys) || saysNeed(each.keys)) && each.keys.some((key) => named.has(key)),
    }))
    .sort((one, other) => Number(other.isPain) - Number(one.isPain) || other.worth - one.worth);
  const cases: string[] = [];
  for (const { words, keys, isPain } of untold) {
    const text = printName(words, signal);
    const isReadable =
      isWhole(words) && text.length >= CASE_LENGTH.least && text.length <= CASE_LENGTH.most && !text.includes('?');
    if (cases.length + facets.length >= (isPain ? MOST_SAID : LEAST_SAID)) break;
    if (!isReadable || keys.every((key) => said.has(key))) continue;
    for (const key of keys) said.add(key);
    cases.push(signal.corrected(text));
  }
  const all = posts.map(({ headline: { text } }) => text).filter((text) => text !== '');
  return fit(cases.length + facets.length > 0 ? cases : all.slice(0, LEAST_SAID));
}

/** A summary without for whom and where. */
export const withoutSettings = (summary: string): string => summary.split(/ (?=(?:For|Named:|Versions:) )/)[0] ?? '';

/** What breaks, by facets with their posts, then for whom and where as far as several say it. At most 400 characters. */
export function summarise(signal: Signal, topic: string, facets: readonly Facet[]): string {
  const { posts } = signal;
  const shared = facetsInWords(facets, signal, topic);
  const cases = casesInWords(signal, topic, shared === '' ? [] : facets);
  const also = cases === '' ? '' : shared === '' ? `For example: ${cases}` : `Others: ${cases}`;
  const told = `${shared} ${also}`.trim();
  const read = posts.map(({ post, author }) => ({ text: `${post.title ?? ''}\n${post.text}`, author }));
  const named = settingsOf(read, `${topic} ${told}`);
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
