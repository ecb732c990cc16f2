import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { importPosts } from '../../src/jobs/import.ts';
import { IncomingPost } from '../../src/model/post.ts';
import { inFolder, openTestStore } from '../support/test-pipeline.ts';

const NOW = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;

const postsOf = (pain: string, text: string, daysAgo: readonly number[]) =>
  daysAgo.map((days, at) =>
    IncomingPost.parse({
      provider: 'github',
      externalId: `${pain} ${at}`,
      title: text,
      body: `${text}. ${pain} number ${at}.`,
      author: `${pain}-author-${at}`,
      repository: `${pain}-${at % 4}/repository`,
      createdAt: new Date(NOW - days * DAY_MS).toISOString(),
    }),
  );

test('the list of briefs begins with what people write about today, not with what many wrote about long ago', async () => {
  const store = await openTestStore(await inFolder());
  const quiet = postsOf(
    'printing',
    'Printing cuts off the last page of a report',
    [25, 27, 28, 29, 30, 31, 33, 34, 36, 38],
  );
  const loud = postsOf('login', 'Login loses the session after a redirect', [1, 2, 2, 3, 4, 5, 9]);
  await importPosts({ store, now: () => NOW, newId: randomUUID }, [...quiet, ...loud]);

  const topics = (await store.briefs.list(NOW)).map(({ topic }) => topic);

  expect(topics).toEqual([expect.stringMatching(/session/i), expect.stringMatching(/page/i)]);
});
