import { z } from 'zod';
import type { IncomingPost } from '../../model/post.ts';
import type { Http } from '../http/http.ts';

/** How far a feed has been read: of the posts made since `since`, those up to `reached` are known. Epoch ms. */
export interface Cursor {
  since: number;
  reached: number;
}

export type PostIdentity = Pick<IncomingPost, 'provider' | 'externalId'>;
/** A stored post that may have been deleted on its platform. */
export type KnownPost = PostIdentity & Pick<IncomingPost, 'url'>;

export interface Batch {
  posts: IncomingPost[];
  /** Seen to be deleted there. */
  deleted: PostIdentity[];
  /** Rows that could not be parsed as posts; left out. */
  unreadable: number;
  /** Store it together with the posts: after an interruption, reading continues from here. */
  cursor: Cursor;
}

/** Something with a cursor of its own: a repository, a tag, a forum. */
export interface Feed {
  /** The name of its source, a space, and what it follows. Must never change: the cursor is stored under this key. */
  key: string;
  /** Posts after the cursor, oldest first, up to now. Throws SourceError; earlier batches stay valid. */
  fetchSince(cursor: Cursor): AsyncIterable<Batch>;
  /** Asks the platform whether posts still exist. Throws SourceError; earlier batches stay valid. */
  checkDeleted(posts: readonly KnownPost[]): AsyncIterable<{ post: KnownPost; deleted: boolean }>;
}

export interface Credentials {
  githubToken: string | null;
  gitlabToken: string | null;
  stackExchangeKey: string | null;
  reddit: { clientId: string; clientSecret: string } | null;
}

/** What sources need from outside. */
export interface SourceDeps {
  http: Http;
  credentials: Credentials;
  /** Epoch ms. */
  now: () => number;
}

/** Opens the feeds of an entry. Throws SourceError when a credential is missing. */
export type OpenFeeds = (deps: SourceDeps) => Feed[];

/** A platform where developers complain. */
export interface Source {
  /** The `source` value in the SOURCES file. */
  name: string;
  /** Reads an entry. */
  entry: z.ZodType<OpenFeeds>;
}

export const defineSource = <Entry extends z.ZodType>(
  name: string,
  entry: Entry,
  open: (entry: z.output<Entry>, deps: SourceDeps) => Feed[],
): Source => ({
  name,
  entry: entry.transform((settings) => (deps: SourceDeps) => open(settings, deps)),
});

/** The address of a site that an entry of the SOURCES file names, without a slash at its end. */
export const SiteAddress = z
  .string()
  .refine(isPlainAddress, 'must be the http or https address of the site, without a query or a password')
  .transform((text) => text.replace(/\/+$/, ''));

function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return [url.username, url.password, url.search, url.hash].every((part) => part === '');
}
