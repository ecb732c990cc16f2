import { hash } from 'node:crypto';
import { foldText } from './keyword-search.ts';
import type { IncomingPost } from './post.ts';

/** What can be removed: one post, everything by an author, or everything in a repository. */
export const REMOVAL_KINDS = ['post', 'author', 'repository'] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];

export interface Removal {
  kind: RemovalKind;
  /** The author's or repository's name, or a post's id at its provider. */
  name: string;
  /** Null matches an author or repository of that name at every provider. */
  provider: string | null;
}

/** A hash that recognizes removed content without naming its author. Names are case-insensitive, ids exact. */
export function tombstoneOf({ kind, name, provider }: Removal): string {
  const known = kind === 'post' ? name : foldText(name);
  return hash('sha256', JSON.stringify([kind, provider, known]), 'hex');
}

/** Every tombstone of these kinds that would exclude the post. */
export function tombstonesFor(
  {
    provider,
    externalId,
    author,
    repository,
  }: Pick<IncomingPost, 'provider' | 'externalId'> & Partial<Pick<IncomingPost, 'author' | 'repository'>>,
  kinds: ReadonlySet<RemovalKind>,
): string[] {
  const names: [RemovalKind, string | null | undefined][] = [
    ['author', author],
    ['repository', repository],
  ];
  const wide = names.flatMap(([kind, name]) =>
    name != null && kinds.has(kind)
      ? [tombstoneOf({ kind, name, provider: null }), tombstoneOf({ kind, name, provider })]
      : [],
  );
  return kinds.has('post') ? [tombstoneOf({ kind: 'post', name: externalId, provider }), ...wide] : wide;
}
