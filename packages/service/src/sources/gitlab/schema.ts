import { z } from 'zod';
import { SiteAddress } from '../web-address.ts';

/** https://docs.gitlab.com/api/issues/#list-project-issues */
export const Issue = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  created_at: z.iso.datetime({ offset: true }),
  web_url: z.url(),
  author: z.object({ username: z.string() }).nullish(),
  upvotes: z.int().nonnegative().default(0),
  confidential: z.boolean().default(false),
});
export type Issue = z.output<typeof Issue>;

export const IssueList = z.array(z.unknown());

const SEGMENT = '[A-Za-z0-9_.][A-Za-z0-9_.-]{0,254}';

/** An entry of the SOURCES file. */
export const GitlabEntry = z.strictObject({
  source: z.literal('gitlab'),
  url: SiteAddress.default('https://gitlab.com'),
  projects: z
    .array(z.string().regex(new RegExp(`^${SEGMENT}(/${SEGMENT})+$`), 'must be a path such as "gitlab-org/gitlab"'))
    .min(1),
  /** Only issues that carry every one of these labels. */
  labels: z.array(z.string().min(1).max(255)).default([]),
  /** Show GITLAB_TOKEN to this server; gitlab.com sees it without being told. */
  sendToken: z.boolean().optional(),
});
