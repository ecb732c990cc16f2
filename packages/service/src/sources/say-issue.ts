import type { z } from 'zod';

/** What YAML may hold, as people call it. */
const YAML_KINDS: Readonly<Record<string, string>> = {
  array: 'a list, such as [one, two]',
  string: 'a text; a number or a date wants quotes around it',
  boolean: 'true or false',
  number: 'a number',
  object: 'a group of settings',
};

/** What is wrong with an entry of the SOURCES file, for somebody who writes YAML and knows nothing of schemas. */
export function describeIssue(issue: z.core.$ZodIssue, entry: unknown): string {
  const name = settingName(issue.path);
  const about = (fault: string) => (name === '' ? fault : `${name}: ${fault}`);
  switch (issue.code) {
    case 'invalid_type':
      if (valueAt(entry, issue.path) == null)
        return about(`is missing; it must be ${YAML_KINDS[issue.expected] ?? 'given'}`);
      return about(`must be ${YAML_KINDS[issue.expected] ?? issue.expected}`);
    case 'unrecognized_keys':
      return about(`there is no setting ${issue.keys.map((key) => `"${key}"`).join(' or ')} for this source`);
    case 'invalid_value':
      return about(`must be one of ${issue.values.join(', ')}`);
    case 'too_small':
      return about(issue.origin === 'array' ? 'must name at least one' : 'must not be empty');
    case 'too_big':
      return about(`must not be longer than ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`);
    default:
      // Of the other kinds each says itself what it wants.
      return about(issue.message);
  }
}

/** People count from one: "repositories, number 2". */
const settingName = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? `number ${part + 1}` : String(part))).join(', ');

const valueAt = (entry: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | null | undefined)?.[part], entry);
