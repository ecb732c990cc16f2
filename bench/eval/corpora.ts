import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { IncomingPost } from '../../packages/service/src/model/post.ts';

export type RawPost = z.input<typeof IncomingPost>;

/** Posts that a reader says are one pain, by their places in the corpus. */
export interface Pain {
  name: string;
  project: string;
  places: readonly number[];
  /** Posts of the pain in the whole corpus, where `places` is only a sample of them. */
  posts: number;
}

export interface Corpus {
  name: string;
  posts: readonly RawPost[];
  /** Named sets of pains, each with its own figures. */
  pains: readonly { name: string; pains: readonly Pain[] }[];
  /** For streams: the true cluster of each post. */
  truth: readonly string[] | null;
}

const FIRST_AT = Date.parse('2026-01-01T00:00:00Z');
const EVERY_MS = 60_000;

export const readLines = <Row>(file: string): Row[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

interface PainPattern {
  name: string;
  match: string;
  not?: string | null;
  inBody?: boolean;
}

const projectOf = (post: RawPost): string => post.repository?.split('/').at(-1) ?? post.provider;

function mostFrequent(values: readonly string[]): string {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts].sort(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? '';
}

function byPattern(posts: readonly RawPost[], patterns: readonly PainPattern[]): Pain[] {
  return patterns.map(({ name, match, not, inBody }) => {
    const [wanted, unwanted] = [new RegExp(match, 'i'), not ? new RegExp(not, 'i') : null];
    const places = [...posts.keys()].filter((place) => {
      const { title, body } = posts[place] ?? {};
      const text = inBody ? `${title}\n${body ?? ''}` : (title ?? '');
      return wanted.test(text) && !unwanted?.test(text);
    });
    const project = mostFrequent(places.flatMap((place) => (posts[place] ? projectOf(posts[place]) : [])));
    return { name, project, places, posts: places.length };
  });
}

interface WordsGroup {
  size: number;
  posts: { externalId: string; repository: string }[];
}

/** The groups of words/, kept where a reader called them `kind`. Their size is that of the whole group, of which up to 16 are listed. */
function wordsGroups(folder: string, posts: readonly RawPost[], kind: string): Pain[] {
  const places = new Map(posts.map(({ externalId }, place) => [String(externalId), place]));
  const gold = readLines<{ onePain: string; name: string | null }>(join(folder, 'words/gold.jsonl'));
  return readLines<WordsGroup>(join(folder, 'words/groups.jsonl')).flatMap((group, index) =>
    gold[index]?.onePain === kind
      ? [
          {
            name: gold[index].name ?? '',
            project: group.posts[0]?.repository.split('/').at(-1) ?? '',
            places: group.posts.flatMap(({ externalId }) => places.get(externalId) ?? []),
            posts: group.size,
          },
        ]
      : [],
  );
}

function stream(file: string, name: string): Corpus {
  const texts = readLines<{ Id: string | number; clusterNo: string | number; textCleaned: string }>(file);
  const posts = texts.map(({ Id, textCleaned }, place) => ({
    provider: 'stream',
    externalId: String(Id),
    title: textCleaned,
    author: `author ${place}`,
    createdAt: new Date(FIRST_AT + place * EVERY_MS).toISOString(),
  }));
  return { name, posts, pains: [], truth: texts.map(({ clusterNo }) => String(clusterNo)) };
}

/** The corpora of a folder; those that are not there are left out. */
export function readCorpora(folder: string): Corpus[] {
  const corpora: Corpus[] = [];
  const at = (name: string) => join(folder, name);
  if (existsSync(at('trackers/posts.ndjson'))) {
    const posts = readLines<RawPost>(at('trackers/posts.ndjson'));
    const pains = byPattern(posts, readLines<PainPattern>(at('trackers/pains.jsonl')));
    corpora.push({ name: 'trackers', posts, pains: [{ name: 'pains', pains }], truth: null });
  }
  const issues = ['posts-gitbugs.ndjson', '../posts-gitbugs.ndjson'].map(at).find((file) => existsSync(file));
  if (issues !== undefined && existsSync(at('words/groups.jsonl'))) {
    const posts = readLines<RawPost>(issues);
    corpora.push({
      name: 'issues',
      posts,
      pains: [
        { name: 'words/ one pain', pains: wordsGroups(folder, posts, 'yes') },
        { name: 'words/ theme', pains: wordsGroups(folder, posts, 'theme') },
      ],
      truth: null,
    });
  }
  for (const name of ['tweets', 'news'].filter((each) => existsSync(at(`${each}-stream.jsonl`)))) {
    corpora.push(stream(at(`${name}-stream.jsonl`), name));
  }
  return corpora;
}
