import { parse } from 'yaml';
import { z } from 'zod';
import { SOURCES } from './index.ts';
import { describeIssue } from './say-issue.ts';
import type { OpenFeeds } from './source.ts';

/** The SOURCES file cannot be used; the message names every fault. */
export class SourcesFileError extends Error {
  override name = 'SourcesFileError';

  constructor(faults: readonly string[]) {
    super(`The SOURCES file has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
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
  const faults: string[] = [];
  const read: SourceEntry[] = [];
  for (const [index, entry] of entries.data.entries()) {
    const where = `entry ${index + 1} (${entry.source})`;
    const source = SOURCES.find(({ name }) => name === entry.source);
    const result = source?.entry.safeParse(entry);
    if (result === undefined) faults.push(`${where}: there is no such source; allowed are ${SOURCE_NAMES}`);
    else if (result.success) read.push({ name: entry.source, open: result.data });
    else faults.push(...result.error.issues.map((issue) => `${where}: ${describeIssue(issue, entry)}`));
  }
  if (faults.length > 0) throw new SourcesFileError(faults);
  return read;
}

function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new SourcesFileError([`it is no YAML: ${error instanceof Error ? error.message : String(error)}`]);
  }
}
