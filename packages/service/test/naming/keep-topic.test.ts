import { describe, expect, test } from 'vitest';
import { importPosts } from '../../src/jobs/import.ts';
import { refreshSignals } from '../../src/jobs/refresh/refresh.ts';
import { keepsTopic } from '../../src/naming/index.ts';
import { titled } from '../support/documents.ts';
import { aPost, complaints, DAY_MS, NOW } from '../support/posts.ts';
import { inFolder, listedSignals, openPipeline } from '../support/test-pipeline.ts';

const TOPIC = 'Docker layer cache invalidated';
const standing = (changes: object = {}) => ({ topic: TOPIC, topicVolume: 10, describedVolume: 10, ...changes });
const documents = (docker: number, other: number) =>
  titled(
    ...Array.from({ length: docker }, () => 'The layer cache of docker is gone'),
    ...Array.from({ length: other }, () => 'Refresh tokens lost after redirect'),
  );

describe('a topic', () => {
  test.each([
    [14, true],
    [15, false],
    [7, true],
    [6, false],
  ])('chosen for 10 posts, with %i of them: is kept %s', (volume, kept) => {
    expect(keepsTopic(standing(), volume, documents(1, 9))).toBe(kept);
  });

  test('is not kept where the posts that it was chosen for must not be quoted any more', () => {
    expect(keepsTopic(standing({ topicVolume: 0, describedVolume: 0 }), 10, documents(10, 0))).toBe(false);
  });

  test('is kept after a merge or a split for as long as it tells of the posts that are left', () => {
    const regrouped = standing({ describedVolume: 0 });
    expect(keepsTopic(regrouped, 9, documents(3, 6))).toBe(true);
    expect(keepsTopic(regrouped, 9, documents(1, 8))).toBe(false);
  });
});

test('a signal is called the same from night to night while its posts hardly change', async () => {
  const pipeline = await openPipeline(await inFolder());
  const titles = ['cache lost', 'cache ignored', 'cache rebuilt', 'cache cold', 'cache stale', 'cache dropped'];
  await importPosts(
    pipeline,
    complaints(12).map((post, index) => ({ ...post, title: `Docker layer ${titles[index % titles.length]}` })),
  );
  const topics = new Set<string | undefined>();
  for (let day = 0; day < 5; day += 1) {
    pipeline.clock.at = NOW + day * DAY_MS;
    await importPosts(pipeline, [
      aPost({ externalId: `night ${day}`, title: `Docker layer cache vanished on runner ${day}`, daysAgo: -day }),
    ]);
    await refreshSignals(pipeline);
    topics.add((await listedSignals(pipeline.store))[0]?.topic);
  }

  expect(topics.size).toBe(1);
  expect((await listedSignals(pipeline.store))[0]?.volume).toBe(17);
});
