// After https://www.reddit.com/dev/api#GET_new, https://github.com/reddit-archive/reddit/wiki/JSON and
// https://github.com/reddit-archive/reddit/wiki/OAuth2#application-only-oauth

export const submission = ({ id, createdAt }: { id: string; createdAt: number }) => ({
  kind: 't3',
  data: {
    id,
    name: `t3_${id}`,
    title: `Terraform plan takes forever ${id}`,
    selftext: 'Twenty minutes & counting.',
    selftext_html: '<div class="md"><p>Twenty minutes &amp; counting.</p></div>',
    author: 'tf_user',
    author_fullname: 't2_abc',
    author_flair_text: null,
    subreddit: 'devops',
    subreddit_id: 't5_2sn8l',
    subreddit_name_prefixed: 'r/devops',
    subreddit_type: 'public',
    created: createdAt / 1_000,
    created_utc: createdAt / 1_000,
    permalink: `/r/devops/comments/${id}/terraform_plan_takes_forever/`,
    url: `https://www.reddit.com/r/devops/comments/${id}/terraform_plan_takes_forever/`,
    domain: 'self.devops',
    is_self: true,
    score: 21,
    ups: 21,
    downs: 0,
    upvote_ratio: 0.93,
    num_comments: 14,
    over_18: false,
    spoiler: false,
    locked: false,
    stickied: false,
    archived: false,
    hidden: false,
    edited: false,
    distinguished: null,
    removed_by: null,
    removed_by_category: null as string | null,
    link_flair_text: null,
    thumbnail: 'self',
    media: null,
    gilded: 0,
  },
});

export const deletedByAuthor = (id: string, createdAt: number) => {
  const { kind, data } = submission({ id, createdAt });
  return { kind, data: { ...data, author: '[deleted]', selftext: '[deleted]', removed_by_category: 'deleted' } };
};
export const removedByModerator = (id: string, createdAt: number) => {
  const { kind, data } = submission({ id, createdAt });
  return { kind, data: { ...data, selftext: '[removed]', removed_by_category: 'moderator' } };
};

export const listing = (children: readonly unknown[], after: string | null = null) => ({
  kind: 'Listing',
  data: { after, dist: children.length, modhash: null, geo_filter: '', children, before: null },
});

export const accessToken = { access_token: 'eyJhbGci', token_type: 'bearer', expires_in: 86_400, scope: '*' };
