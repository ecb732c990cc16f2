/** A stream of numbers in [0, 1), the same for the same seed (Lehmer's generator). */
export function seededRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}

/** A Poisson count, by Knuth's product of uniforms; the mean must be small. */
export function drawPoisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > limit || count < 0; count++) product *= random();
  return count;
}
