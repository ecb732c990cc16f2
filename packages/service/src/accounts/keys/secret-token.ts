import { hash, randomBytes } from 'node:crypto';

/** 256 random bits in letters, digits, - and _: nobody guesses one, so a plain hash of it is enough. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a token. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');
