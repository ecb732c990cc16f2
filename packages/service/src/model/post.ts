import { z } from 'zod';

const MAX_TITLE = 100_000;
const MAX_BODY = 5_000_000;
const MAX_NAME = 500;

const optionalText = (max: number) =>
  z
    .string({ error: 'must be a text or null' })
    .max(max, `must not be longer than ${max} characters`)
    .nullish()
    .transform((text) => text ?? null);

const ID_RULE = `must be a text of 1 to ${MAX_NAME} characters or a whole number`;
const PROVIDER_RULE =
  'must be a lower-case name such as "github": up to 64 letters, digits, dots, dashes and underscores';
const INSTANT_RULE = 'must be an ISO 8601 instant with a zone, such as "2026-03-01T12:00:00Z"';
const COUNT_RULE = 'must be a whole number, 0 or more';

/** Epoch ms. A clock that was never set can give a time before the epoch, which would distort a signal's first day. */
const Instant = z.iso
  .datetime({ offset: true, error: INSTANT_RULE })
  .transform((text) => Date.parse(text))
  .refine((at) => at >= 0, 'must not be before 1970');

/** CSV files contain it as text. */
const CountAsText = z
  .string()
  .regex(/^\d{1,15}$/, COUNT_RULE)
  .transform(Number);
const Count = z
  .union([z.int({ error: COUNT_RULE }).min(0, COUNT_RULE), CountAsText], { error: COUNT_RULE })
  .nullish()
  .transform((count) => count ?? 0);

/** Hosts whose repositories have owners; elsewhere `owner` is ignored. */
export const CODE_HOSTS: ReadonlySet<string> = new Set(['github', 'gitlab', 'codeberg', 'bitbucket']);

/** A post from a source or an import file; (provider, externalId) is its identity. */
export const IncomingPost = z
  .object(
    {
      provider: z.string({ error: PROVIDER_RULE }).regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, PROVIDER_RULE),
      externalId: z.union(
        [z.string().min(1, ID_RULE).max(MAX_NAME, ID_RULE), z.int({ error: ID_RULE }).transform(String)],
        {
          error: ID_RULE,
        },
      ),
      title: optionalText(MAX_TITLE),
      body: optionalText(MAX_BODY),
      createdAt: Instant,
      url: optionalText(3_000),
      author: optionalText(MAX_NAME),
      repository: optionalText(MAX_NAME),
      owner: optionalText(MAX_NAME),
      licence: optionalText(MAX_NAME),
      reactions: Count,
    },
    { error: 'a post must be an object with provider, externalId, createdAt and a title or body' },
  )
  .refine((post) => (post.title ?? '').trim() !== '' || (post.body ?? '').trim() !== '', {
    message: 'title and body must not both be empty',
  });
export type IncomingPost = z.output<typeof IncomingPost>;

/** How often each term occurs in a text; the key is the term itself. */
export type TermCounts = ReadonlyMap<string, number>;

/** A post's terms as search sees them, in order, separated by spaces. */
export interface SearchTerms {
  titleTerms: string;
  bodyTerms: string;
}

/** A post as plain text without secrets, split into chunks, with term counts. */
export interface PreparedPost {
  /** Plain text, one line, scrubbed; null without a title. */
  title: string | null;
  /** Plain text of the body, scrubbed; '' without a body. */
  text: string;
  /** One to six parts of the post in order, each readable by itself; the unit of evidence. */
  chunks: readonly string[];
  /** Input of clustering. Empty for a post without words (only emoji, say), which then joins no signal. */
  terms: TermCounts;
  /** What search finds it by. */
  searchTerms: SearchTerms;
  /** Hex SHA-256 of the folded text: equal for equal posts. */
  contentHash: string;
  /** Severity by the lexicon, 0-1. */
  severity: number;
}
