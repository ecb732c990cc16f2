import names from './user-environments.json' with { type: 'json' };

/** A platform, tool, group of people or version that several authors name. */
export interface Named {
  name: string;
  /** Posts that name it. */
  posts: number;
}

export interface UserEnvironments {
  platforms: Named[];
  stacks: Named[];
  roles: Named[];
  versions: Named[];
}

export interface EnvironmentPost {
  text: string;
  author: string;
}

/** What fewer authors name is their own case. */
const LEAST_AUTHORS = 2;
const MOST_NAMED = 3;

/** Characters of a post that are read. */
const READ = 3_000;

/** Says where it does work, or compares. */
const WORKS =
  /\b(?:works|working|worked|fine|ok|unlike|whereas|compare[ds]?|comparison|other browsers?|not (?:reproducible|happen|affected|in)|but not|same in|bug in|the latest (?:build|version) of|nightly)\b/i;

/** Says that somebody has it there: "on macOS 13", "using Windows 11", and what a form asks: "OS: Windows 11", "Firefox 115.0.1". Other names are asides. */
const HAS_IT =
  /^[\p{L} /]{2,30}: |^\p{Lu}[\p{L} ]{1,30} v?\d+(?:\.\d+)+$|\b(?:on|under|runn?(?:ing)?|us(?:e|es|ing)|OS|version)\b/iu;

/** Names are written large: "go" and "edge" are words. The longest name wins: "Windows 11" is not "Windows" as well. */
const patternOf = (names: readonly string[], flags: string) =>
  new RegExp(
    `(?<![\\w./-])(?:${[...names]
      .sort((one, other) => other.length - one.length)
      .map(RegExp.escape)
      .join('|')})(?![\\w/-]|\\.\\w)`,
    flags,
  );

/** Names of platforms and stacks, split into lower-case words. */
export const PLATFORMS: ReadonlySet<string> = new Set(
  [...names.platforms, ...names.stacks].flatMap((name) => name.toLowerCase().split(' ')),
);

const PATTERNS = {
  platforms: patternOf(names.platforms, 'g'),
  stacks: patternOf(names.stacks, 'g'),
  // "Teams" is a product.
  roles: patternOf(names.roles, 'g'),
  // "Python 3.13" says which Python somebody has; "3.13" alone may be a price.
  // Four numbers that begin like a private address are one.
  versions:
    /(?<![\w./-])(?!(?:0|10|127|172|192|255)\.\d+\.\d+\.\d)(?:v\d{1,4}\.\d{1,4}(?:\.\d{1,4})?|\d{1,4}(?:\.\d{1,4}){2,3})(?![\w/-]|\.\d)/g,
} as const;

/** Platforms and stacks that a sentence names. */
export const namesIn = (sentence: string): string[] => [
  ...(sentence.match(PATTERNS.platforms) ?? []),
  ...(sentence.match(PATTERNS.stacks) ?? []),
];

/** The title, and what says that somebody has it there. */
const readNames = ({ text, author }: EnvironmentPost): EnvironmentPost => ({
  text: text
    .slice(0, READ)
    .split(/\n|(?<=[.!?])\s/)
    .filter((sentence, at) => (at === 0 || HAS_IT.test(sentence)) && !WORKS.test(sentence))
    .join('\n'),
  author,
});

function countNamed(posts: readonly EnvironmentPost[], pattern: RegExp, known: ReadonlySet<string>): Named[] {
  const uses = new Map<string, { posts: number; authors: Set<string> }>();
  for (const { text, author } of posts)
    for (const name of new Set(text.match(pattern)?.map((found) => found.replace(/^v(?=\d)/, '')))) {
      const use = uses.get(name) ?? { posts: 0, authors: new Set<string>() };
      use.posts += 1;
      use.authors.add(author);
      uses.set(name, use);
    }
  return [...uses]
    .filter(
      ([name, { authors }]) =>
        authors.size >= LEAST_AUTHORS &&
        !name
          .toLowerCase()
          .split(' ')
          .every((word) => known.has(word)),
    )
    .map(([name, use]) => ({ name, posts: use.posts }))
    .sort((one, other) => other.posts - one.posts || (one.name < other.name ? -1 : 1))
    .slice(0, MOST_NAMED);
}

/** What the posts name besides what the topic names already, most named first. */
export function userEnvironmentsOf(posts: readonly EnvironmentPost[], topic: string): UserEnvironments {
  const known = new Set(topic.toLowerCase().split(/[^\p{L}\p{N}.+#]+/u));
  const read = posts.map(readNames);
  const named = (kind: keyof typeof PATTERNS) => countNamed(read, PATTERNS[kind], known);
  return { platforms: named('platforms'), stacks: named('stacks'), roles: named('roles'), versions: named('versions') };
}

/** "Windows 11 (12), Windows 10 (5)": each with the posts that name it. */
export const listNamed = (named: readonly Named[]): string =>
  named.map(({ name, posts }) => `${name} (${posts})`).join(', ');
