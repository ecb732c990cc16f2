/**
 * Words and phrases of one area, comma-separated, as people write them. `telling`: hardly anyone says it elsewhere;
 * `typical`: mostly said here; `vague`: said elsewhere too, so it only tips a balance.
 */
export interface AreaSeeds {
  telling: string;
  typical: string;
  vague: string;
}
