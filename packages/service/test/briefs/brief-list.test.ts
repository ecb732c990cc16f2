import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { importPosts } from '../../src/jobs/import.ts';
import { IncomingPost } from '../../src/model/post.ts';
import { inFolder, openTestStore } from '../support/test-pipeline.ts';

const NOW = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;

interface Pain {
  title: string;
  bodies: readonly string[];
  /** When the first was posted; a day lies between each two. */
  lastDaysAgo: number;
}

const postsOf = ({ title, bodies, lastDaysAgo }: Pain) =>
  bodies.map((body, at) =>
    IncomingPost.parse({
      provider: 'github',
      externalId: `${title} ${at}`,
      title,
      body,
      author: `${title} author ${at}`,
      repository: `owner-${at}/repository`,
      createdAt: new Date(NOW - (lastDaysAgo + at) * DAY_MS).toISOString(),
    }),
  );

const QUIET: Pain = {
  title: 'Printing fails after the first page',
  bodies: [
    'The printer stops after one page and the tray stays full.',
    'Only the first page of a report comes out, then printing fails.',
    'After page one our laser printer blinks, the job is gone from the queue.',
    'Printing invoices fails: one page, then nothing.',
    'Landscape documents print their first page and no other.',
    'With duplex printing turned on it fails after the first page, too.',
    'The second page is never sent to the printer, says its log.',
  ],
  lastDaysAgo: 20,
};
const LOUD: Pain = {
  title: 'Layer cache rebuilt on every push',
  bodies: [
    'Docker ignores the layer cache whenever we push to main.',
    'All layers are rebuilt although the cache was uploaded an hour ago.',
    'Our runner downloads the layer cache, then rebuilds everything on push.',
    'The cache key changes with every push, so no layer is reused.',
    'A push that edits a readme rebuilds the layer with all dependencies.',
  ],
  lastDaysAgo: 1,
};

test('the list of briefs begins with what people write about today, not with what more wrote about weeks ago', async () => {
  const store = await openTestStore(await inFolder());
  await importPosts({ store, now: () => NOW, newId: randomUUID }, [...postsOf(QUIET), ...postsOf(LOUD)]);

  const topics = (await store.briefs.list(NOW)).map(({ topic }) => topic);

  expect(topics).toEqual([expect.stringMatching(/layer cache/i), expect.stringMatching(/first page/i)]);
});
