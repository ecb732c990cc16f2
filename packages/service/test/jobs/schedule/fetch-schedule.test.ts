import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import {
  createEntriesReader,
  type FetchScheduleDeps,
  fetchDueSources,
} from '../../../src/jobs/schedule/fetch-schedule.ts';
import { parseSourcesFile } from '../../../src/sources/sources-file.ts';
import { lobstersStory } from '../../sources/platforms/fixtures/lobsters.ts';
import { HOUR, NOW, startFakePlatform } from '../../sources/support/fake-platform.ts';
import { type SeenRequest, sendJson } from '../../sources/support/local-server.ts';
import { inFolder, openTestStore } from '../../support/test-pipeline.ts';

const SOURCES = `
- source: lobsters
- source: github-discussions
  repositories: [acme/widget]
- source: discourse
  url: https://forum.example
`;

type Stories = (request: SeenRequest) => unknown[];
const oneStory: Stories = ({ url }) =>
  url.pathname === '/newest/page/1.json' ? [lobstersStory({ id: 'one', createdAt: NOW - HOUR })] : [];

async function aService(stories = oneStory) {
  const { server, clock, deps } = await startFakePlatform((request, response) => {
    if (request.headers.host === 'forum.example') sendJson(response, { errors: ['no'] }, {}, 403);
    else sendJson(response, stories(request));
  });
  const logged: [level: string, fields: Record<string, unknown>, message: string][] = [];
  const log = (level: string) => (fields: unknown, message?: string) =>
    void logged.push([level, fields as Record<string, unknown>, message ?? '']);
  const schedule: FetchScheduleDeps = {
    store: await openTestStore(await inFolder(), clock.now),
    now: clock.now,
    realNow: clock.now,
    newId: () => crypto.randomUUID(),
    readEntries: async () => parseSourcesFile(SOURCES),
    sources: deps,
    logger: { info: log('info'), warn: log('warn'), error: log('error') } as FetchScheduleDeps['logger'],
  };
  return { server, clock, schedule, logged };
}

it('reads what it can, and logs what came of every source', async () => {
  const { schedule, logged } = await aService();

  await fetchDueSources(schedule);

  expect(logged).toHaveLength(3);
  expect(logged).toEqual(
    expect.arrayContaining([
      [
        'warn',
        { requestId: expect.any(String), reason: expect.stringContaining('github-discussions needs GITHUB_TOKEN') },
        'source skipped',
      ],
      [
        'info',
        { requestId: expect.any(String), feed: 'lobsters', stored: 1, known: 0, missing: 0, deleted: 0, unreadable: 0 },
        'feed fetched',
      ],
      [
        'warn',
        expect.objectContaining({
          feed: 'discourse https://forum.example',
          reason: expect.stringContaining('forum.example/latest.json returned 403'),
        }),
        'feed failed',
      ],
    ]),
  );
});

it('reads the SOURCES file again at each run, and keeps to its last good content while it has an error', async () => {
  const { clock, schedule, logged } = await aService();
  const path = join(temporaryFolder(), 'sources.yml');
  schedule.readEntries = createEntriesReader(path, schedule.logger);
  const runWith = async (content: string) => {
    writeFileSync(path, content);
    clock.set(clock.now() + HOUR);
    await fetchDueSources(schedule);
    return (await schedule.store.feeds.all()).flatMap(({ key, followed }) => (followed ? [key] : []));
  };

  await expect(runWith('- source: lobster')).rejects.toThrow('unknown source');
  expect(await runWith('- source: lobsters')).toEqual(['lobsters']);
  expect(await runWith('- source: lobsters\n  tags: [security]')).toEqual(['lobsters security']);
  expect(await runWith('- source: lobster')).toEqual(['lobsters security']);
  expect(logged).toContainEqual([
    'error',
    { reason: expect.stringContaining('unknown source') },
    'SOURCES cannot be used: its last good content is',
  ]);
});

it('does not ask a platform again that was read within the last half hour', async () => {
  const { server, clock, schedule } = await aService();
  const asked = () => server.seen.filter(({ headers }) => headers.host === 'lobste.rs').length;
  await fetchDueSources(schedule);
  const first = asked();

  clock.set(clock.now() + 29 * 60_000);
  await fetchDueSources(schedule);
  expect(asked()).toBe(first);

  clock.set(clock.now() + 31 * 60_000);
  await fetchDueSources(schedule);
  expect(asked()).toBeGreaterThan(first);
});

it('ends a list that a slow site never ends, and reads the feed again the next time', async () => {
  const { clock, schedule, logged } = await aService(({ url }) => {
    clock.set(clock.now() + 50_000);
    const page = Number(/(\d+)\.json$/.exec(url.pathname)?.[1]);
    return [lobstersStory({ id: `s${page}`, createdAt: NOW - page })];
  });

  await fetchDueSources(schedule);

  expect(clock.now() - NOW).toBeLessThan(42 * 60_000);
  expect(logged).toContainEqual([
    'warn',
    expect.objectContaining({ feed: 'lobsters', reason: expect.stringContaining('no time left') }),
    'feed failed',
  ]);
});

it('forgets how a feed did that the SOURCES file no longer has, and nothing of a source without its credential', async () => {
  const { schedule } = await aService();
  const works = ['feed lobsters security', 'feed github-discussions acme/widget', 'nightly thread'];
  for (const key of ['lobsters security', 'github-discussions acme/widget'])
    await schedule.store.feeds.save(key, { since: 0, reached: 0, readAt: null });
  for (const work of works) await schedule.store.threadFailures.add(work, { failedAt: NOW, reason: 'out of memory' });

  await fetchDueSources(schedule);

  expect((await schedule.store.feeds.all()).filter(({ followed }) => !followed).map(({ key }) => key)).toEqual([
    'lobsters security',
  ]);
  expect((await schedule.store.threadFailures.all()).map(({ work }) => work)).toEqual(works.slice(1));
});

it('reads a feed that ended a thread after the others, by itself, and the next time waits', async () => {
  const { server, clock, schedule, logged } = await aService();
  const work = 'feed discourse https://forum.example';
  const running = new Set<string>();
  const together: string[][] = [];
  schedule.track = async (name, run) => {
    running.add(name);
    together.push([...running]);
    const result = await run();
    running.delete(name);
    return result;
  };
  const asked = (host: string) => server.seen.filter(({ headers }) => headers.host === host).length;

  await schedule.store.threadFailures.add(work, { failedAt: clock.now(), reason: 'out of memory' });
  await fetchDueSources(schedule);
  expect(together).toEqual([['feed lobsters'], [work]]);

  await schedule.store.threadFailures.add(work, { failedAt: clock.now(), reason: 'out of memory' });
  clock.set(clock.now() + 59 * 60_000);
  const [before, healthy] = [asked('forum.example'), asked('lobste.rs')];
  await fetchDueSources(schedule);
  expect(asked('forum.example')).toBe(before);
  expect(asked('lobste.rs')).toBeGreaterThan(healthy);
  expect(logged.at(-2)).toEqual([
    'warn',
    expect.objectContaining({ feed: 'discourse https://forum.example', until: expect.any(String) }),
    'feed waits: a thread ended while it was read',
  ]);

  clock.set(clock.now() + 2 * 60_000);
  await fetchDueSources(schedule);
  expect(asked('forum.example')).toBeGreaterThan(before);
});
