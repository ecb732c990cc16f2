import { hash } from 'node:crypto';
import type { IncomingPost } from './post.ts';

/** What can be forgotten: one post, all that one person wrote, all that was written in one place. */
export const REMOVAL_KINDS = ['post', 'author', 'repository'] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];

export interface Removal {
  kind: RemovalKind;
  /** The author's or repository's name, a post's id at its provider. */
  name: string;
  /** Null for an author or a repository wherever it is named so. */
  provider: string | null;
}

/** People write the names of others with capitals or without. An id is exact. */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase();

/** What is kept of something forgotten: enough to know it again, not enough to read who it was. */
export function tombstoneOf({ kind, name, provider }: Removal): string {
  const known = kind === 'post' ? name : foldName(name);
  return hash('sha256', JSON.stringify([kind, provider, known]), 'hex');
}

/** Every tombstone of these kinds that would keep the post out. */
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
