import { hash } from 'node:crypto';
import { DAY_MS } from '../model/day.ts';
import type { PreparedPost } from '../model/post.ts';

/** Hashes of one text; the share of equal ones estimates how much two texts share (standard error about 0.05). */
const HASHES = 64;

/** Under this many words too few word runs exist to compare, so runs of characters are. */
const FEW_WORDS = 20;
const RUN_LENGTH = 5;
const MOST_RUNS = 400;

function mix(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (half ^ (half >>> 13)) >>> 0;
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}

/** Odd multipliers and addends of the hash family; any fixed ones do, but they are part of every stored signature. */
const MULTIPLIERS = Uint32Array.from({ length: HASHES }, (_, index) => hashText(`multiplier ${index}`) | 1);
const ADDENDS = Uint32Array.from({ length: HASHES }, (_, index) => hashText(`addend ${index}`));

/** Hashes of the runs of five neighbouring words, of a short text of five neighbouring characters. */
function hashRuns(words: readonly string[]): Set<number> {
  const units = words.length >= FEW_WORDS ? words.map(hashText) : Array.from(words.join(' '), hashText);
  const runs = new Set<number>();
  for (let start = 0; start + RUN_LENGTH <= units.length && runs.size < MOST_RUNS; start++) {
    let hash = 0;
    for (let place = start; place < start + RUN_LENGTH; place++) hash = mix(Math.imul(hash, 31) + (units[place] ?? 0));
    runs.add(hash);
  }
  return runs;
}

/** MinHash of a text's runs, the upper 16 bits of each minimum. Equal word lists give equal hashes. */
function minHash(words: readonly string[]): Uint16Array {
  const runs = Uint32Array.from(hashRuns(words));
  const hashes = new Uint16Array(HASHES);
  for (let index = 0; index < HASHES; index++) {
    const [multiplier, addend] = [MULTIPLIERS[index] ?? 1, ADDENDS[index] ?? 0];
    let least = 0xffffffff;
    for (let place = 0; place < runs.length; place++) {
      const value = (Math.imul(runs[place] ?? 0, multiplier) + addend) >>> 0;
      if (value < least) least = value;
    }
    hashes[index] = least >>> 16;
  }
  return hashes;
}

const WINDOW_DAYS = 90;
const GENERATION_MS = 30 * DAY_MS;

/** Fewer words than this and two people may well have written the same thing by themselves. */
const FEWEST_WORDS = 8;

const SAME_TEXT = 0.8;
const BANDS = 8;
const ROWS = 4;

const EXACT_BYTES = 8;
const SIGNATURE_BYTES = EXACT_BYTES + HASHES * 2;

