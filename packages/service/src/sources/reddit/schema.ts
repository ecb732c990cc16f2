import { z } from 'zod';

/** https://www.reddit.com/dev/api#listings */
export const Listing = z.object({
  data: z.object({ after: z.string().nullable(), children: z.array(z.unknown()) }),
});
export type Listing = z.output<typeof Listing>;

/** A link or text post (`t3`): https://github.com/reddit-archive/reddit/wiki/JSON#link-implements-votable--created */
export const Submission = z.object({
  kind: z.literal('t3'),
  data: z.object({
    /** Full name, such as "t3_1abcde". */
    name: z.string().regex(/^t3_[a-z0-9]{1,20}$/),
    title: z.string(),
    /** Markdown; empty for links. */
    selftext: z.string(),
    author: z.string(),
    /** Epoch seconds. */
    created_utc: z.number(),
    permalink: z.string().startsWith('/'),
    score: z.int(),
    /** Who took it down; null while it stands. */
    removed_by_category: z.string().nullish(),
  }),
});
export type Submission = z.output<typeof Submission>;

/** https://github.com/reddit-archive/reddit/wiki/OAuth2#application-only-oauth */
export const AccessToken = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** An entry of the SOURCES file. */
export const RedditEntry = z.strictObject({
  source: z.literal('reddit'),
  subreddits: z.array(z.string().regex(/^\w{2,30}$/, 'must be a name without r/, such as "devops"')).min(1),
  /** The Reddit account of whoever runs this service: Reddit wants it in the User-Agent. */
  account: z.string().regex(/^[\w-]{3,20}$/, 'must be the name of a Reddit account, without u/'),
});
