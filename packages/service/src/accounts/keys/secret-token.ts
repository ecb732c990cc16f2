import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in base64url, which cannot be guessed: a plain hash is enough. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** The form in which a token is stored. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** Whether an Authorization header carries the token; takes the same time for every other one. */
export function bearerMatches(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}
