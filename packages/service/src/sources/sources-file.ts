import { readFile } from 'node:fs/promises';
import { OperatorError } from '@pain-signals/storage';
import { parse } from 'yaml';
import { z } from 'zod';
import { describeFileError } from '../model/system-errors.ts';
import type { Feed, OpenFeeds, SourceDeps } from './feed/source.ts';
import { SourceError } from './http/errors.ts';
import { devTo } from './platforms/dev-to.ts';
import { discourse } from './platforms/discourse.ts';
import { githubDiscussions } from './platforms/github-discussions.ts';
import { github } from './platforms/github-issues.ts';
import { gitlab } from './platforms/gitlab.ts';
import { hackerNews } from './platforms/hacker-news.ts';
import { lobsters } from './platforms/lobsters.ts';
import { reddit } from './platforms/reddit.ts';
import { stackExchange } from './platforms/stack-exchange.ts';

export const SOURCES = [
  github,
  githubDiscussions,
  stackExchange,
  hackerNews,
  discourse,
  gitlab,
  lobsters,
  devTo,
  reddit,
];

/** Type names of YAML values, for error messages. */
const YAML_KINDS: Readonly<Record<string, string>> = {
  array: 'a list, such as [one, two]',
  string: 'a text; put quotes around a number or a date',
  boolean: 'true or false',
  number: 'a number',
  object: 'a group of settings',
};

/** Explains what is wrong with an entry of the SOURCES file, without schema terms. */
function describeIssue(issue: z.core.$ZodIssue, entry: unknown): string {
  const name = settingName(issue.path);
  const about = (error: string) => (name === '' ? error : `${name}: ${error}`);
  switch (issue.code) {
    case 'invalid_type':
      if (valueAt(entry, issue.path) == null)
        return about(`is missing; it must be ${YAML_KINDS[issue.expected] ?? 'given'}`);
      return about(`must be ${YAML_KINDS[issue.expected] ?? issue.expected}`);
    case 'unrecognized_keys':
      return about(`there is no setting ${issue.keys.map((key) => `"${key}"`).join(' or ')} for this source`);
    case 'invalid_value':
      return about(`must be one of ${issue.values.join(', ')}`);
    case 'too_small':
      return about(issue.origin === 'array' ? 'must name at least one' : 'must not be empty');
    case 'too_big':
      return about(`must not be longer than ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`);
    default:
      // The other issue kinds carry their own message.
      return about(issue.message);
  }
}

/** People count from one: "repositories, number 2". */
const settingName = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? `number ${part + 1}` : String(part))).join(', ');

const valueAt = (entry: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | null | undefined)?.[part], entry);

/** The SOURCES file cannot be used; the message names every error. */
export class SourcesFileError extends OperatorError {
  constructor(errors: readonly string[]) {
    super(
      `The SOURCES file has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:\n${errors.map((error) => `  - ${error}`).join('\n')}`,
    );
  }
}

const SOURCE_NAMES = SOURCES.map(({ name }) => name).join(', ');

export interface SourceEntry {
  /** Its `source`. */
  name: string;
  open: OpenFeeds;
}

/** The entries of a SOURCES file, which is a YAML list. Throws {@link SourcesFileError}. */
export function parseSourcesFile(text: string): SourceEntry[] {
  const entries = z
    .array(z.looseObject({ source: z.string() }))
    .min(1)
    .safeParse(parseYaml(text));
  if (!entries.success)
    throw new SourcesFileError([
      `it must be a list of entries, each with a "source", which is one of: ${SOURCE_NAMES}`,
    ]);
  const errors: string[] = [];
  const read: SourceEntry[] = [];
  for (const [index, entry] of entries.data.entries()) {
    const where = `entry ${index + 1} (${entry.source})`;
    const source = SOURCES.find(({ name }) => name === entry.source);
    const result = source?.entry.safeParse(entry);
    if (result === undefined) errors.push(`${where}: unknown source; allowed: ${SOURCE_NAMES}`);
    else if (result.success) read.push({ name: entry.source, open: result.data });
    else errors.push(...result.error.issues.map((issue) => `${where}: ${describeIssue(issue, entry)}`));
  }
  if (errors.length > 0) throw new SourcesFileError(errors);
  return read;
}

function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new SourcesFileError([`invalid YAML: ${describeYamlError(error)}`]);
  }
}

/** `Missing closing ] at line 2, column 1`: the lines that the library quotes can hold tokens, and this is logged. */
function describeYamlError(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return first.replace(/: ".*"(?= at line |$)/, '').replace(/:$/, '');
}

/** The entries of the SOURCES file at `path`. Throws {@link SourcesFileError}. */
export async function loadSources(path: string): Promise<SourceEntry[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SourcesFileError([`${path} cannot be read: ${describeFileError(error)}`]);
  });
  return parseSourcesFile(text);
}

export interface OpenedFeeds {
  feeds: Feed[];
  errors: SourceError[];
  /** The sources of the entries that could not be opened. */
  failed: ReadonlySet<string>;
}

/** The feeds of all entries; an entry without its credential is listed in `errors` and the others are still opened. */
export function openFeeds(entries: readonly SourceEntry[], deps: SourceDeps): OpenedFeeds {
  const feeds = new Map<string, Feed>();
  const errors: SourceError[] = [];
  const failed = new Set<string>();
  for (const { name, open } of entries) {
    try {
      for (const feed of open(deps)) feeds.set(feed.key, feed);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      errors.push(error);
      failed.add(name);
    }
  }
  return { feeds: [...feeds.values()], errors, failed };
}
