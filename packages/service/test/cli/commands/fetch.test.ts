import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { lobstersStory } from '../../sources/platforms/fixtures/lobsters.ts';
import { startFakePlatform } from '../../sources/support/fake-platform.ts';
import { type Handler, sendJson } from '../../sources/support/local-server.ts';
import { runCli, runCliOn } from '../../support/cli.ts';
import { openTestStore } from '../../support/test-pipeline.ts';

const HOUR = 3_600_000;
const LOBSTERS = '- source: lobsters\n';
const DISCOURSE = '- source: discourse\n  url: https://forum.example\n';
const REDDIT = '- source: reddit\n  subreddits: [devops]\n  account: acme_ops\n';

/** Lobsters has three stories of the last hours; whatever else is asked for is a web page. */
const platforms: Handler = ({ headers, url }, response) => {
  const stories = [1, 2, 3].map((hours) => lobstersStory({ id: `s${hours}`, createdAt: Date.now() - hours * HOUR }));
  if (headers.host !== 'lobste.rs') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  else if (url.pathname === '/newest/page/1.json') sendJson(response, stories);
  else sendJson(response, []);
};

async function aFolder(sources: string) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'sources.yml'), sources);
  const { server, deps } = await startFakePlatform(platforms);
  const environment = { DATA_DIR: folder, SOURCES: join(folder, 'sources.yml') };
  return {
    server,
    environment,
    fetch: (...args: string[]) => runCliOn(environment, ['fetch', ...args], () => deps.http),
  };
}

it('stores what is new at the sources, and says how much that was', async () => {
  const { environment, fetch } = await aFolder(LOBSTERS);

  expect(await fetch()).toEqual({ status: 0, printed: ['lobsters: 3 new, 0 already stored.'], told: [] });

  const { printed } = await runCli(environment, 'assignments');
  expect(printed.map((line) => JSON.parse(line).externalId)).toEqual(['s3', 's2', 's1']);
});

it('reads only the sources of the kind that is named, from the day that is named', async () => {
  const { server, fetch } = await aFolder(LOBSTERS + DISCOURSE);
  const twoHoursAgo = new Date(Date.now() - 2.5 * HOUR).toISOString();

  expect(await fetch('lobsters', '--since', twoHoursAgo)).toMatchObject({
    printed: ['lobsters: 2 new, 0 already stored.'],
  });

  expect(server.seen.map(({ headers }) => headers.host)).not.toContain('forum.example');
});

it('retires the feeds that the SOURCES file no longer has, also of other kinds than the one that is named', async () => {
  const { environment, fetch } = await aFolder(LOBSTERS + DISCOURSE);
  const store = await openTestStore({ dataDir: environment.DATA_DIR });
  for (const key of ['discourse https://forum.example', 'discourse https://gone.example', 'reddit devops'])
    await store.feeds.save(key, { since: 0, reached: 0, readAt: null });

  await fetch('lobsters');

  const followed = (await store.feeds.all()).filter((feed) => feed.followed);
  expect(followed.map(({ key }) => key)).toEqual(['discourse https://forum.example', 'lobsters']);
});

it('reads the other sources when one fails, says why, and ends with status 1', async () => {
  const { fetch } = await aFolder(DISCOURSE + REDDIT + LOBSTERS);

  const { status, printed, told } = await fetch();

  expect(status).toBe(1);
  expect(printed).toEqual([
    'discourse https://forum.example: 0 new, 0 already stored, stopped early by an error.',
    'lobsters: 3 new, 0 already stored.',
  ]);
  expect(told).toEqual([
    expect.stringMatching(/^skipped: reddit needs REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET/),
    expect.stringMatching(/^discourse https:\/\/forum\.example: GET forum\.example\/latest\.json returned text\/html/),
  ]);
});

it('says what to do when there is nothing to read', async () => {
  const { environment, fetch } = await aFolder(LOBSTERS);
  expect(await fetch('github')).toMatchObject({
    status: 1,
    told: [expect.stringContaining('has no entry with "source: github"')],
  });
  const unset = { DATA_DIR: environment.DATA_DIR };
  const { deps } = await startFakePlatform(platforms);
  expect(await runCliOn(unset, ['fetch'], () => deps.http)).toMatchObject({
    status: 1,
    told: ['error: No sources configured. Set SOURCES to a YAML file that lists them.'],
  });
  const missing = { ...unset, SOURCES: join(environment.DATA_DIR, 'none.yml') };
  expect(await runCliOn(missing, ['fetch'], () => deps.http)).toMatchObject({
    status: 1,
    told: [expect.stringMatching(/none\.yml cannot be read: there is no such file/)],
  });
});

it('is looked at by the doctor, without asking a platform', async () => {
  const { environment } = await aFolder(LOBSTERS + REDDIT);
  const { server, deps } = await startFakePlatform(platforms);
  const { status, printed } = await runCliOn(environment, ['doctor'], () => deps.http);
  expect(status).toBe(1);
  expect(printed).toContain(`ok  sources: 1 feed in ${environment.SOURCES}`);
  expect(printed.join('\n')).toContain('FIX sources: reddit needs REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET');
  expect(server.seen).toEqual([]);
});

it('is read by the doctor when it is asked to, and nothing is stored', async () => {
  const { environment } = await aFolder(LOBSTERS);
  const { server, deps } = await startFakePlatform(platforms);
  const unreachable = { ...environment, SERVICE_URL: 'http://127.0.0.1:1' };
  const { status, printed } = await runCliOn(unreachable, ['doctor', '--live'], () => deps.http);
  expect(printed.join('\n')).toMatch(/^ok {2}source lobsters.*: answers, \d+ posts? read$/m);
  expect(server.seen).not.toEqual([]);
  expect([status, printed.at(-3)]).toEqual([1, expect.stringMatching(/^FIX address: .* cannot be opened from here/)]);
  expect(printed.join('\n')).toContain('posts: none yet');
});

it.each(['soon', '2999-01-01', '2026-13-01', '2026-01-01T00:00'])('refuses to begin at %s', async (since) => {
  const { fetch } = await aFolder(LOBSTERS);
  expect(await fetch('--since', since)).toMatchObject({
    status: 2,
    told: expect.arrayContaining([expect.stringContaining('Use a past date such as 2026-03-01')]),
  });
});
