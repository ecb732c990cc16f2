import { hash, timingSafeEqual } from 'node:crypto';
import type { Account, Store } from '../store/index.ts';
import { createToken, hashToken } from './secret-token.ts';

/** A signed-in person. */
export interface Session {
  account: Account;
  token: string;
}

export interface Sessions {
  /** A new session with a token of its own, whatever token was there before. */
  start(account: Account): Promise<Session>;
  /** Null when nobody is signed in with this token. */
  find(token: string | undefined): Promise<Session | null>;
  end(token: string): Promise<void>;
}

/** The prefix makes browsers refuse a cookie of this name from a neighbouring host or without TLS. */
export const sessionCookieName = (serviceUrl: string): string =>
  `${serviceUrl.startsWith('https:') ? '__Host-' : ''}pain_session`;

const DAY_MS = 24 * 3_600_000;
export const SESSION_LIFETIME_MS = 30 * DAY_MS;
const IDLE_MS = 7 * DAY_MS;
const TOUCH_EVERY_MS = 3_600_000;

export function createSessions({ sessions }: Pick<Store, 'sessions'>): Sessions {
  return {
    async start(account) {
      const token = createToken();
      await sessions.create(hashToken(token), account.id, SESSION_LIFETIME_MS);
      return { account, token };
    },
    async find(token) {
      if (token === undefined) return null;
      const found = await sessions.find(hashToken(token), IDLE_MS);
      if (found === null) return null;
      if (found.unseenMs >= TOUCH_EVERY_MS) await sessions.touch(hashToken(token));
      return { account: found.account, token };
    },
    end: (token) => sessions.end(hashToken(token)),
  };
}

/**
 * What a form must bring along to show that it is ours: another site can make a browser send the cookie, but cannot read it.
 * Also for visitors who are not signed in, whose cookie is a token that belongs to no session.
 */
export const formTokenOf = (token: string): string => hash('sha256', `form ${token}`, 'base64url');

export function formTokenMatches(token: string | undefined, given: string): boolean {
  if (token === undefined) return false;
  const [expected, found] = [Buffer.from(formTokenOf(token)), Buffer.from(given)];
  return expected.length === found.length && timingSafeEqual(expected, found);
}
