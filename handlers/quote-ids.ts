import { createHash } from 'node:crypto';
import type { Deps } from './deps.ts';

type Page = Awaited<ReturnType<Deps['client']['evidenceExcerpts']>>['data'];

/** What a quote is known by: the service's id of it, else where it comes from, else its first words, which every mode gives. */
export function quoteIdOf(
  item: Pick<Page['items'][number], 'chunkId' | 'provider' | 'externalId' | 'url' | 'excerpt'>,
): string {
  const { chunkId, provider, externalId, url, excerpt } = item;
  if (chunkId !== null && chunkId !== '') return chunkId.slice(0, LONGEST);
  const origin = externalId === null ? (url ?? (excerpt ?? '').slice(0, FIRST_WORDS)) : `${provider} ${externalId}`;
  return createHash('sha256').update(origin).digest('hex');
}

const LONGEST = 300;
const FIRST_WORDS = 80;
