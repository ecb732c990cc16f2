import { expect, onTestFinished, test } from 'vitest';
import { preparePosts } from '../../../src/jobs/pipeline/prepare-post.ts';
import { createPrepareThread } from '../../../src/jobs/pipeline/prepare-thread.ts';
import { aPost } from '../../support/posts.ts';

const LARGE_BATCH = 500;

const batchOf = (name: string) =>
  Array.from({ length: LARGE_BATCH }, (_, at) =>
    aPost({ externalId: `${name}-${at}`, title: `${name} ${at} fails`, author: `ada${at}@example.com` }),
  );

function openThread(file?: URL) {
  const thread = createPrepareThread(file);
  onTestFinished(thread.stop);
  return thread;
}

test('a thread prepares batches just as the import itself would, each batch its own results', async () => {
  const { prepare } = openThread();
  const batches = [batchOf('login'), batchOf('build'), [aPost({ externalId: 'one', title: 'Token expires' })]];

  const results = await Promise.all(batches.map(prepare));

  expect(results).toEqual(await Promise.all(batches.map(preparePosts)));
});

test.each([
  ['ends', 'data:text/javascript,process.exit()', 'The thread that prepares posts has ended'],
  ['fails', 'data:text/javascript,throw new Error("out of memory")', 'out of memory'],
])('a thread that %s makes the import fail instead of wait, each time', async (_, file, message) => {
  const { prepare } = openThread(new URL(file));

  await expect(prepare(batchOf('login'))).rejects.toThrow(message);
  await expect(prepare(batchOf('login'))).rejects.toThrow(message);
});

test('a small import starts no thread', async () => {
  const { prepare } = openThread(new URL('data:text/javascript,process.exit()'));
  const post = aPost({ externalId: 'one', title: 'Token expires' });

  expect(await prepare([post])).toEqual(await preparePosts([post]));
});
