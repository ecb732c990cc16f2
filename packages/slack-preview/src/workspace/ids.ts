import { randomBytes } from 'node:crypto';

/** An id in Slack's style: a letter or two that tells what it is, then upper-case letters and digits. */
export function newId(prefix: string): string {
  return prefix + randomBytes(5).toString('hex').toUpperCase();
}

/** A part of an address that nobody can guess. */
export function newSecret(): string {
  return randomBytes(16).toString('base64url');
}
