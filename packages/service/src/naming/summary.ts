import { listOf, stripMarkup } from '../text/sentences.ts';
import { listNamed, type Named, userEnvironmentsOf } from '../text/user-environments.ts';
import type { Facet } from './facets.ts';
import { isWhole, keysOfName, saysNeed, saysTrouble, worthOfName } from './judge.ts';
import type { ReadPost, Signal } from './read-posts.ts';
import { inSentence, quotable } from './statements.ts';
import { printName, type Word } from './words.ts';

export const SUMMARY_LENGTH = 400;
/** Of each of its two parts. */
const ROOM = { facets: 380, cases: 300 } as const;

const withoutStop = (text: string) => text.replace(/[\s.,;:]+$/, '');
const begin = (text: string) =>
  /^\p{Ll}[\p{Ll}'’-]*(?=\s)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** As many of the parts as there is room for, each as the first of its wordings that fits. */
function fit(parts: readonly (readonly string[])[], room: number): string {
  let told = '';
  for (const wordings of parts) {
    const part = wordings.find(({ length }) => told.length + length + 2 <= room);
    if (part !== undefined) told += `${told === '' ? '' : ' '}${part}.`;
  }
  return told;
}

const EXAMPLE = ', e.g. ';

/** A sentence whose beginning holds for each of its parts. */
function inSentences(sentences: readonly { begins: string; parts: readonly string[] }[]): string {
  const whole = sentences.map(({ begins, parts }) => {
    // A comma stands before each example, too.
    const hasExample = parts.some((part) => part.includes(EXAMPLE));
    return `${begins} ${hasExample ? parts.join('; ') : listOf(parts)}.`;
  });
  return whole.join(' ');
}

/** Counted are titles with a statement's words or synonyms of them. */
export const IN_SIMILAR_WORDS = 'in these or similar words';

/**
 * "At least 14 of 40 posts say “Menu broken” in these or similar words. At least 9 posts say “Menu does not open” and at least 3 say “Menu is empty”.", as
 * far as there is room: posts that say it in words of their own are not counted.
 */
function facetsInWords(facets: readonly Facet[], signal: Signal): string {
  const of = signal.posts.length;
  const ordered = facets.toSorted((one, other) => Number(other.kind === 'topic') - Number(one.kind === 'topic'));
  let sentences: { begins: string; verb: string; isJoined: boolean; parts: string[] }[] = [];
  for (const { text, example, posts, kind } of ordered) {
    const many = posts.length;
    const label = withoutStop(text);
    const verb = kind === 'about' ? 'are about' : 'say';
    const last = sentences.at(-1);
    const isFirst = last === undefined || last.verb === 'are about';
    // What differs from post to post is left out of a statement, as its subject or its end.
    const end = kind !== 'about' && example !== undefined && !label.startsWith('…') ? ' …' : '';
    const said =
      kind === 'about' ? inSentence(label, signal) : `“${begin(label)}${end}”${isFirst ? ` ${IN_SIMILAR_WORDS}` : ''}`;
    const among = last === undefined ? ` of ${of}` : '';
    const begins = `${many === of ? `All ${of} posts` : `At least ${many}${among} posts`} ${verb}`;
    const withExample = example === undefined ? [] : [`${said}${EXAMPLE}“${withoutStop(example)}”`];
    const added = [...withExample, said].map((part) =>
      last?.verb === verb && last.isJoined && many < of
        ? [...sentences.slice(0, -1), { ...last, parts: [...last.parts, `at least ${many} ${verb} ${part}`] }]
        : [...sentences, { begins, verb, isJoined: last !== undefined, parts: [part] }],
    );
    sentences = added.find((each) => inSentences(each).length <= ROOM.facets) ?? sentences;
  }
  return inSentences(sentences);
}

/** Share of the posts that name a setting worth telling. */
const NAMED_BY = 0.25;
const MOST_PLACES = 4;

/** Titles of single posts: without a facet, beside one that fewer than half of the posts say, and examples of one that more say. */
const FILLED = { alone: 4, beside: 2, examples: 2 } as const;
const HALF = 0.5;
const OTHERS = 'Others say';
const CASE_LENGTH = { least: 5, most: 100 } as const;
/** Words that a title must add to what is said. */
const ADDED_WORDS = 2;

/** A title from the first to the last of its words that are read, with what stands between them: a version left out breaks a sentence. */
function asWritten({ post: { title, text }, words }: ReadPost, signal: Signal): string {
  const [first, last] = [words[0]?.text ?? '', words.at(-1)?.text ?? ''];
  const written = stripMarkup(title ?? text);
  const [from, to] = [written.indexOf(first), written.lastIndexOf(last) + last.length];
  return from >= 0 && to >= from + last.length ? begin(written.slice(from, to)) : printName(words, signal);
}

/**
 * Titles, those first that say what is wrong or wanted with what the topic names. Of one facet its own, or of others where it leaves out most
 * posts; beside several none: one post is no facet, and may say the opposite.
 */
function casesInWords(signal: Signal, topic: string, facets: readonly Facet[], room: number): string {
  if (facets.length > 1) return '';
  const { posts, reader } = signal;
  const keysOf = (words: readonly Word[]) => words.flatMap(({ keys }) => keys);
  const named = new Set(keysOf(reader.words(topic)));
  const inFacets = new Set(facets.flatMap((facet) => facet.posts));
  const told = [topic, ...facets.flatMap(({ text, example = '' }) => [text, example])].join(' ');
  const isPain = (keys: readonly string[]) =>
    (saysTrouble(keys) || saysNeed(keys)) && keys.some((key) => named.has(key));
  const quoted = quotable(signal);
  const titles = posts
    .map((post, at) => ({
      at,
      post,
      isMisspelled: signal.isMisspelled(post.headline.text),
      isPain: isPain(keysOf(post.words)),
      worth: worthOfName(post.words, signal, at),
    }))
    // Beside facets, a typing error may be all that differs.
    .filter(({ isMisspelled }) => !isMisspelled || facets.length === 0)
    .filter(({ post }) => quoted.has(post) && isWhole(post.words))
    .sort(
      (one, other) =>
        Number(one.isMisspelled) - Number(other.isMisspelled) ||
        Number(other.isPain) - Number(one.isPain) ||
        other.worth - one.worth,
    );
  const choose = (some: typeof titles, most: number, added: number): string[] => {
    const said = new Set(keysOf(reader.words(told)));
    const cases: string[] = [];
    for (const { post } of some) {
      if (cases.length >= most) break;
      const tags = post.headline.tags.map((tag) => `${tag}:`).join(' ');
      const text = signal.corrected(`${tags} ${asWritten(post, signal)}`.trim());
      const keys = keysOf(post.words);
      if (text.length < CASE_LENGTH.least || text.length > CASE_LENGTH.most || text.includes('?')) continue;
      if (new Set(keys).difference(said).size < added) continue;
      for (const key of keys) said.add(key);
      cases.push(`“${text}”`);
    }
    return cases;
  };
  const casesBeside = (): [begins: string, cases: readonly string[]] => {
    const isMost = inFacets.size >= HALF * posts.length;
    const others = isMost
      ? []
      : choose(
          titles.filter(({ at }) => !inFacets.has(at)),
          FILLED.beside,
          ADDED_WORDS,
        );
    if (others.length === FILLED.beside) return [OTHERS, others];
    return [
      'Some of them say',
      choose(
        titles.filter(({ at }) => inFacets.has(at)),
        FILLED.examples,
        1,
      ),
    ];
  };
  const casesAlone = (): readonly string[] => {
    for (const added of [ADDED_WORDS, 0]) {
      const cases = choose(titles, FILLED.alone, added);
      if (cases.length > 0) return cases;
    }
    const written = [...new Set(posts.map(({ headline: { text } }) => text))].filter(Boolean);
    return written.slice(0, FILLED.alone - 1).map((text) => `“${text}”`);
  };
  const [begins, cases] = facets.length === 1 ? casesBeside() : ['Posts say', casesAlone()];
  if (cases.length === 0) return '';
  const inWords = (some: readonly string[]) => `${begins} ${listOf(some)}`;
  const least = begins === OTHERS ? FILLED.beside : 1;
  const wordings = [...cases.keys()].map((left) => cases.slice(0, cases.length - left));
  return fit([wordings.filter(({ length }) => length >= least).map(inWords)], room);
}

/** What breaks, by facets with their posts, then for whom and where as far as several say it. At most 400 characters. */
export function summarise(signal: Signal, topic: string, facets: readonly Facet[]): string {
  const { posts } = signal;
  const counted = facetsInWords(facets, signal);
  const told =
    `${counted} ${casesInWords(signal, topic, facets, Math.min(ROOM.cases, SUMMARY_LENGTH - counted.length - 1))}`.trim();
  const read = posts.map(({ post, author }) => ({ text: `${post.title ?? ''}\n${post.text}`, author }));
  const settings = userEnvironmentsOf(read, `${topic} ${told}`);
  const isProduct = (name: string) =>
    keysOfName(signal.reader.words(name.replaceAll(' ', '')), signal).isSubsetOf(signal.products);
  const byMany = (label: string, named: readonly Named[]): string[][] => {
    const many = named.filter((each) => each.posts >= NAMED_BY * posts.length && !isProduct(each.name));
    return many.length === 0 ? [] : [[`${label} ${listNamed(many.slice(0, MOST_PLACES))}`]];
  };
  const places = [...settings.platforms, ...settings.stacks].sort((one, other) => other.posts - one.posts);
  const parts = [
    ...byMany('For', settings.roles),
    ...byMany('Posts mention', places),
    ...byMany('Versions:', settings.versions),
  ];
  return `${told} ${fit(parts, SUMMARY_LENGTH - told.length - 1)}`.trim();
}
