import { hash } from 'node:crypto';
import { foldText } from '../model/keyword-search.ts';
import { CREDENTIAL_RULES, RANDOM_TEXT_RULES, redactVendorKeys } from './secrets/credentials.ts';
import { PERSONAL_DATA_RULES } from './secrets/personal-data.ts';
import { applyRules, REDACTED } from './secrets/rule.ts';

/**
 * Redacts keys, passwords, tokens, email addresses, phone, card and account numbers, public IP addresses and names in home folders.
 */
export function scrub(text: string): string {
  const withoutKeys = redactVendorKeys(applyRules(text, CREDENTIAL_RULES));
  return applyRules(applyRules(withoutKeys, PERSONAL_DATA_RULES), RANDOM_TEXT_RULES);
}

/** An owner is scrubbed like a repository. */
export type NameKind = 'author' | 'repository';

/**
 * The name without secrets and personal data. Different names stay different, so that authors and repositories are counted right;
 * upper and lower case don't matter, as in `forget`. `scrubText` may know the results of other names already.
 */
export function scrubName(kind: NameKind, name: string, scrubText = scrub): string {
  const scrubbed = scrubText(name);
  if (scrubbed === name) return name;
  const id = shortHash(foldText(name));
  if (kind === 'author') return pseudonymOf(id);
  // A number, because topics may take any other word for the repository's name.
  return withoutCredentials(name) ?? scrubbed.replaceAll(REDACTED, `[redacted-${Number.parseInt(id, 16)}]`);
}

/** The names under which posts of an author or repository may be stored or were forgotten: as written, scrubbed, and as earlier versions scrubbed it. */
export function namesOf(kind: NameKind, name: string, stored = scrubName(kind, name)): string[] {
  if (stored === name) return [name];
  if (kind === 'author') return [...new Set([name, stored, pseudonymOf(shortHash(name))])];
  return sharedNameOf(name) === null ? [name, stored, scrub(name)] : [name, stored];
}

/** The name under which earlier versions stored this repository and others; null if they kept it apart. */
export function sharedNameOf(repository: string): string | null {
  const scrubbed = scrub(repository);
  return scrubbed.includes(REDACTED) && withoutCredentials(repository) === null ? scrubbed : null;
}

const pseudonymOf = (id: string): string => `someone-${id}`;

const shortHash = (name: string): string => hash('sha256', name, 'hex').slice(0, 10);

/** Without user and password, which don't belong to the address of a repository. Null for other names, and where more is secret. */
function withoutCredentials(name: string): string | null {
  const url = URL.parse(name);
  if (url === null || `${url.username}${url.password}` === '') return null;
  url.username = '';
  url.password = '';
  return scrub(url.href) === url.href ? url.href : null;
}
