import { hash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url, which cannot be guessed: a plain hash is enough. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** The form in which a token is stored. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');
