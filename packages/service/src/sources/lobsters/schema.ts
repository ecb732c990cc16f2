import { z } from 'zod';

/** A page of https://lobste.rs/newest.json; the fields are those of the site's own source code (lobsters/lobsters). */
export const StoryPage = z.array(z.unknown());

export const Story = z.object({
  short_id: z.string().regex(/^[a-z0-9]{1,20}$/i),
  created_at: z.iso.datetime({ offset: true }),
  title: z.string(),
  /** HTML; empty for most links. */
  description: z.string().nullish(),
  score: z.int(),
  tags: z.array(z.string()),
  short_id_url: z.url(),
  /** A name today, an account with a name in the past. */
  submitter_user: z
    .union([z.string(), z.object({ username: z.string() }).transform(({ username }) => username)])
    .nullish(),
});
export type Story = z.output<typeof Story>;

/** An entry of the SOURCES file. */
export const LobstersEntry = z.strictObject({
  source: z.literal('lobsters'),
  /** Only stories that carry any of these. */
  tags: z.array(z.string().min(1).max(30)).min(1).optional(),
});
