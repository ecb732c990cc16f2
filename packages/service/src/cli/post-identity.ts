import { InvalidArgumentError } from 'commander';
import type { PostIdentity } from '../store/index.ts';

const PROVIDER = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export function parseProvider(text: string): string {
  if (PROVIDER.test(text)) return text;
  throw new InvalidArgumentError('It must be the lower-case name of a provider such as github.');
}

/** The id may hold colons itself. */
export function parsePostIdentity(text: string): PostIdentity {
  const colon = text.indexOf(':');
  const provider = text.slice(0, Math.max(colon, 0));
  const externalId = text.slice(colon + 1);
  if (PROVIDER.test(provider) && externalId !== '') return { provider, externalId };
  throw new InvalidArgumentError('It must be a provider and the id there, such as github:acme/widget#17.');
}
