import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { signatureOf } from '../../clustering/duplicates.ts';
import { countPostTerms } from '../../clustering/post-terms.ts';
import type { IncomingPost, PreparedPost } from '../../model/post.ts';
import { severityOf } from '../../scoring/severity.ts';
import { searchTermsOf } from '../../search/search-terms.ts';
import { chunkText } from '../../text/chunk.ts';
import { normaliseBody, normaliseTitle } from '../../text/normalise.ts';
import { scrub, scrubName } from '../../text/scrub.ts';

const TITLE_READ = 300;

const BOT_AUTHOR =
  /\[bot\]$|^(?:dependabot|renovate|greenkeeper|snyk|stale|codecov|semantic-release|github-actions|mergify|allcontributors)(?:-?bot)?$|-bot$/i;

/** Must match the whole title: "1.4 is out and nothing works" is a complaint. */
const RELEASE_NOTES =
  /^(?:(?:release(?: notes)?|changelog)(?: for)?:? ?(?:\S{1,40} )?v?\d+\.\d+\S{0,20}|(?:\S{1,40} )?v?\d+\.\d+\S{0,20} (?:has been |is )?(?:released?|out|available|changelog|release notes)[.!]?|(?:chore|build|fix)\(deps(?:-dev)?\): bump .*|bump \S+ from \S+ to \S+)$/i;

/** Adverts, job posts and project announcements. */
const ANNOUNCEMENT =
  /^(?:[uü]ber[- ]?jira|umbrella(?: (?:jira|issue|ticket))?\s*[:–—-]|\[(?:hiring|for hire|ann(?:ouncement)?)\]|(?:ask hn: )?who(?:'s| is) hiring|we(?:'re| are) hiring|(?:show|launch) hn\b|call for papers|newsletter #?\d)/i;

export const isBot = ({ author }: Pick<IncomingPost, 'author'>): boolean => BOT_AUTHOR.test(author ?? '');

/** Written by a bot, or an announcement. Such posts are stored but join no signal. */
export function isExcluded(post: Pick<IncomingPost, 'author' | 'title'>): boolean {
  const title = (post.title ?? '').slice(0, TITLE_READ).trim();
  return isBot(post) || RELEASE_NOTES.test(title) || ANNOUNCEMENT.test(title);
}

function hashOf(title: string | null, text: string): string {
  const folded = `${title ?? ''}\n${text}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return hash('sha256', folded, 'hex');
}

/** Plain text without secrets, in chunks, with term counts. Takes bounded time for any input. */
export function preparePost(post: IncomingPost): PreparedPost {
  return prepareText(normaliseTitle(post.provider, post.title), normaliseBody(post.provider, post.body));
}

/** The same for stored text, which is already plain and scrubbed. */
export function prepareText(title: string | null, text: string): PreparedPost {
  return {
    title,
    text,
    chunks: chunkText(title, text),
    terms: countPostTerms(title, text),
    contentHash: hashOf(title, text),
    severity: severityOf(title, text),
    searchTerms: searchTermsOf(title, text),
  };
}

/** A post's metadata without secrets and personal data. */
export type ScrubbedOrigin = Pick<IncomingPost, 'url' | 'author' | 'repository' | 'owner' | 'licence'>;

/** `preparePost` handles title and body. `scrubText` may know the names of other posts already. */
export function scrubOrigin(post: IncomingPost, scrubText = scrub): ScrubbedOrigin {
  const { url, author, repository, owner, licence } = post;
  return {
    url: url === null ? null : scrubAddress(url),
    author: author === null ? null : scrubName('author', author, scrubText),
    repository: repository === null ? null : scrubName('repository', repository, scrubText),
    owner: owner === null ? null : scrubName('repository', owner, scrubText),
    licence: licence === null ? null : scrubText(licence),
  };
}

/** Null for an invalid URL. Drops secret parameters, because most pages open without them. */
function scrubAddress(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return null;
  url.username = '';
  url.password = '';
  for (const [name, value] of [...url.searchParams]) if (isSecret(name, value)) url.searchParams.delete(name);
  for (const [name, value] of new URLSearchParams(url.hash.slice(1))) if (isSecret(name, value)) url.hash = '';
  const path = decoded(url.pathname);
  const cleanPath = scrub(path);
  if (cleanPath !== path) url.pathname = cleanPath;
  // Some secrets show only in the whole URL, such as a webhook's host and path.
  return scrub(url.href);
}

/** Tests the value together with its name, which gives most secrets away. */
function isSecret(name: string, value: string): boolean {
  return [name, value, `?${name}=${value}`].some((part) => scrub(part) !== part);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A lone percent sign is literal.
    return path;
  }
}

/** What can be found out about a post without knowing others. */
interface Preparation {
  prepared: PreparedPost;
  scrubbed: ScrubbedOrigin;
  signature: Uint8Array;
}

/** One result per post, in order: an error for a post that cannot be prepared. */
export type PreparePosts = (posts: readonly IncomingPost[]) => Promise<readonly (Preparation | { error: unknown })[]>;

const POSTS_BETWEEN_YIELDS = 50;

/** Prepares posts in this thread, with pauses for requests. */
export const preparePosts: PreparePosts = async (posts) => {
  const results: (Preparation | { error: unknown })[] = [];
  // Many posts of a batch name the same people, repositories and licence.
  const names = new Map<string, string>();
  const scrubText = (name: string): string => {
    const scrubbed = names.get(name) ?? scrub(name);
    names.set(name, scrubbed);
    return scrubbed;
  };
  for (const [index, post] of posts.entries()) {
    if (index % POSTS_BETWEEN_YIELDS === 0) await setImmediate();
    try {
      const prepared = preparePost(post);
      const scrubbed = scrubOrigin(post, scrubText);
      results.push({ prepared, scrubbed, signature: signatureOf(prepared, scrubbed.author) });
    } catch (error) {
      results.push({ error });
    }
  }
  return results;
};
