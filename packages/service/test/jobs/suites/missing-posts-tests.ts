import { expect, test } from 'vitest';
import { type FetchDeps, fetchFeeds, followFeeds } from '../../../src/jobs/fetch.ts';
import { feedsWithTooManyMissing } from '../../../src/jobs/missing-posts.ts';
import { setHidden } from '../../../src/jobs/removals.ts';
import type { IncomingPost } from '../../../src/model/post.ts';
import { AccessDeniedError, UnavailableError } from '../../../src/sources/http/errors.ts';
import { aPost, complaints, DAY_MS, NOW } from '../../support/posts.ts';
import { assignmentsOf, type DatabaseLocation, listedSignals, openPipeline } from '../../support/test-pipeline.ts';
import { type Script, scriptedFeed } from './scripted-feed.ts';

const CURSOR = { since: NOW - 30 * DAY_MS, reached: NOW };
const HOUR_MS = 3_600_000;

/** A feed whose posts are stored, and what later runs see of it. */
async function openFeed(place: DatabaseLocation, count: number, others: readonly IncomingPost[] = []) {
  const { clock, ...pipeline } = await openPipeline(place);
  const deps: FetchDeps = { ...pipeline, realNow: () => clock.at };
  const posts = complaints(Math.min(count, 20)).concat(
    ...Array.from({ length: Math.ceil(count / 20) - 1 }, (_, set) =>
      complaints(20, { provider: `tracker-${set}` }).map((post) => ({
        ...post,
        externalId: `${set} ${post.externalId}`,
      })),
    ),
    others,
  );
  await fetchFeeds(deps, [scriptedFeed({ batches: [{ posts, cursor: CURSOR }] })]);
  const ids = posts.map(({ externalId }) => externalId);
  return {
    deps,
    ids,
    stored: async () => (await assignmentsOf(deps.store)).map(({ externalId }) => externalId),
    /** Runs hourly for `hours`, starting a day after the posts were stored. */
    async run(hours: number, gone: Script['gone'] = {}, options = {}) {
      const reports = [];
      if (clock.at < NOW + DAY_MS) clock.at = NOW + DAY_MS;
      for (let hour = 0; hour < hours; hour += 1) {
        clock.at += HOUR_MS;
        reports.push(...(await fetchFeeds(deps, [scriptedFeed({ gone })], options)));
      }
      return reports;
    },
    tooManyMissing: () => feedsWithTooManyMissing(deps.store, clock.at),
    again: (batches: Script['batches'] = [{ posts, cursor: CURSOR }]) => fetchFeeds(deps, [scriptedFeed({ batches })]),
  };
}

/** A service whose SOURCES file changes: each run reads these feeds, an hour after the last. */
async function openSources(place: DatabaseLocation) {
  const { clock, ...pipeline } = await openPipeline(place);
  const deps: FetchDeps = { ...pipeline, realNow: () => clock.at };
  let gone: NonNullable<Script['gone']> = {};
  const run = async (
    sources: Readonly<Record<string, readonly IncomingPost[]>>,
    { hours = 1, failed = [] }: { hours?: number; failed?: string[] } = {},
  ) => {
    for (let hour = 0; hour < hours; hour += 1) {
      clock.at += HOUR_MS;
      const feeds = Object.entries(sources).map(([key, listed]) => {
        const posts = listed.filter(({ externalId }) => gone[externalId] === undefined);
        const cursor = { since: NOW - 30 * DAY_MS, reached: clock.at };
        return scriptedFeed({ key, gone, batches: hour === 0 && posts.length > 0 ? [{ posts, cursor }] : [] });
      });
      await followFeeds(deps, { feeds, failed: new Set(failed) });
      await fetchFeeds(deps, feeds);
    }
  };
  return {
    deps,
    run,
    loses: (...ids: string[]) => {
      gone = all(ids);
    },
    stored: async () => (await assignmentsOf(deps.store)).map(({ externalId }) => externalId),
    followed: async () => (await deps.store.feeds.all()).flatMap(({ key, followed }) => (followed ? [key] : [])),
    tooManyMissing: () => feedsWithTooManyMissing(deps.store, clock.at),
  };
}

const all = (ids: readonly string[], answer: true | Error = true) => Object.fromEntries(ids.map((id) => [id, answer]));

