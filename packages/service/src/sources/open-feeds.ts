import { readFile } from 'node:fs/promises';
import { describeFileError } from '../model/file-fault.ts';
import { SourceError } from './http/index.ts';
import type { Feed, SourceDeps } from './source.ts';
import { parseSourcesFile, type SourceEntry, SourcesFileError } from './sources-file.ts';

/** The entries of the SOURCES file at `path`. Throws {@link SourcesFileError}. */
export async function loadSources(path: string): Promise<SourceEntry[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SourcesFileError([`${path} cannot be read: ${describeFileError(error)}`]);
  });
  return parseSourcesFile(text);
}

/** The feeds of all entries; an entry that lacks a credential is named in `faults` and does not keep the others from being read. */
export function openFeeds(entries: readonly SourceEntry[], deps: SourceDeps): { feeds: Feed[]; faults: SourceError[] } {
  const feeds = new Map<string, Feed>();
  const faults: SourceError[] = [];
  for (const { open } of entries) {
    try {
      for (const feed of open(deps)) feeds.set(feed.key, feed);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      faults.push(error);
    }
  }
  return { feeds: [...feeds.values()], faults };
}
