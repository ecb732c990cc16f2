// Lobsters documents its JSON in its source code alone: https://github.com/lobsters/lobsters, Story#as_json

export const lobstersStory = ({ id, createdAt }: { id: string; createdAt: number }) => ({
  short_id: id,
  short_id_url: `https://lobste.rs/s/${id}`,
  created_at: new Date(createdAt).toISOString().replace('Z', '-00:00'),
  title: `Why is our CI so slow? ${id}`,
  url: '',
  score: 12,
  flags: 0,
  comment_count: 3,
  description: '<p>Half an hour for a <code>README</code> change.</p>\n',
  description_plain: 'Half an hour for a `README` change.',
  comments_url: `https://lobste.rs/s/${id}/why_is_our_ci_so_slow`,
  submitter_user: 'barbara' as unknown,
  user_is_author: true,
  tags: ['ask', 'devops'],
});
