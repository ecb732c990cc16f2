import { parseJson } from '@pain-signals/contract';
import type { z } from 'zod';
import { AccessDeniedError, GoneError, type SourceError, UnavailableError, UnexpectedResponseError } from './errors.ts';
import type { RawResponse } from './send.ts';

const MAX_ISSUES_NAMED = 3;

/** Why a response is unusable; null for a good one. `spent`: until when the rate budget is used up, if it is. */
export function responseError(
  what: string,
  { status, header, text }: RawResponse,
  spent: number | null,
): SourceError | null {
  if (status >= 200 && status < 300) return null;
  const says = `${what} answers ${status}`;
  // GitHub's rate limits answer 403 too, and the secondary one may have no header.
  if (status === 429 || (status === 403 && (spent !== null || /rate limit/i.test(text))))
    return new UnavailableError(`${says}: called too often`, { limited: true, retryAt: spent });
  if (status >= 500 || status === 408) return new UnavailableError(says, { retryAt: spent });
  if (status === 404 || status === 410) return new GoneError(`${says}: it does not exist or is not public.`);
  if (status === 401 || status === 403)
    return new AccessDeniedError(
      isJson(header('content-type'))
        ? `${says}: check the credentials and what they may read.`
        : `${says} with a web page: the site wants a person to sign in or turns programs away.`,
      { answer: parseJson(text) },
    );
  return new UnexpectedResponseError(says, { answer: parseJson(text) });
}

/** The body of a good response. Throws {@link UnexpectedResponseError}. */
export function parseJsonResponse<Schema extends z.ZodType>(
  what: string,
  { header, text }: RawResponse,
  schema: Schema,
): z.output<Schema> {
  const type = header('content-type');
  if (!isJson(type))
    throw new UnexpectedResponseError(
      `${what} answers ${type === null ? 'something without a type' : type.split(';', 1)[0]} where JSON was expected. ` +
        'Is the address right, and does the site let programs read it?',
    );
  const json = parseJson(text);
  if (json === undefined) throw new UnexpectedResponseError(`${what} answers something that is no JSON`);
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MAX_ISSUES_NAMED);
  throw new UnexpectedResponseError(
    `${what} answers in an unknown shape: ${issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`,
    { answer: json },
  );
}

const isJson = (contentType: string | null): boolean => /^[^;]*[/+]json\b/i.test(contentType ?? '');
