import type { SignalDocument } from '../model/signal.ts';
import { type Facet, facetsOf } from '../naming/facets.ts';
import { keysOfName } from '../naming/judge.ts';
import { NEEDS, TROUBLES } from '../naming/lexicon.ts';
import type { Signal } from '../naming/read-posts.ts';
import { isChore } from './chores.ts';

/** Authors that must say the largest part. */
const LEAST_AGREEING = 3;
const MOSTLY = 0.5;
/** Share of the posts that say the largest where most say none, and that say any unless so many authors say the largest. */
const LEAST_SHARE = { largest: 0.25, any: 0.4 } as const;
const MANY = 5;

interface Reading {
  signal: Signal;
  documents: readonly SignalDocument[];
  topic: string;
}

/** The facets that a brief is written from: none where too few say the same, none of it in the topic, and where most posts are a project's chores. */
export function partsOf({ signal, documents, topic }: Reading): Facet[] {
  const { reader, posts } = signal;
  const chores = new Set([...posts.keys()].filter((at) => documents[at] && isChore(documents[at], reader)));
  if (chores.size >= MOSTLY * posts.length) return [];
  const isDemand = (facet: Facet) => facet.posts.filter((at) => chores.has(at)).length < MOSTLY * facet.posts.length;
  const parts = facetsOf(signal, topic).filter(isDemand);
  const [largest] = parts;
  const told = parts.reduce((sum, part) => sum + part.posts.length, 0);
  if (largest === undefined || largest.authors < LEAST_AGREEING) return [];
  const isOne =
    largest.posts.length >= LEAST_SHARE.largest * posts.length &&
    (told >= LEAST_SHARE.any * posts.length || largest.authors >= MANY);
  if (!isOne && told < MOSTLY * posts.length) return [];
  const saysOf = keysOfName(reader.words(largest.text), signal).difference(signal.products);
  const named = keysOfName(reader.words(topic), signal);
  const hasSubject = !saysOf.isSubsetOf(TROUBLES.union(NEEDS));
  return hasSubject && !saysOf.isDisjointFrom(named) ? parts : [];
}
