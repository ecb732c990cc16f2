import rules from './gitleaks.json' with { type: 'json' };
import { REDACTED } from './rule.ts';

interface VendorRule {
  keywords: readonly string[];
  pattern: RegExp;
}

/** Rules of gitleaks (see NOTICE), translated by test/text/write-secret-rules.ts. */
const VENDOR_RULES: readonly VendorRule[] = rules.map(({ keywords, pattern }) => ({
  keywords,
  pattern: new RegExp(pattern, 'g'),
}));

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const KEYWORDS = [...new Set(VENDOR_RULES.flatMap(({ keywords }) => keywords))].sort();

/** One pass over a text costs a tenth of looking for each keyword. Sorted, a keyword comes before those that begin with it. */
const KEYWORD = new RegExp(`(?=(${KEYWORDS.map(escapePattern).join('|')}))`, 'g');

const rulesOf = new Map(
  KEYWORDS.map((found) => [
    found,
    VENDOR_RULES.filter(({ keywords }) => keywords.some((keyword) => keyword.startsWith(found))),
  ]),
);

/** A shorter group is a part of the pattern, such as a region. */
const SHORTEST_KEY = 8;

function redactKey(match: string, ...[key]: unknown[]): string {
  return typeof key === 'string' && key.length >= SHORTEST_KEY ? match.replace(key, () => REDACTED) : REDACTED;
}

/** Redacts keys and tokens in the forms that some two hundred vendors give them. */
export function redactVendorKeys(text: string): string {
  const candidates = new Set<VendorRule>();
  for (const [, keyword = ''] of text.toLowerCase().matchAll(KEYWORD))
    for (const rule of rulesOf.get(keyword) ?? []) candidates.add(rule);
  return [...candidates].reduce((clean, { pattern }) => clean.replace(pattern, redactKey), text);
}
