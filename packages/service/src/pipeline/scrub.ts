import { SCRUB_RULES } from './scrub-rules.ts';

/** The text without keys, passwords, tokens, e-mail addresses, telephone numbers, public IP addresses and names in home folders. */
export function scrub(text: string): string {
  let clean = text;
  for (const { sign, pattern, replacement } of SCRUB_RULES) {
    if (!clean.includes(sign)) continue;
    clean = typeof replacement === 'string' ? clean.replace(pattern, replacement) : clean.replace(pattern, replacement);
  }
  return clean;
}
