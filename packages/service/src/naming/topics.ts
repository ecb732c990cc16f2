import type { NamingPost } from './read-posts.ts';

/** The topics in use. */
export interface Topics extends Pick<Set<string>, 'has' | 'add' | 'delete'> {
  /** How often topics write a name ("vscode"), with its capitals, as one word or two. */
  writingsOf(name: string): ReadonlyMap<string, number>;
}

/** What naming reads of the topics in use: any set, or one that also says how they write the products' names. */
export type TopicsInUse = Pick<Topics, 'has'> & Partial<Pick<Topics, 'writingsOf'>>;

const NO_WRITINGS: ReadonlyMap<string, number> = new Map();
const WORD = /[\p{L}\p{N}]+/gu;
/** Written like a name: "SeaMonkey" and "VS Code", not "seamonkey" or "SEAMONKEY". */
const isNameLike = (written: string) => written !== written.toLowerCase() && written !== written.toUpperCase();

export function createTopics(known: Iterable<string>): Topics {
  const topics = new Set<string>();
  const writings = new Map<string, Map<string, number>>();
  const count = (written: string) => {
    if (!isNameLike(written)) return;
    const name = written.replace(' ', '').toLowerCase();
    const own = writings.get(name) ?? new Map<string, number>();
    writings.set(name, own.set(written, (own.get(written) ?? 0) + 1));
  };
  const add = (topic: string) => {
    topics.add(topic);
    const words = topic.match(WORD) ?? [];
    words.forEach((word, at) => {
      count(word);
      const after = words[at + 1];
      if (after !== undefined) count(`${word} ${after}`);
    });
    return topics;
  };
  for (const topic of known) add(topic);
  return {
    has: (topic) => topics.has(topic),
    add,
    delete: (topic) => topics.delete(topic),
    writingsOf: (name) => writings.get(name) ?? NO_WRITINGS,
  };
}

/** "SeaMonkey" is how the name is written where this share of as many posts as write "Seamonkey" write it so. */
const USUAL = 1 / 4;

export interface Product {
  repository: string;
  name: string;
  /** The text with the name written so wherever it has a capital. */
  spell(text: string): string;
}

/** The repository that all posts are from, as they and the topics of other signals write its name. */
export function productOf(posts: readonly NamingPost[], topics: TopicsInUse): Product | undefined {
  const [name, ...others] = new Set(posts.map(({ repository }) => repository?.split('/').at(-1)));
  if (name === undefined || others.length > 0 || !/^\p{L}[\w-]*$/u.test(name)) return undefined;
  // "VS Code" is how people write vscode.
  const pattern = new RegExp(`(?<![\\w/.-])${[...name].join(' ?')}(?![\\w/-])`, 'gi');
  const written = nameIn(posts, name, pattern, topics);
  return {
    repository: name,
    name: written,
    spell: (text) => text.replace(pattern, (found) => (isNameLike(found) ? written : found)),
  };
}

function nameIn(posts: readonly NamingPost[], name: string, pattern: RegExp, topics: TopicsInUse): string {
  if (/\p{Ll}\p{Lu}/u.test(name)) return name;
  const writings = new Map(topics.writingsOf?.(name.toLowerCase()));
  for (const { title, text } of posts)
    for (const [found] of `${title} ${text.slice(0, 1000)}`.matchAll(pattern))
      if (isNameLike(found)) writings.set(found, (writings.get(found) ?? 0) + 1);
  const most = Math.max(...writings.values());
  const capitals = ([written]: readonly [string, number]) => written.match(/\p{Lu}/gu)?.length ?? 0;
  const [best] = [...writings]
    .filter(([, count]) => count >= USUAL * most)
    .sort((one, other) => capitals(other) - capitals(one) || other[1] - one[1]);
  return best?.[0] ?? name.charAt(0).toUpperCase() + name.slice(1);
}
