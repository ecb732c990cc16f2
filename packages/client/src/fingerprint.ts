import { createHash } from 'node:crypto';

/** Names a key without giving it away: it stands in Redis and in memory where the key need not. */
export const fingerprintKey = (apiKey: string): string =>
  createHash('sha256').update(apiKey).digest('hex').slice(0, 32);
