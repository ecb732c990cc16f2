import { decodeJson } from '@pain-signals/contract';
import { DigestProposal, Query, ShareRequest } from '@pain-signals/domain';
import { z } from 'zod';
import { BLOCK_LIMITS } from './card.ts';

/** Drops the way back if the value is too long; null if it still is. */
export function encodeQuery(query: Query): string | null {
  return encodeButtonValue(query) ?? encodeButtonValue(withoutBackQuery(query));
}

export function encodeShareRequest(request: ShareRequest): string | null {
  return encodeButtonValue(request) ?? encodeButtonValue({ ...request, subject: withoutBackQuery(request.subject) });
}

/** Another interpretation of somebody's text; only that person may switch to it. */
export const QueryCorrection = z.object({ question: Query, askedBy: z.string().min(1).max(100) });
export type QueryCorrection = z.output<typeof QueryCorrection>;

export const encodeCorrection = (correction: QueryCorrection): string | null => encodeButtonValue(correction);
export const decodeCorrection = (value: unknown): QueryCorrection | null => decodeButtonValue(QueryCorrection, value);

export const withoutBackQuery = (query: Query): object => ({ ...query, back: undefined });

export const decodeQuery = (value: unknown): Query | null => decodeButtonValue(Query, value);

export const decodeShareRequest = (value: unknown): ShareRequest | null => decodeButtonValue(ShareRequest, value);

/** Null when it is longer than Slack takes. */
export function encodeButtonValue(state: object): string | null {
  const value = JSON.stringify(state);
  return value.length <= BLOCK_LIMITS.buttonValue ? value : null;
}

/** Null for anything that this version did not write: a request can hold any value. */
export const decodeButtonValue = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null =>
  typeof value === 'string' && value.length <= BLOCK_LIMITS.buttonValue ? decodeJson(schema, value) : null;

/** `of`: a digest's id, a channel's id, 'here' (the current channel) or 'any' (to be chosen). */
const DigestSetUp = z.object({ of: z.string().max(100), ...DigestProposal.shape });
export type DigestSetUp = z.output<typeof DigestSetUp>;

export const encodeDigestSetUp = (of: string, { areas, types }: DigestProposal): string =>
  JSON.stringify({ of, areas, types } satisfies DigestSetUp);

/** Buttons outside lists hold `of` alone. */
export function decodeDigestSetUp(value: string): DigestSetUp {
  return decodeJson(DigestSetUp, value) ?? { of: value.slice(0, 100), areas: [], types: [] };
}
