import { hash } from 'node:crypto';
import { foldText } from './keyword-search.ts';

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

/** Names are compared without case and without spaces around them. */
export const comparable = (name: string): string => foldText(name).trim();

/** A hash that recognizes removed content without naming its author. Names are case-insensitive, ids exact. */
export function tombstoneOf({ kind, name, provider }: Removal): string {
  const known = kind === 'post' ? name : comparable(name);
  return hash('sha256', JSON.stringify([kind, provider, known]), 'hex');
}

/** A hash that recognizes a hidden post that its source took back and may show again. */
export const hiddenMarkOf = (provider: string, externalId: string): string =>
  hash('sha256', JSON.stringify(['hidden', provider, externalId]), 'hex');

/** A post by everything that it may have been forgotten by. */
export interface RemovablePost {
  provider: string;
  externalId: string;
  /** All names of its author, and of its repository. */
  authors: readonly string[];
  repositories: readonly string[];
}

/** Every tombstone of these kinds that would exclude the post. */
export function tombstonesFor(
  { provider, externalId, authors, repositories }: RemovablePost,
  kinds: ReadonlySet<RemovalKind>,
): string[] {
  const wide = [
    ...authors.map((name) => ({ kind: 'author' as const, name })),
    ...repositories.map((name) => ({ kind: 'repository' as const, name })),
  ].flatMap((named) => [
    { ...named, provider: null },
    { ...named, provider },
  ]);
  const removals: Removal[] = [{ kind: 'post', name: externalId, provider }, ...wide];
  return removals.filter(({ kind }) => kinds.has(kind)).map(tombstoneOf);
}