function wordsOf(post: PreparedPost): string[] {
  return `${post.title ?? ''} ${post.text}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * What the duplicate finder needs to know of a post; equal for equal posts. A post under eight words ("App crashes on start")
 * is only ever a duplicate of the same words by the same author: from two people it is two complaints. Without an author
 * such a post has no signature (an empty array) and is never a duplicate.
 */
export function signatureOf(post: PreparedPost, author: string | null): Uint8Array {
  const words = wordsOf(post);
  const short = words.length < FEWEST_WORDS;
  if (short && (author === null || words.length === 0)) return new Uint8Array(0);
  const identity = short ? `${author}\n${post.contentHash}` : post.contentHash;
  const exact = hash('sha256', identity, 'buffer').subarray(0, EXACT_BYTES);
  if (short) return new Uint8Array(exact);
  const signature = new Uint8Array(SIGNATURE_BYTES);
  signature.set(exact);
  const hashes = new DataView(signature.buffer, EXACT_BYTES);
  minHash(words).forEach((hash, index) => {
    hashes.setUint16(index * 2, hash);
  });
  return signature;
}

interface Entry {
  id: string;
  createdAt: number;
  signature: Uint8Array;
}

const hasHashes = (signature: Uint8Array): boolean => signature.length >= SIGNATURE_BYTES;

/** 0-1: estimated Jaccard similarity of the texts behind two signatures with hashes. */
function estimateOverlap(one: Uint8Array, other: Uint8Array): number {
  let equal = 0;
  for (let at = EXACT_BYTES; at < SIGNATURE_BYTES; at += 2)
    if (one[at] === other[at] && one[at + 1] === other[at + 1]) equal++;
  return equal / HASHES;
}

/** Numbers stay exact up to 53 bits. */
const KEY_SPARE_BITS = 11;

const toKey = (upper: number, lower: number): number =>
  (upper >>> 0) * 2 ** (32 - KEY_SPARE_BITS) + (lower >>> KEY_SPARE_BITS);

/** What two signatures have in common when their texts may say the same: the whole text, then the bands. Empty without a signature. */
export function keysOf(signature: Uint8Array): number[] {
  if (signature.length === 0) return [];
  const view = new DataView(signature.buffer, signature.byteOffset, signature.byteLength);
  const keys = [toKey(view.getUint32(0), view.getUint32(4))];
  if (!hasHashes(signature)) return keys;
  for (let band = 0; band < BANDS; band++) {
    let [upper, lower] = [band + 1, ~band];
    for (let row = 0; row < ROWS; row++) {
      const hash = view.getUint16(EXACT_BYTES + 2 * (band * ROWS + row));
      upper = mix(Math.imul(upper ^ hash, 0x9e3779b1));
      lower = mix(Math.imul(lower ^ hash, 0xc2b2ae35));
    }
    keys.push(toKey(upper, lower));
  }
  return keys;
}

/** The month of a post: of the posts of a month that share a key, the first is remembered. */
export const generationOf = (createdAt: number): number => Math.floor(createdAt / GENERATION_MS);

/** One map a key: a map holds 16 million entries at most. */
type Generation = readonly Map<number, Entry>[];

const newGeneration = (): Generation => Array.from({ length: 1 + BANDS }, () => new Map<number, Entry>());

export function createDuplicateFinder() {
  const generations = new Map<number, Generation>();
  let newest = Number.NEGATIVE_INFINITY;

  function forgetOld(): void {
    for (const number of generations.keys()) {
      if ((number + 1) * GENERATION_MS < newest - WINDOW_DAYS * DAY_MS) generations.delete(number);
    }
  }

  function generationFor(createdAt: number): Generation {
    const number = generationOf(createdAt);
    const known = generations.get(number) ?? newGeneration();
    generations.set(number, known);
    return known;
  }

  return {
    /** Makes an original known; a duplicate is not added, so that every copy points at the same post. */
    add(id: string, signature: Uint8Array, createdAt: number): void {
      if (signature.length === 0) return;
      const generation = generationFor(createdAt);
      const entry = { id, createdAt, signature };
      // One post a key bounds the work on floods of nearly equal posts; the first is the likeliest original.
      for (const [at, key] of keysOf(signature).entries())
        if (!generation[at]?.has(key)) generation[at]?.set(key, entry);
      if (createdAt > newest) {
        newest = createdAt;
        forgetOld();
      }
    },
    /** The post of the 90 days around `createdAt` that says the same, or null. */
    find(signature: Uint8Array, createdAt: number): string | null {
      const keys = keysOf(signature);
      for (const generation of generations.values())
        for (let at = 0; at < keys.length; at++) {
          const entry = generation[at]?.get(keys[at] ?? 0);
          if (entry === undefined || Math.abs(entry.createdAt - createdAt) > WINDOW_DAYS * DAY_MS) continue;
          if (!hasHashes(signature) || !hasHashes(entry.signature)) return entry.id;
          if (estimateOverlap(signature, entry.signature) >= SAME_TEXT) return entry.id;
        }
      return null;
    },
  };
}

export type DuplicateFinder = ReturnType<typeof createDuplicateFinder>;
