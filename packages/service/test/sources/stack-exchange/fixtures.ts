// After https://api.stackexchange.com/docs/questions, https://api.stackexchange.com/docs/types/question,
// https://api.stackexchange.com/docs/types/shallow-user and https://api.stackexchange.com/docs/wrapper

export const seQuestion = ({ id, createdAt }: { id: number; createdAt: number }) => ({
  tags: ['kubernetes', 'ingress'],
  owner: {
    account_id: 3_024,
    reputation: 87,
    user_id: 967,
    user_type: 'registered',
    accept_rate: 81,
    profile_image: 'https://www.gravatar.com/avatar/0?s=256&d=identicon&r=PG',
    display_name: 'Ren&#233;e O&#39;Neil',
    link: 'https://stackoverflow.com/users/967/renee',
  } as Record<string, unknown>,
  is_answered: false,
  view_count: 20,
  accepted_answer_id: undefined as number | undefined,
  answer_count: 0,
  score: 2,
  last_activity_date: createdAt / 1_000,
  creation_date: createdAt / 1_000,
  last_edit_date: createdAt / 1_000,
  question_id: id,
  content_license: 'CC BY-SA 4.0' as string | undefined,
  link: `https://stackoverflow.com/questions/${id}/why`,
  title: 'Why does &lt;Ingress&gt; answer &quot;503&quot; after an update?',
  body: '<p>It worked <em>before</em>.</p>\n<pre><code>curl -v</code></pre>',
});

export const wrapper = (items: readonly unknown[], more: Record<string, unknown> = {}) => ({
  items,
  has_more: false,
  quota_max: 300,
  quota_remaining: 271,
  ...more,
});

export const throttled = (seconds: number) => ({
  error_id: 502,
  error_message: `too many requests from this IP, more requests available in ${seconds} seconds`,
  error_name: 'throttle_violation',
});
