/** Hashes of one text; the share of equal ones estimates how much two texts share (standard error about 0.05). */
export const HASHES = 64;

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
export function minHash(words: readonly string[]): Uint16Array {
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
export function estimateOverlap(one: Uint16Array, other: Uint16Array): number {
  let equal = 0;
  for (let index = 0; index < HASHES; index++) if (one[index] === other[index]) equal++;
  return equal / HASHES;
}
