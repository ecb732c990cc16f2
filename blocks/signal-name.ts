import { z } from 'zod';

export const MAX_WORDS_LENGTH = 200;
/** Far beyond the pages that anybody turns. */
export const MAX_LIST_NUMBER = 9_999;

export const signalId = z.string().min(1).max(200);

/** How a person names a signal: by its id, the link of its page, by its number in the list they saw last, or by words of its topic. */
export const SignalReference = z.discriminatedUnion('by', [
  z.object({ by: z.literal('id'), id: signalId }),
  z.object({ by: z.literal('link'), url: z.string().min(1).max(500) }),
  z.object({ by: z.literal('number'), number: z.int().min(1).max(MAX_LIST_NUMBER) }),
  z.object({ by: z.literal('words'), words: z.string().min(1).max(MAX_WORDS_LENGTH) }),
]);
export type SignalReference = z.output<typeof SignalReference>;

/** Stands between two signals that are compared. */
export const COMPARE_SEPARATOR = /^(?:vs\.?|versus|against)$/i;
