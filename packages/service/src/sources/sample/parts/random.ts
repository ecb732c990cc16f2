/** Random choices that are a pure function of a seed, the same on every machine. */
export interface Random {
  /** A number in [0, 1). */
  fraction(): number;
  /** A whole number in [0, below). */
  below(below: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** `count` different elements, or all of them, in random order. */
  sample<T>(from: readonly T[], count: number): T[];
}

/** Mixes the bits of a 32-bit number so that neighbouring inputs give unrelated outputs. */
function mix(bits: number): number {
  let mixed = bits | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A 32-bit hash of a text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

export function randomFrom(seed: string): Random {
  let state = hashText(seed);

  function fraction(): number {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) / 2 ** 32;
  }

  const below = (limit: number): number => Math.floor(fraction() * limit);

  function pick<T>(from: readonly T[]): T {
    const picked = from[below(from.length)];
    if (picked === undefined) throw new RangeError('nothing to pick from: the list is empty');
    return picked;
  }

  function sample<T>(from: readonly T[], count: number): T[] {
    const rest = [...from];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(below(rest.length), 1));
    return taken;
  }

  return { fraction, below, chance: (probability) => fraction() < probability, pick, sample };
}
