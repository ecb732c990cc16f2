import { z } from 'zod';
import type { IncomingPost } from '../../model/post.ts';
import type { Http } from '../http/index.ts';

/** How far a feed has been read: of the posts made since `since`, those up to `reached` are known. Epoch ms. */
export interface Cursor {
  since: number;
  reached: number;
}

export type PostIdentity = Pick<IncomingPost, 'provider' | 'externalId'>;
/** A stored post that may be gone at its platform by now. */
export type KnownPost = PostIdentity & Pick<IncomingPost, 'url'>;

export interface Batch {
  posts: IncomingPost[];
  /** Seen to be deleted there. */
  deleted: PostIdentity[];
  /** Rows of the platform that were no posts we can read; left out. */
  unreadable: number;
  /** To be stored together with the posts: reading goes on from here after any interruption. */
  cursor: Cursor;
}

/** What is read with a cursor of its own: one repository, one tag, one forum. */
export interface Feed {
  /** Names it for ever: its cursor is kept under this key. */
  key: string;
  /** Posts that came after the cursor, oldest first, up to now. Throws SourceError; what was yielded before holds. */
  fetchSince(cursor: Cursor): AsyncIterable<Batch>;
  /** Asks the platform whether posts are still there. Throws SourceError; what was yielded before holds. */
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

/** Opens the feeds that an entry asks for. Throws SourceError where a credential is missing. */
export type OpenFeeds = (deps: SourceDeps) => Feed[];

/** A kind of place that developers complain in. */
export interface Source {
  /** What an entry of the SOURCES file names as its `source`. */
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
