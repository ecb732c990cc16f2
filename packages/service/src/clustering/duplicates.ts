import { createHash } from 'node:crypto';
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
  const minima = new Uint32Array(HASHES).fill(0xffffffff);
  for (const run of hashRuns(words)) {
    for (let index = 0; index < HASHES; index++) {
      const value = (Math.imul(run, MULTIPLIERS[index] ?? 1) + (ADDENDS[index] ?? 0)) >>> 0;
      if (value < (minima[index] ?? 0)) minima[index] = value;
    }
  }
  return Uint16Array.from(minima, (value) => value >>> 16);
}

/** 0-1: estimated Jaccard similarity of the texts behind two hashes. */
function estimateOverlap(one: Uint16Array, other: Uint16Array): number {
  let equal = 0;
  for (let index = 0; index < HASHES; index++) if (one[index] === other[index]) equal++;
  return equal / HASHES;
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
  const exact = createHash('sha256').update(identity).digest().subarray(0, EXACT_BYTES);
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
  hashes: Uint16Array | null;
}

interface Keys {
  exact: bigint;
  hashes: Uint16Array | null;
  bands: number[];
}

function bandsOf(hashes: Uint16Array): number[] {
  return Array.from({ length: BANDS }, (_, band) => {
    let key = band + 1;
    for (let row = 0; row < ROWS; row++)
      key = Math.imul(key ^ (hashes[band * ROWS + row] ?? 0), 0x9e3779b1) ^ (key >>> 15);
    return key | 0;
  });
}

function parseSignature(signature: Uint8Array): Keys {
  const view = new DataView(signature.buffer, signature.byteOffset, signature.byteLength);
  const exact = view.getBigUint64(0);
  if (signature.length < SIGNATURE_BYTES) return { exact, hashes: null, bands: [] };
  const hashes = Uint16Array.from({ length: HASHES }, (_, index) => view.getUint16(EXACT_BYTES + index * 2));
  return { exact, hashes, bands: bandsOf(hashes) };
}

/** Posts of about a month, so that a month can be forgotten at once. */
interface Generation {
  exact: Map<bigint, Entry>;
  /** One map a band: a map holds 16 million entries at most. */
  bands: readonly Map<number, Entry>[];
}

const newGeneration = (): Generation => ({
  exact: new Map(),
  bands: Array.from({ length: BANDS }, () => new Map<number, Entry>()),
});

export interface DuplicateFinder {
  /** Makes an original known; a duplicate is not added, so that every copy points at the same post. */
  add(id: string, signature: Uint8Array, createdAt: number): void;
  /** The post of the 90 days around `createdAt` that says the same, or null. */
  find(signature: Uint8Array, createdAt: number): string | null;
}

export function createDuplicateFinder(): DuplicateFinder {
  const generations = new Map<number, Generation>();
  let newest = Number.NEGATIVE_INFINITY;

  function forgetOld(): void {
    for (const number of generations.keys()) {
      if ((number + 1) * GENERATION_MS < newest - WINDOW_DAYS * DAY_MS) generations.delete(number);
    }
  }

  function generationOf(createdAt: number): Generation {
    const number = Math.floor(createdAt / GENERATION_MS);
    const known = generations.get(number) ?? newGeneration();
    generations.set(number, known);
    return known;
  }

  function candidates({ exact, bands }: Keys): Entry[] {
    return [...generations.values()].flatMap((generation) =>
      [generation.exact.get(exact), ...bands.map((key, band) => generation.bands[band]?.get(key))].filter(
        (entry) => entry !== undefined,
      ),
    );
  }

  return {
    add(id, signature, createdAt) {
      if (signature.length === 0) return;
      const { exact, hashes, bands } = parseSignature(signature);
      const { exact: exactly, bands: banded } = generationOf(createdAt);
      const entry = { id, createdAt, hashes };
      if (!exactly.has(exact)) exactly.set(exact, entry);
      // One post a band bounds the work on floods of nearly equal posts; the first is the likeliest original.
      for (const [band, key] of bands.entries()) if (!banded[band]?.has(key)) banded[band]?.set(key, entry);
      if (createdAt > newest) {
        newest = createdAt;
        forgetOld();
      }
    },
    find(signature, createdAt) {
      if (signature.length === 0) return null;
      const keys = parseSignature(signature);
      for (const entry of candidates(keys)) {
        if (Math.abs(entry.createdAt - createdAt) > WINDOW_DAYS * DAY_MS) continue;
        if (keys.hashes === null || entry.hashes === null) return entry.id;
        if (estimateOverlap(keys.hashes, entry.hashes) >= SAME_TEXT) return entry.id;
      }
      return null;
    },
  };
}
