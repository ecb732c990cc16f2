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
export function scrubName(kind: NameKind, written: string, scrubText = scrub): string {
  const name = withoutEnds(written);
  const scrubbed = scrubText(name);
  if (scrubbed === name) return name;
  const id = shortHash(foldText(name));
  if (kind === 'author') return pseudonymOf(id);
  // A number, because topics may take any other word for the repository's name.
  return withoutCredentials(name) ?? scrubbed.replaceAll(REDACTED, `[redacted-${Number.parseInt(id, 16)}]`);
}

/** Spaces around a name make no other author. */
const withoutEnds = (name: string): string => name.trim() || name;

/**
 * The names under which posts of an author or repository may be stored or were forgotten: as written, scrubbed, and as earlier
 * versions scrubbed it. Always with an author's pseudonym, because another spelling of the name may be one that is scrubbed.
 */
export function namesOf(kind: NameKind, name: string, stored = scrubName(kind, name)): string[] {
  const names = [name, stored];
  if (kind === 'author') names.push(pseudonymOf(shortHash(foldText(withoutEnds(name)))));
  if (stored !== withoutEnds(name)) {
    if (kind === 'author') names.push(pseudonymOf(shortHash(name)));
    else if (sharedNameOf(name) === null) names.push(scrub(name));
  }
  return [...new Set(names)];
}

/** Of more words than these, no mixture of lower-case and capitalized ones is tried. */
const MOST_MIXED_WORDS = 6;

/** As `namesOf`, for `forget`, which may be told a name in another case than the one that was scrubbed. The first is `name`. */
export function namesInAnyCase(kind: NameKind, name: string): string[] {
  const spellings = [name, foldText(name), name.toUpperCase(), ...(kind === 'author' ? capitalizations(name) : [])];
  return [...new Set(spellings.flatMap((spelling) => namesOf(kind, spelling)))];
}

/** Earlier versions hashed an author's name as written, such as Ada@Example.com; a hash doesn't tell how. */
function capitalizations(name: string): string[] {
  const parts = name.toLowerCase().split(/(\p{L}+)/u);
  const both = (part: string) => [...new Set([part, part.charAt(0).toUpperCase() + part.slice(1)])];
  const words = Math.floor(parts.length / 2);
  if (words > MOST_MIXED_WORDS) return [parts.map((part) => both(part).at(-1)).join('')];
  return parts.reduce<string[]>(
    (begun, part) => begun.flatMap((start) => both(part).map((next) => `${start}${next}`)),
    [''],
  );
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