/** What happens to posts that their source no longer shows, the same on both databases. */
export function testMissingPosts(place: () => Promise<DatabaseLocation>): void {
  test('a hidden post that its source takes back and shows again is hidden, until it is shown here', async () => {
    const feed = await openFeed(await place(), 4);
    const post = { provider: 'github', externalId: 'docker 1' };
    const counted = async () => (await listedSignals(feed.deps.store)).map(({ volume }) => volume);
    await setHidden(feed.deps, { post }, true);
    await feed.run(50, all(['docker 1']));
    expect(await feed.stored()).not.toContain('docker 1');

    await feed.again();

    expect(await feed.stored()).toContain('docker 1');
    expect(await counted()).toEqual([3]);
    expect(await setHidden(feed.deps, { post }, false)).toBe('done');
    expect(await counted()).toEqual([4]);
  });

  test('a hidden post can be shown while its source has taken it back', async () => {
    const feed = await openFeed(await place(), 4);
    const post = { provider: 'github', externalId: 'docker 1' };
    await setHidden(feed.deps, { post }, true);
    await feed.run(50, all(['docker 1']));

    expect(await setHidden(feed.deps, { post }, false)).toBe('done');
    expect(await setHidden(feed.deps, { post }, false)).toBe('unknown');
    await feed.again();

    expect(await listedSignals(feed.deps.store)).toMatchObject([{ volume: 4 }]);
  });

  test('posts of a hidden signal that their source takes back and shows again are hidden, until they are shown here', async () => {
    const kerberos = complaints(4, { title: 'Kerberos ticket renewal crashes gateway' });
    const ids = kerberos.map(({ externalId }) => externalId);
    const feed = await openFeed(await place(), 80, kerberos);
    const listed = async () => (await listedSignals(feed.deps.store)).filter(({ topic }) => topic.includes('Kerberos'));
    const [signal] = await listed();
    expect(signal).toMatchObject({ volume: 4 });
    await setHidden(feed.deps, { signalId: signal?.id ?? '' }, true);
    await feed.run(50, all(ids));
    expect(await feed.stored()).toHaveLength(80);

    await feed.again();

    expect(await feed.stored()).toHaveLength(84);
    expect(await listed()).toEqual([]);
    for (const externalId of ids)
      expect(await setHidden(feed.deps, { post: { provider: 'github', externalId } }, false)).toBe('done');
    expect(await listed()).toMatchObject([{ volume: 4 }]);
  });

  test.each([
    ['it', ['first', 'copy']],
    ['a copy', ['copy', 'first']],
  ])('what a hidden post says stays hidden when it and its copy go, and %s comes back first', async (_, order) => {
    const body = 'The zanzibarian builder fails on every second push since we upgraded, and nobody could tell us why.';
    const said = ['first', 'copy'].map((externalId) => aPost({ externalId, body, author: 'ada' }));
    const feed = await openFeed(await place(), 40, said);
    const [signal] = await listedSignals(feed.deps.store);
    const words = async () =>
      JSON.stringify((await feed.deps.store.evidence.page(signal?.id ?? '', 0, 100)).rows).match(/zanzibar/);
    expect(await words()).not.toBeNull();
    await setHidden(feed.deps, { post: { provider: 'github', externalId: 'first' } }, true);
    await feed.run(50, { first: true, copy: true });
    expect(await feed.stored()).toHaveLength(40);

    const back = order.flatMap((id) => said.find(({ externalId }) => externalId === id) ?? []);
    await feed.again([{ posts: back, cursor: CURSOR }]);

    expect(await feed.stored()).toHaveLength(42);
    expect(await words()).toBeNull();
  });

  test('posts that a wrong clock looked after in a year to come are looked after again', async () => {
    const feed = await openFeed(await place(), 4);
    const gone = all(['docker 1']);
    const { feeds } = feed.deps.store;
    const posts = feed.ids.map((externalId) => ({ provider: 'github', externalId, url: null, missingSince: null }));
    await feeds.markPresent(posts, NOW + 365 * DAY_MS);
    await feeds.markMissing([{ ...posts[1], missingSince: null }] as never, NOW + 365 * DAY_MS);

    const reports = await feed.run(50, gone);
    expect(reports.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(1);
    expect(await feed.stored()).toEqual(['docker 0', 'docker 2', 'docker 3']);
  });

  test('a missing post is kept until a look a day later finds it missing again', async () => {
    const feed = await openFeed(await place(), 4);
    const gone = all(['docker 1']);

    const firstDay = await feed.run(24, gone);
    expect(await feed.stored()).toEqual(feed.ids);
    const secondDay = await feed.run(2, gone);

    expect(firstDay[0]).toMatchObject({ missing: 1, deleted: 0, error: null });
    expect(secondDay).toMatchObject([{ deleted: 0 }, { deleted: 1, error: null }]);
    expect(await feed.stored()).toEqual(['docker 0', 'docker 2', 'docker 3']);
  });

  test('a removed post that the source shows again is stored again', async () => {
    const feed = await openFeed(await place(), 4);
    await feed.run(26, all(['docker 1']));
    expect(await feed.stored()).not.toContain('docker 1');

    const [report] = await feed.again();

    expect(report).toMatchObject({ stored: 1 });
    expect(await feed.stored()).toContain('docker 1');
  });

  test.each([
    ['missing for a day', true as const],
    ['forbidden without single sign-on', new AccessDeniedError('403: check the credentials')],
    ['failing for a day', new UnavailableError('503')],
  ])('a whole feed that is %s loses nothing', async (_, answer) => {
    const feed = await openFeed(await place(), 80);

    await feed.run(24, all(feed.ids, answer));
    await feed.run(48);

    expect(await feed.stored()).toHaveLength(80);
    expect(await feed.tooManyMissing()).toEqual([]);
  });

  test('a feed that stays missing loses nothing, and each run says so', async () => {
    const feed = await openFeed(await place(), 80);

    const reports = await feed.run(50, all(feed.ids));

    expect(await feed.stored()).toHaveLength(80);
    for (const { error } of reports) expect(error?.message).toMatch(/^5 of 80 recent posts of scripted are missing/);
    expect(await feed.tooManyMissing()).toEqual([{ feed: 'scripted', missing: 5, checked: 80 }]);
  });

  test('the operator can have what is missing removed', async () => {
    const feed = await openFeed(await place(), 80);
    await feed.run(30, all(feed.ids));

    const [report] = await feed.run(1, all(feed.ids), { removeMissing: true });

    expect(report).toMatchObject({ deleted: 5 });
    expect(await feed.stored()).toHaveLength(75);
  });

  test('what was first missed today stays, also when the operator has the missing removed', async () => {
    const feed = await openFeed(await place(), 80);
    await feed.run(1, all(feed.ids));

    const [report] = await feed.run(1, all(feed.ids), { removeMissing: true });

    expect(report).toMatchObject({ deleted: 0 });
    expect(await feed.stored()).toHaveLength(80);
  });

  test('a few deletions in a large feed are followed', async () => {
    const feed = await openFeed(await place(), 80);
    const gone = all(feed.ids.slice(3, 7));

    const reports = await feed.run(30, gone);

    expect(await feed.stored()).toEqual(feed.ids.filter((id) => !(id in gone)));
    expect(reports.every(({ error }) => error === null)).toBe(true);
  });

  test('a post that a listing shows again is no longer missing', async () => {
    const feed = await openFeed(await place(), 4);
    await feed.run(1, all(['docker 1']));
    await feed.again();

    await feed.run(24, all(['docker 1']));

    expect(await feed.stored()).toEqual(feed.ids);
  });

  const OLD = 'github Acme/widget';
  const NEW = 'github acme/widget labels bug';
  const DAYS = { hours: 52 };
  const recent = (count: number, { repository = 'acme/widget', ids = '' } = {}) =>
    Array.from({ length: count }, (_, at) =>
      aPost({ externalId: `${ids || repository} ${at}`, repository, daysAgo: 1 + at / 10 }),
    );

  const without = (posts: readonly IncomingPost[], ...ids: string[]) =>
    posts.map(({ externalId }) => externalId).filter((id) => !ids.includes(id));

  test('after an entry was changed, its posts are followed as before, also one that was gone already', async () => {
    const { run, loses, stored, followed } = await openSources(await place());
    await run({ [OLD]: recent(40) });
    loses('acme/widget 1');

    await run({ [NEW]: recent(30) });
    loses('acme/widget 1', 'acme/widget 2');
    await run({ [NEW]: [] }, DAYS);

    expect(await followed()).toEqual([NEW]);
    expect(await stored()).toEqual(without(recent(40), 'acme/widget 1', 'acme/widget 2'));
  });

  test('after one of two entries for a repository was removed, the other follows its posts', async () => {
    const { run, loses, stored } = await openSources(await place());
    await run({ [OLD]: recent(40), [NEW]: recent(5) });

    loses('acme/widget 1', 'acme/widget 39');
    await run({ [NEW]: [] }, DAYS);

    expect(await stored()).toEqual(without(recent(40), 'acme/widget 1', 'acme/widget 39'));
  });

  test.each([
    ['no post', 'github acme/widget labels crash', recent(20, { ids: 'crash' })],
    ['no post at all, because the feed has none,', 'github acme/widget labels crash', []],
    ['no post of a search', 'github search is:issue crash', recent(20, { ids: 'crash' })],
  ])('after a change that leaves %s in common, posts deleted at the source are removed', async (_, key, posts) => {
    const { run, loses, stored } = await openSources(await place());
    await run({ [NEW]: recent(20) });
    await run({ [key]: posts });

    loses('acme/widget 1', 'crash 3');
    await run({ [key]: [] }, DAYS);

    expect(await stored()).toEqual(without([...recent(20), ...posts], 'acme/widget 1', 'crash 3'));
  });

  test('posts of another server, source or repository are not taken over by a feed that cannot check them', async () => {
    const { run, loses, stored } = await openSources(await place());
    const elsewhere = recent(4, { ids: 'github.corp.example:' });
    await run({ 'github https://github.corp.example/acme/widget': elsewhere, 'github-discussions acme/other': [] });
    const discussions = recent(2, { repository: 'acme/other', ids: 'discussion' });
    await run({ 'github-discussions acme/other': discussions });

    loses('github.corp.example: 1', 'discussion 1');
    const others = recent(2, { repository: 'acme/other', ids: 'issue' });
    await run({ 'github acme/widget': recent(4), 'github acme/other': others });
    await run({ 'github acme/widget': [], 'github acme/other': [] }, DAYS);

    expect((await stored()).toSorted()).toEqual(
      without([...elsewhere, ...discussions, ...recent(4), ...others]).toSorted(),
    );
  });

  test('after a change was undone, the first feed follows the posts again', async () => {
    const { run, loses, stored, followed } = await openSources(await place());
    await run({ [OLD]: recent(40) });
    await run({ [NEW]: recent(30) });
    await run({ [OLD]: [] });

    loses('acme/widget 1');
    await run({ [OLD]: [] }, DAYS);

    expect(await followed()).toEqual([OLD]);
    expect(await stored()).toEqual(without(recent(40), 'acme/widget 1'));
  });

  test('a feed that is no longer followed is not reported, and others follow its posts of their own repositories only', async () => {
    const { run, loses, stored, followed, tooManyMissing } = await openSources(await place());
    const SEARCH = 'github search is:issue';
    const others = recent(4, { repository: 'acme/other' });
    await run({ [SEARCH]: [...recent(4), ...others] });
    loses('acme/widget 1', 'acme/widget 2', 'acme/other 3');
    await run({ [SEARCH]: [], 'github acme/other': others }, { hours: 26 });
    expect(await tooManyMissing()).toMatchObject([{ feed: SEARCH, missing: 2 }]);

    await run({ 'github acme/other': [] }, DAYS);

    expect(await followed()).toEqual(['github acme/other']);
    expect(await tooManyMissing()).toEqual([]);
    expect(await stored()).toEqual(without([...recent(4), ...others], 'acme/other 3'));
  });

  test('a feed whose source cannot be opened, for want of a credential, stays as it is', async () => {
    const { run, followed } = await openSources(await place());
    await run({ [OLD]: recent(4), 'gitlab acme/widget': [] });

    await run({ 'lobsters ': recent(2) }, { failed: ['github'] });

    expect(await followed()).toEqual([OLD, 'lobsters ']);
  });
}
