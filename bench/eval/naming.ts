import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparePost } from '../../packages/service/src/jobs/pipeline/prepare-post.ts';
import { isAboutTrouble, type NamingPost, nameSignal } from '../../packages/service/src/naming/index.ts';
import { keysOfName } from '../../packages/service/src/naming/judge.ts';
import { readSignal } from '../../packages/service/src/naming/read-posts.ts';
import { readWords } from '../../packages/service/src/naming/words.ts';
import type { Background } from '../../packages/service/src/text/background.ts';
import type { EvalRow } from './index.ts';

interface Group {
  id: number;
  gold: string;
  mustHave: readonly (readonly string[])[];
  posts: readonly NamingPost[];
}

interface RawPost {
  provider: string;
  title: string | null;
  body?: string;
  text?: string;
  author?: string | null;
  repository?: string | null;
  createdAt?: string;
}

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const toPost = (raw: RawPost): NamingPost => ({
  title: raw.title,
  text: raw.text ?? raw.body ?? '',
  author: raw.author ?? null,
  provider: raw.provider,
  repository: raw.repository ?? null,
  createdAt: Date.parse(raw.createdAt ?? '2024-01-01'),
});

function backgroundOf(posts: readonly RawPost[]): Background {
  const documentFrequencies = new Map<string, number>();
  for (const raw of posts) {
    const { terms } = preparePost({
      provider: raw.provider,
      title: raw.title,
      body: raw.body ?? raw.text ?? '',
    } as never);
    for (const term of terms.keys()) documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + 1);
  }
  return { documentFrequencies, documents: posts.length };
}

/** As the data sets' README says: every set is met by the beginning of some word, or by a phrase. */
function isOnTarget(name: string, mustHave: readonly (readonly string[])[]): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\d+#.'~-]+/u);
  return mustHave.every((set) =>
    set.some((beginning) =>
      beginning.includes(' ')
        ? name.toLowerCase().includes(beginning)
        : words.some((word) => word.startsWith(beginning)),
    ),
  );
}

/** Content words of a name that fewer than a third of the posts hold, by stem or synonym. */
function wordsUnderAThird(name: string, posts: readonly NamingPost[], background: Background): string[] {
  const signal = readSignal(posts, background);
  return [...keysOfName(readWords(name), signal)].filter((key) => signal.held(key) < 1 / 3);
}

function readWordsSet(folder: string): { groups: Group[]; background: Background } {
  const gold = new Map(linesOf(join(folder, 'gold.jsonl')).map((line) => [line.group, line]));
  const raw = linesOf(join(folder, 'groups.jsonl'));
  const groups = raw
    .filter(({ group }) => gold.get(group)?.onePain !== 'no')
    .map(({ group, posts }) => ({
      id: group,
      gold: gold.get(group).name,
      mustHave: gold.get(group).mustHave,
      posts: posts.map(toPost),
    }));
  const beside = join(folder, '../../posts-gitbugs.ndjson');
  const posts = existsSync(beside) ? linesOf(beside) : raw.flatMap(({ posts }) => posts);
  return { groups, background: backgroundOf(posts) };
}

function readTrackers(folder: string): { groups: Group[]; background: Background } {
  const posts: RawPost[] = linesOf(join(folder, 'posts.ndjson'));
  const groups = linesOf(join(folder, 'pains.jsonl')).map(({ id, name, match, not, inBody, mustHave }) => {
    const [matches, excluded] = [new RegExp(match, 'i'), not === undefined ? null : new RegExp(not, 'i')];
    const read = ({ title, body }: RawPost) => (inBody ? `${title} ${body ?? ''}` : (title ?? ''));
    const own = posts.filter((post) => matches.test(read(post)) && !excluded?.test(read(post)));
    return { id, gold: name, mustHave, posts: own.map(toPost) };
  });
  return { groups, background: backgroundOf(posts) };
}

const READERS = { words: readWordsSet, trackers: readTrackers } as const;
/** Of version 0.1, with the posts of each group given. */
const BEFORE = { words: '29 of 41', trackers: '34 of 45' } as const;

const share = (count: number, of: number) => `${count} of ${of} (${Math.round((100 * count) / of)}%)`;

/** Names the groups of a set, whose posts are given, and compares the names with gold. */
export function evaluateNaming(folder: string, set: keyof typeof READERS, printNames: boolean): EvalRow[] {
  const { groups, background } = READERS[set](join(folder, set));
  const began = performance.now();
  const named = groups
    .filter(({ posts }) => posts.length > 0)
    .map((group) => ({ ...group, ...nameSignal(group.posts, background) }));
  const took = performance.now() - began;
  if (printNames)
    for (const { id, gold, topic, mustHave, summary } of named)
      console.log(`${isOnTarget(topic, mustHave) ? '  ' : 'NO'} ${id}: ${topic}\n     gold: ${gold}\n     ${summary}`);
  const count = (holds: (each: (typeof named)[number]) => boolean) => share(named.filter(holds).length, named.length);
  const under = (topic: string, posts: readonly NamingPost[]) => wordsUnderAThird(topic, posts, background).length;
  const isOfLength = (topic: string) => topic.length >= 20 && topic.length <= 80;
  return [
    {
      set,
      figure: 'name on target',
      value: count(({ topic, mustHave }) => isOnTarget(topic, mustHave)),
      before: BEFORE[set],
    },
    { set, figure: 'all words in a third of posts', value: count(({ topic, posts }) => under(topic, posts) === 0) },
    { set, figure: 'all but one', value: count(({ topic, posts }) => under(topic, posts) <= 1) },
    { set, figure: '20-80 characters', value: count(({ topic }) => isOfLength(topic)) },
    { set, figure: 'two facets or more', value: count(({ facets }) => facets.length > 1) },
    { set, figure: 'shown (about a trouble or need)', value: count(({ posts }) => isAboutTrouble(posts)) },
    { set, figure: 'milliseconds', value: String(Math.round(took)) },
  ];
}
