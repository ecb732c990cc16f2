import { createHash } from 'node:crypto';
import type { IncomingPost } from '../model/post.ts';
import { scrub } from './scrub.ts';

const SHOWN_HASH_CHARACTERS = 10;

/** The post without what is secret or personal in where it comes from; its title and body are left to `preparePost`. */
export function scrubOrigin(post: IncomingPost): IncomingPost {
  return {
    ...post,
    url: post.url === null ? null : scrubAddress(post.url),
    author: post.author === null ? null : scrubAuthor(post.author),
    repository: post.repository === null ? null : scrub(post.repository),
    owner: post.owner === null ? null : scrub(post.owner),
    licence: post.licence === null ? null : scrub(post.licence),
  };
}

/** A stand-in of its own for each person, so that people are counted as before. */
function scrubAuthor(author: string): string {
  if (scrub(author) === author) return author;
  return `someone-${createHash('sha256').update(author).digest('hex').slice(0, SHOWN_HASH_CHARACTERS)}`;
}

/** Null for what is no address. A secret parameter goes whole, since most pages open without it. */
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
  // What only the whole gives away, such as a webhook's host and path.
  return scrub(url.href);
}

/** With its name, which tells of most secrets that they are one. */
function isSecret(name: string, value: string): boolean {
  return [name, value, `?${name}=${value}`].some((part) => scrub(part) !== part);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A lone percent sign is no encoding: it stands for itself.
    return path;
  }
}
