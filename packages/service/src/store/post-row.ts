import type { Insertable } from 'kysely';
import { CODE_HOSTS, type IncomingPost, type PreparedPost } from '../model/post.ts';
import type { PostTable } from './tables.ts';

/** Where a post goes; all null for one that joins nothing (a bot's, one without words, one of the future). */
export interface Placement {
  clusterId: string | null;
  /** Cosine to its cluster, 0-1. */
  similarity: number | null;
  /** The post it repeats, which counts in its stead. */
  duplicateOf: number | null;
}

export interface NewPost {
  id: number;
  post: IncomingPost;
  prepared: PreparedPost;
  placement: Placement;
  /** Of the sample stream. */
  sample: boolean;
  storedAt: number;
}

export function toPostRow({ id, post, prepared, placement, sample, storedAt }: NewPost): Insertable<PostTable> {
  const codeHost = CODE_HOSTS.has(post.provider);
  const url = webAddress(post.url);
  return {
    id,
    provider: post.provider,
    external_id: post.externalId,
    title: prepared.title,
    url: url?.href ?? null,
    author: post.author,
    author_key: post.author === null ? `#${id}` : `${post.provider}/${post.author}`,
    repository: post.repository,
    place: `${post.provider}/${post.repository ?? url?.host ?? ''}`,
    owner: codeHost ? ownerOf(post) : null,
    code_host: codeHost ? 1 : 0,
    licence: post.licence,
    reactions: post.reactions,
    severity: prepared.severity,
    chunk_count: prepared.chunks.length,
    created_at: post.createdAt,
    stored_at: storedAt,
    sample: sample ? 1 : 0,
    duplicate_of: placement.duplicateOf,
    cluster_id: placement.clusterId,
    assigned_at: placement.clusterId === null ? null : storedAt,
    similarity: placement.similarity,
  };
}

/** Only addresses of the web are shown, and none with a name and password in it. */
function webAddress(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  url.username = '';
  url.password = '';
  return url;
}

/** A code host's repository is named owner/name, so the owner is known even where it is not said. */
function ownerOf({ owner, repository }: IncomingPost): string | null {
  if (owner !== null) return owner;
  const [first, second] = (repository ?? '').split('/');
  return first !== undefined && first !== '' && second !== undefined ? first : null;
}
