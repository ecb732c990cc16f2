/** Terms below this share of the sum don't change it in double precision. */
const NEGLIGIBLE = 1e-17;

/** Stirling's series is exact to double precision from here on. */
const STIRLING_FROM = 12;

/** ln(x!) for x >= 0. */
function logFactorial(x: number): number {
  if (x < STIRLING_FROM) {
    let product = 1;
    for (let factor = 2; factor <= x; factor++) product *= factor;
    return Math.log(product);
  }
  const n = x + 1;
  return (
    (n - 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5)
  );
}

function probabilityOf(successes: number, trials: number, share: number): number {
  const logChoose = logFactorial(trials) - logFactorial(successes) - logFactorial(trials - successes);
  return Math.exp(logChoose + successes * Math.log(share) + (trials - successes) * Math.log1p(-share));
}

/** P(X >= successes), summed away from the mean, where terms only shrink. */
function sumUpwards(successes: number, trials: number, share: number): number {
  const odds = share / (1 - share);
  let term = probabilityOf(successes, trials, share);
  let sum = term;
  for (let k = successes; k < trials && term > sum * NEGLIGIBLE; k++) {
    term *= ((trials - k) / (k + 1)) * odds;
    sum += term;
  }
  return sum;
}

/**
 * The exact probability that of `trials` independent draws, each a success with probability `share`, at least `successes`
 * succeed. `successes` and `trials` are whole numbers, 0 <= successes <= trials; 0 <= share <= 1.
 */
export function binomialUpperTail(successes: number, trials: number, share: number): number {
  if (successes <= 0 || share >= 1) return 1;
  if (share <= 0) return 0;
  if (successes >= trials * share) return Math.min(1, sumUpwards(successes, trials, share));
  return Math.max(0, 1 - sumUpwards(trials - successes + 1, trials, 1 - share));
}
