import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '../../model/day.ts';

/** 256 random bits in base64url, which cannot be guessed: a plain hash is enough. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** The form in which a token is stored. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** Like the session's cookie, rejected by browsers from another host or without TLS. */
export const knownBrowserCookieName = (serviceUrl: string): string =>
  `${serviceUrl.startsWith('https:') ? '__Host-' : ''}pain_browser`;

export const KNOWN_BROWSER_LIFETIME_MS = 365 * DAY_MS;

/** Keyed by the password's hash, so that a new password makes every token worthless. */
const signatureOf = (browserId: string, accountId: string, passwordHash: string): string =>
  createHmac('sha256', passwordHash).update(`known browser ${accountId} ${browserId}`).digest('base64url');

/** What a browser keeps after its owner signed in: it names no account. */
export function createBrowserToken(accountId: string, passwordHash: string): string {
  const browserId = createToken();
  return `${browserId}.${signatureOf(browserId, accountId, passwordHash)}`;
}

/** The id of a browser in which somebody signed in to the account with its present password; null for any other token. */
export function knownBrowserId(token: string, accountId: string, passwordHash: string): string | null {
  const [browserId = '', given = ''] = token.split('.');
  const [found, expected] = [given, signatureOf(browserId, accountId, passwordHash)].map((text) => Buffer.from(text));
  if (found === undefined || expected === undefined || found.length !== expected.length) return null;
  return timingSafeEqual(found, expected) ? browserId : null;
}
