export const REDACTED = '[redacted]';

type Replacement = string | ((match: string, ...groups: string[]) => string);

/**
 * Every repetition is bounded, so that no input makes a pattern slow. A pattern is tried only on text that contains `sign`, as every
 * match does.
 */
export interface ScrubRule {
  sign: string;
  pattern: RegExp;
  replacement: Replacement;
}

export function applyRules(text: string, rules: readonly ScrubRule[]): string {
  let clean = text;
  for (const { sign, pattern, replacement } of rules) {
    if (!clean.includes(sign)) continue;
    clean = typeof replacement === 'string' ? clean.replace(pattern, replacement) : clean.replace(pattern, replacement);
  }
  return clean;
}
