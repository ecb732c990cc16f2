import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Program } from '#src/program.ts';
import type { Store } from '#src/store/open-store.ts';
import { errorResponse, type FakeService, startFakeService } from '../../support/service/fake-service.ts';
import { someSignals } from '../../support/service/sample-signals.ts';
import { type RecordingSlack, startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { createDigestProgram, OWNER, subscribe } from '../../support/worlds/digest-program.ts';

const HOUR_MS = 3_600_000;
const MONDAY = Date.parse('2026-03-16T08:00:00Z');

let now = 0;
let service: FakeService;
let slack: RecordingSlack;
let store: Store;
let program: Program;

const aProgram = (over = store) =>
  createDigestProgram({ store: over, slackUrl: slack.url, serviceUrl: service.url, now: () => now });
const inChannel = (channel: string) => slack.posts.filter((post) => post.channel === channel);
const parentsIn = (channel: string) => inChannel(channel).filter(({ threadTs }) => threadTs === null);
const historyOf = async (id: string) =>
  (await store.forWorkspace('T1').digests.history(id, 20)).map(({ state }) => state);

beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());

beforeEach(async () => {
  now = MONDAY - HOUR_MS;
  slack = await startRecordingSlack(() => now);
  store = await openTemporaryStore(() => now);
  program = aProgram();
});
afterEach(async () => {
  await program.stop();
  await store.close();
  await slack.close();
});

describe('a digest', () => {
  it('comes at its time, once, and again a week later', async () => {
    await subscribe(store, 'T1', ['C1']);
    await program.runDueNow();
    expect(slack.posts).toEqual([]);
    for (const _ of [1, 2]) {
      now += HOUR_MS;
      await program.runDueNow();
      await program.runDueNow();
    }
    expect(parentsIn('C1')).toHaveLength(1);
    expect(inChannel('C1')).toHaveLength(5);
    now = MONDAY + 7 * 24 * HOUR_MS;
    await program.runDueNow();
    expect(parentsIn('C1')).toHaveLength(2);
  });

  it('is made up for after three hours, and skipped and said so after three days', async () => {
    const [subscription] = await subscribe(store, 'T1', ['C1']);
    now = MONDAY + 3 * HOUR_MS;
    await program.runDueNow();
    expect(parentsIn('C1')).toHaveLength(1);
    now = MONDAY + (7 * 24 + 72) * HOUR_MS;
    await program.runDueNow();
    expect(parentsIn('C1')).toHaveLength(1);
    expect(slack.told().map(({ channel, text }) => `${channel} ${text.slice(0, 26)}`)).toEqual([
      `D${OWNER} The <!date^1774267200^{dat`,
    ]);
    expect(await historyOf(subscription?.id ?? '')).toEqual(['skipped', 'confirmed']);
  });

  it('that was skipped is told to its owner after nine days without the app, though Slack fails at first', async () => {
    await subscribe(store, 'T1', ['C1']);
    now = MONDAY + 9 * 24 * HOUR_MS;
    slack.plan = ({ method }) => (method === 'conversations.open' ? { error: 'internal_error' } : null);
    await program.runDueNow();
    slack.plan = () => null;
    now += HOUR_MS;
    await program.runDueNow();
    expect(slack.told().map(({ text }) => text)).toEqual([expect.stringMatching(/2026-03-16.* was skipped\./)]);
  });

  it('is told to no owner who is a guest by now, but to the installer', async () => {
    await subscribe(store, 'T1', ['C1']);
    slack.shared.add('C1');
    slack.guests.add(OWNER);
    now = MONDAY;
    await program.runDueNow();
    expect(slack.told().map(({ channel }) => channel)).toEqual(['DU0INSTALLER']);
  });

  it('that was skipped is told to its owner, who hears of twelve one after the other, and to nobody else', async () => {
    const channels = Array.from({ length: 12 }, (_, at) => `C${at}`);
    await subscribe(store, 'T1', channels);
    now = MONDAY + 72 * HOUR_MS;
    for (let look = 0; look < 6; look += 1) {
      await program.runDueNow();
      now += 60_000;
    }
    expect(slack.posts.map(({ channel }) => channel)).toEqual(channels.map(() => `D${OWNER}`));
    expect(new Set(slack.posts.map(({ text }) => text)).size).toBe(12);
  });

  it('does not come twice on a day when its time zone is changed after it came', async () => {
    const eastward = { zone: 'Asia/Tokyo', time: '09:00' };
    now = Date.parse('2026-03-15T12:00:00Z');
    await subscribe(store, 'T1', ['C1'], eastward);
    now = Date.parse('2026-03-16T00:00:00Z');
    await program.runDueNow();
    now += HOUR_MS;
    await subscribe(store, 'T1', ['C1'], { ...eastward, zone: 'America/Los_Angeles' });
    now = Date.parse('2026-03-16T16:00:00Z');
    await program.runDueNow();
    expect(parentsIn('C1')).toHaveLength(1);
    now += 7 * 24 * HOUR_MS;
    await program.runDueNow();
    expect(parentsIn('C1').map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-03-16T00:00:00.000Z',
      '2026-03-23T16:00:00.000Z',
    ]);
  });

  it('that is moved to later on the day it came is promised for a week after, and comes then', async () => {
    const plan = { weekday: 1, time: '08:00', zone: 'Etc/UTC' } as const;
    const [subscription] = await subscribe(store, 'T1', ['C1'], plan);
    if (subscription === undefined) throw new Error('no digest');
    const { id, channelId } = subscription;
    now = MONDAY;
    await program.runDueNow();
    now += HOUR_MS;
    const later = { ...subscription.plan, time: '17:00' };
    const { digests } = store.forWorkspace('T1');
    const promised = await digests.nextDueAt(channelId, later);
    expect(new Date(promised).toISOString()).toBe('2026-03-23T17:00:00.000Z');
    await subscribe(store, 'T1', ['C1'], later);
    expect((await digests.find(id))?.nextDueAt).toBe(promised);
    await digests.pause(id, 'person');
    await digests.resume(id, false);
    expect((await digests.find(id))?.nextDueAt).toBe(promised);
    now = promised;
    await program.runDueNow();
    expect(parentsIn('C1').map(({ at }) => at)).toEqual([MONDAY, promised]);
  });

  it('is asked for once for all channels of a key', async () => {
    await subscribe(store, 'T1', ['C1', 'C2', 'C3']);
    await subscribe(store, 'T2', ['C4']);
    now = MONDAY;
    service.asked.length = 0;
    await program.runDueNow();
    expect(['C1', 'C2', 'C3', 'C4'].map((channel) => parentsIn(channel).length)).toEqual([1, 1, 1, 1]);
    const asked = service.asked.filter((path) => path !== '/mcp');
    expect(asked).toEqual([...new Set(asked)]);
  });

  it('waits as long as Slack asks, and comes then', async () => {
    const channels = Array.from({ length: 12 }, (_, at) => `C${at}`);
    await subscribe(store, 'T1', channels);
    now = MONDAY;
    let calls = 0;
    slack.plan = ({ method }) => {
      calls += method === 'chat.postMessage' ? 1 : 0;
      const isTooMuch = method === 'chat.postMessage' && calls > 10 && now < MONDAY + 30_000;
      return isTooMuch ? { error: 'ratelimited', status: 429, retryAfter: 30 } : null;
    };
    await program.runDueNow();
    const callsAtFirst = calls;
    now += 20_000;
    await program.runDueNow();
    expect(slack.posts).toHaveLength(10);
    expect(calls).toBe(callsAtFirst);
    for (let tries = 0; tries < 4; tries += 1) {
      now += 31_000;
      await program.runDueNow();
    }
    expect(channels.map((channel) => inChannel(channel).length)).toEqual(channels.map(() => 5));
    expect(new Set(slack.posts.map(({ channel, text, threadTs }) => `${channel} ${threadTs} ${text}`)).size).toBe(60);
  });

  it.each([
    ['the answer was lost', 'lost', 1],
    ['Slack answered 500', { error: 'not_json', status: 500 }, 0],
    ['Slack answered 503', { error: 'not_json', status: 503 }, 0],
  ] as const)('is not sent again when %s, but its owner is asked to look', async (_, failure, posted) => {
    const [subscription] = await subscribe(store, 'T1', ['C1']);
    now = MONDAY;
    slack.plan = ({ method, body }) => (method === 'chat.postMessage' && body.get('channel') === 'C1' ? failure : null);
    await program.runDueNow();
    slack.plan = () => null;
    now += HOUR_MS;
    await program.runDueNow();
    expect(parentsIn('C1')).toHaveLength(posted);
    expect(slack.told().map(({ text }) => text)).toEqual([
      expect.stringContaining('Slack didn’t confirm the <!date^1773662400^{date_short_pretty}|2026-03-16> digest'),
    ]);
    expect(await historyOf(subscription?.id ?? '')).toEqual(['told']);
  });

  it('is not said to be told while Slack does not open the conversation with its owner, and is told once it does', async () => {
    const [subscription] = await subscribe(store, 'T1', ['C1']);
    now = MONDAY;
    slack.plan = ({ method, body }) => {
      if (method === 'conversations.open') return { error: 'internal_error' };
      return method === 'chat.postMessage' && body.get('channel') === 'C1' ? 'lost' : null;
    };
    for (let look = 0; look < 8; look += 1) {
      await program.runDueNow();
      now += HOUR_MS;
    }
    expect(await historyOf(subscription?.id ?? '')).toEqual(['unconfirmed']);
    slack.plan = () => null;
    await program.runDueNow();
    now += HOUR_MS;
    await program.runDueNow();
    expect(slack.told().map(({ channel }) => channel)).toEqual([`D${OWNER}`]);
    expect(parentsIn('C1')).toHaveLength(1);
    expect(await historyOf(subscription?.id ?? '')).toEqual(['told']);
  });

  it('is tried again when no connection to Slack came about', async () => {
    await subscribe(store, 'T1', ['C1']);
    now = MONDAY;
    const closed = await startRecordingSlack();
    await closed.close();
    const cutOff = createDigestProgram({ store, slackUrl: closed.url, serviceUrl: service.url, now: () => now });
    await cutOff.runDueNow();
    await cutOff.stop();
    for (const _ of [1, 2]) {
      now += HOUR_MS;
      await program.runDueNow();
    }
    expect(inChannel('C1')).toHaveLength(5);
    expect(slack.told()).toEqual([]);
  });

  it('leaves out of its thread what was hidden since it was composed, and keeps no quote once it is done', async () => {
    const [subscription] = await subscribe(store, 'T1', ['C1']);
    now = MONDAY;
    const refuseThread = ({ body }: { body: URLSearchParams }) =>
      body.has('thread_ts') ? { error: 'ratelimited', status: 429, retryAfter: 30 } : null;
    slack.plan = refuseThread;
    await program.runDueNow();
    const [waiting] = await store.forWorkspace('T1').digests.history(subscription?.id ?? '', 1);
    expect(waiting).toMatchObject({ state: 'confirmed', isOpen: true });
    const shown = waiting?.digest?.risers[0]?.quote;
    expect(shown?.quoteId).toBeTruthy();

    await store.hiddenEvidence.add('T1', [shown?.quoteId ?? '']);
    slack.plan = () => null;
    now += HOUR_MS;
    await program.runDueNow();
    expect(inChannel('C1')).toHaveLength(5);
    expect(inChannel('C1').filter(({ text }) => text.includes('From a post'))).toEqual([]);
    const [done] = await store.forWorkspace('T1').digests.history(subscription?.id ?? '', 1);
    expect(done).toMatchObject({ state: 'confirmed', isOpen: false });
    expect(done?.digest?.risers.map(({ signal }) => signal.id)).toEqual(
      waiting?.digest?.risers.map(({ signal }) => signal.id),
    );
    expect(JSON.stringify(done?.digest)).not.toContain(shown?.title);
  });

  it('is let go of after a year, and what was thought of it once that moves nothing any more', async () => {
    const [subscription] = await subscribe(store, 'T1', ['C1']);
    const id = subscription?.id ?? '';
    now = MONDAY;
    await program.runDueNow();
    const aVote = { userId: 'U1', macroArea: null, painType: null, isUseful: true };
    await store.votes.set('T1', id, { ...aVote, signalId: 'S1' });
    now = MONDAY + 100 * 24 * HOUR_MS;
    await store.votes.set('T1', id, { ...aVote, signalId: 'S2' });
    now = MONDAY + 120 * 24 * HOUR_MS;
    await program.runDueNow();
    expect((await store.votes.list('T1', id)).map(({ signalId }) => signalId)).toEqual(['S2']);
    await store.subscriptions.pause('T1', id, 'person');
    now = MONDAY + 700 * 24 * HOUR_MS;
    await program.runDueNow();
    expect(await historyOf(id)).toEqual([]);
  });

  it.each([
    ['is_archived', 'Unarchive it'],
    ['not_in_channel', '/invite @painsignals'],
    ['channel_not_found', 'The app can’t post in the channel'],
    ['restricted_action', 'An admin limited who can post'],
    ['restricted_action_read_only_channel', 'Choose another one'],
  ])('is paused when Slack says %s, and its owner is told once with the way back', async (error, way) => {
    const [subscription] = await subscribe(store, 'T1', ['C1']);
    slack.plan = ({ method, body }) =>
      method === 'chat.postMessage' && body.get('channel') === 'C1' ? { error } : null;
    for (let week = 0; week < 3; week += 1) {
      now = MONDAY + week * 7 * 24 * HOUR_MS;
      await program.runDueNow();
    }
    expect(slack.told().map(({ text }) => text)).toEqual([expect.stringContaining(way)]);
    expect(JSON.stringify(slack.told()).match(/paused/g)).toHaveLength(2);
    await store.subscriptions.resume('T1', subscription?.id ?? '', false);
    slack.plan = () => null;
    now = MONDAY + 21 * 24 * HOUR_MS;
    await program.runDueNow();
    expect(parentsIn('C1')).toHaveLength(1);
  });

  it('is paused where another organization reads the channel by now, its owner alone is asked once, and it goes on when told to', async () => {
    const [subscription] = await subscribe(store, 'T1', ['C1']);
    const id = subscription?.id ?? '';
    now = MONDAY;
    await program.runDueNow();
    now += HOUR_MS;
    await program.runDueNow();
    const before = slack.posts.length;
    slack.shared.add('C1');
    for (let week = 1; week < 4; week += 1) {
      now = MONDAY + week * 7 * 24 * HOUR_MS;
      await program.runDueNow();
      await program.runDueNow();
    }
    const [asked, ...more] = slack.posts.slice(before);
    expect(more).toEqual([]);
    expect(asked).toMatchObject({
      channel: `D${OWNER}`,
      text: expect.stringContaining('now shared with another organization'),
      blocks: expect.stringMatching(/Keep posting there.*Choose another channel/),
    });
    expect(await store.subscriptions.find('T1', id)).toMatchObject({ pausedBecause: 'shared' });
    expect(await historyOf(id)).toEqual(['skipped', 'confirmed']);
    await store.subscriptions.resume('T1', id, true);
    now += 7 * 24 * HOUR_MS;
    await program.runDueNow();
    expect(parentsIn('C1')).toHaveLength(2);
  });

  const nameManagers = (...managerIds: string[]) =>
    store.settings.set('T1', { defaultArea: null, defaultChannelId: null, managerIds, setUpBy: 'members' });
  const leave = () => {
    slack.plan = ({ method, body }) =>
      method === 'conversations.open' && /OWNER|INSTALLER/.test(body.get('users') ?? '')
        ? { error: 'user_disabled' }
        : null;
  };
  const runHours = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      now += HOUR_MS;
      await program.runDueNow();
    }
  };

  it.each([
    ['a manager', ['U0MANAGER'], 'DU0MANAGER'],
    ['the channel', [], 'C1'],
  ])('is paused after its owner and the installer have left, and %s is told once', async (_, managerIds, where) => {
    await subscribe(store, 'T1', ['C1']);
    await nameManagers(...managerIds);
    leave();
    for (const path of ['/api/dashboard/trending', '/api/dashboard/emerging'])
      service.plan(path, errorResponse(401, 'UNAUTHORIZED'));
    await runHours(4);
    for (const path of ['/api/dashboard/trending', '/api/dashboard/emerging'])
      service.plan(path, { body: someSignals(7) });
    expect(slack.posts.map(({ channel, text }) => `${channel} ${text}`)).toEqual([
      expect.stringMatching(new RegExp(`^${where} The weekly digest for <#C1> is paused\\.`)),
    ]);
  });

  it('says nothing where another organization reads by now after its owner and the installer have left, until there is a manager to tell', async () => {
    await subscribe(store, 'T1', ['C1']);
    leave();
    slack.shared.add('C1');
    await runHours(4);
    expect(slack.posts).toEqual([]);
    await nameManagers('U0MANAGER');
    await runHours(3);
    expect(slack.posts.map(({ channel, text }) => `${channel} ${text}`)).toEqual([
      expect.stringMatching(/^DU0MANAGER The weekly digest for <#C1> is paused\. The channel is now shared/),
    ]);
  });

  const whileComposed = async (change: () => Promise<unknown>) => {
    const held = Promise.withResolvers<void>();
    service.plan('/api/dashboard/trending', { body: someSignals(7), after: held.promise });
    const asked = service.asked.length;
    now = MONDAY;
    const running = program.runDueNow();
    await expect.poll(() => service.asked.length).toBeGreaterThan(asked);
    await change();
    held.resolve();
    await running;
    await program.runDueNow();
  };

  it('that is paused while it is composed is not posted', async () => {
    const [subscription] = await subscribe(store, 'T1', ['C1']);
    const id = subscription?.id ?? '';
    await whileComposed(() => store.subscriptions.pause('T1', id, 'person'));
    expect(slack.posts).toEqual([]);
    expect(await historyOf(id)).toEqual(['skipped']);
  });

  it('that is changed while it is composed is composed again', async () => {
    const [{ plan } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
    await whileComposed(() => store.subscriptions.save('T1', 'C1', OWNER, { ...plan, hasThread: false }));
    expect(inChannel('C1').map(({ text }) => text)).toEqual([expect.stringMatching(/^7 signals rose/)]);
  });

  /** Once it is composed, and has been looked at for changes. */
  const whileUploaded = async (change: () => Promise<unknown>) => {
    const { find } = store.chartFiles;
    store.chartFiles.find = async (...given) => {
      store.chartFiles.find = find;
      await change();
      return find(...given);
    };
    now = MONDAY;
    await program.runDueNow();
    now += HOUR_MS;
    await program.runDueNow();
  };

  it('that is paused while its picture is uploaded is not posted', async () => {
    const [{ id } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
    await whileUploaded(() => store.subscriptions.pause('T1', id, 'person'));
    expect(slack.posts).toEqual([]);
    expect(await historyOf(id)).toEqual(['skipped']);
  });

  it('that is changed while its picture is uploaded is composed again', async () => {
    const [{ plan } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
    await whileUploaded(() => store.subscriptions.save('T1', 'C1', OWNER, { ...plan, hasThread: false }));
    expect(inChannel('C1').map(({ text }) => text)).toEqual([expect.stringMatching(/^7 signals rose/)]);
  });

  it.each([
    ['by a person ends there, and its history says so', 'person', 1, 'paused'],
    ['for its key goes on', 'key', 5, null],
  ] as const)('whose thread waits for Slack while it is paused %s', async (_, reason, length, error) => {
    const [{ id } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
    slack.plan = ({ body }) => (body.has('thread_ts') ? { error: 'ratelimited', status: 429, retryAfter: 30 } : null);
    now = MONDAY;
    await program.runDueNow();
    await store.subscriptions.pause('T1', id, reason);
    slack.plan = () => null;
    await runHours(3);
    expect(inChannel('C1')).toHaveLength(length);
    expect(slack.told()).toEqual([]);
    const [past] = await store.forWorkspace('T1').digests.history(id, 1);
    expect(past).toMatchObject({ state: 'confirmed', isOpen: false, ...(error && { error }) });
  });

  it('that is paused while its thread is posted ends there', async () => {
    const [{ id } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
    slack.plan = ({ body }) => {
      if (body.has('thread_ts')) pausing ??= store.subscriptions.pause('T1', id, 'person');
      return null;
    };
    let pausing: Promise<boolean> | undefined;
    const { change } = store.outbox;
    store.outbox.change = async (...given) => {
      await pausing;
      return change(...given);
    };
    now = MONDAY;
    await runHours(3);
    expect(inChannel('C1')).toHaveLength(2);
    expect(slack.told()).toEqual([]);
  });

  it('that is resumed before its owner could be told of its pause says nothing of it any more', async () => {
    const [{ id } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
    slack.shared.add('C1');
    slack.plan = ({ method }) => (method === 'conversations.open' ? { error: 'internal_error' } : null);
    now = MONDAY;
    await program.runDueNow();
    expect(await store.subscriptions.find('T1', id)).toMatchObject({ pausedBecause: 'shared' });
    await store.subscriptions.resume('T1', id, true);
    slack.plan = () => null;
    await runHours(3);
    expect(slack.posts).toEqual([]);
    const [past] = await store.forWorkspace('T1').digests.history(id, 1);
    expect(past).toMatchObject({ state: 'skipped', isOpen: false });
  });

  it.each([
    ['its types', { types: ['bug'] }, 1],
    ['an earlier time of that day', { time: '07:00' }, 1],
    ['another day', { weekday: 2 }, 1],
    ['a later time of that day', { time: '11:00' }, 0],
  ] as const)(
    'whose time has come is sent after a change to %s, unless that is still to come',
    async (_, change, sent) => {
      const [{ id, plan } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
      now = MONDAY + 5_000;
      await store.subscriptions.save('T1', 'C1', OWNER, {
        ...plan,
        ...change,
        types: 'types' in change ? [...change.types] : [],
      });
      now += 10_000;
      await program.runDueNow();
      expect(await historyOf(id)).toHaveLength(sent);
      now = MONDAY + 3 * HOUR_MS;
      await program.runDueNow();
      expect(await historyOf(id)).toHaveLength(1);
    },
  );

  it('that was due while it was paused is not sent when its settings are saved', async () => {
    const [{ id, plan } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
    await store.subscriptions.pause('T1', id, 'person');
    now = MONDAY + 5_000;
    await store.subscriptions.save('T1', 'C1', OWNER, plan);
    await program.runDueNow();
    expect(await historyOf(id)).toEqual([]);
  });

  it('leaves out a signal that is hidden while it is composed, and does not count it', async () => {
    await subscribe(store, 'T1', ['C1']);
    const [{ id, topic } = expect.fail()] = someSignals(1);
    await whileComposed(() => store.hiddenSignals.hide('T1', OWNER, { id, topic, reason: 'none' }));
    expect(inChannel('C1')[0]?.text).toMatch(/^6 signals rose/);
    expect(JSON.stringify(inChannel('C1'))).not.toContain(id);
  });

  it('gets no more thread messages once another organization reads the channel', async () => {
    await subscribe(store, 'T1', ['C1']);
    now = MONDAY;
    await program.runDueNow();
    expect(inChannel('C1')).toHaveLength(4);
    slack.shared.add('C1');
    for (let hour = 0; hour < 2; hour += 1) {
      now += HOUR_MS;
      await program.runDueNow();
    }
    expect(slack.posts.slice(4).map(({ channel, text }) => `${channel} ${text}`)).toEqual([
      expect.stringMatching(new RegExp(`^D${OWNER} .* digest is in <#C1>, but the rest of its thread wasn’t posted:`)),
    ]);
  });

  it('says once that its thread is missing where Slack does not say which message it is', async () => {
    const [subscription] = await subscribe(store, 'T1', ['C1']);
    now = MONDAY;
    slack.plan = ({ method, body }) => (method === 'chat.postMessage' && body.get('channel') === 'C1' ? 'bare' : null);
    for (let hour = 0; hour < 3; hour += 1) {
      await program.runDueNow();
      now += HOUR_MS;
    }
    expect(inChannel('C1')).toHaveLength(1);
    expect(slack.told().map(({ text }) => text)).toEqual([
      expect.stringContaining(
        'digest is in <#C1>, but the rest of its thread wasn’t posted: Slack didn’t return the message ID.',
      ),
    ]);
    expect(await historyOf(subscription?.id ?? '')).toEqual(['confirmed']);
  });

  it.each([
    ['the channel was closed', 'is_archived'],
    ['somebody deleted the digest', 'thread_not_found'],
  ])('says once that the rest of its thread is missing where %s meanwhile', async (_, error) => {
    await subscribe(store, 'T1', ['C1']);
    let tries = 0;
    slack.plan = ({ body }) => {
      if (!body.has('thread_ts')) return null;
      tries += 1;
      return { error };
    };
    now = MONDAY;
    for (let hour = 0; hour < 3; hour += 1) {
      await program.runDueNow();
      now += HOUR_MS;
    }
    expect([parentsIn('C1').length, tries]).toEqual([1, 1]);
    expect(slack.told().map(({ text }) => text)).toEqual([
      expect.stringContaining('Slack no longer lets the app post'),
    ]);
  });

  it.each(['cut', 'lost'] as const)(
    'says once that its thread may be missing, however much of it is: %s',
    async (fate) => {
      await subscribe(store, 'T1', ['C1']);
      slack.plan = ({ method, body }) => (method === 'chat.postMessage' && body.has('thread_ts') ? fate : null);
      now = MONDAY;
      await runHours(4);
      expect(slack.told().map(({ text }) => text)).toEqual([
        expect.stringContaining(
          'Slack didn’t confirm all of its thread. Part of it may be missing and won’t be posted again.',
        ),
      ]);
    },
  );

  it.each([
    ['chat.postMessage', 'ratelimited'],
    ['conversations.info', 'internal_error'],
  ])(
    'says once that the rest of its thread is missing after a day in which Slack refused %s with %s',
    async (refused, error) => {
      const [{ id } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
      let tries = 0;
      slack.plan = ({ method, body }) => {
        const isBelow = method === 'chat.postMessage' && body.has('thread_ts');
        if (isBelow && now === MONDAY) return { error: 'ratelimited', status: 429, retryAfter: 30 };
        if (!isBelow && (method === 'chat.postMessage' || method !== refused)) return null;
        tries += now > MONDAY ? 1 : 0;
        return now > MONDAY ? { error } : null;
      };
      now = MONDAY - HOUR_MS;
      await runHours(23);
      expect(slack.told()).toEqual([]);
      await runHours(5);
      expect(slack.told().map(({ text }) => text)).toEqual([
        expect.stringContaining('the rest of its thread wasn’t posted: Slack didn’t accept it within 24 hours.'),
      ]);
      const before = tries;
      await runHours(48);
      expect(tries).toBe(before);
      expect(inChannel('C1')).toHaveLength(1);
      expect(await store.subscriptions.remove('T1', id)).toBe(true);
    },
  );

  it('can be removed while its owner can’t be told of its thread yet, and says no more then', async () => {
    const [{ id } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
    let isSilent = true;
    slack.plan = ({ method, body }) => {
      if (method !== 'chat.postMessage') return null;
      return body.has('thread_ts') || (isSilent && body.get('channel') !== 'C1') ? 'lost' : null;
    };
    now = MONDAY - HOUR_MS;
    await runHours(2);
    const before = slack.posts.length;
    expect(await store.subscriptions.remove('T1', id)).toBe(true);
    isSilent = false;
    await runHours(4);
    expect(slack.posts).toHaveLength(before);
    expect(await historyOf(id)).toEqual([]);
  });

  it('that is removed while its thread is posted ends there', async () => {
    const [{ id } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
    const held = Promise.withResolvers<void>();
    let below = 0;
    const { outbox } = store;
    const { change } = outbox;
    outbox.change = async (workspaceId, message, changed) => {
      below += 'threadPosted' in changed ? 1 : 0;
      if (below === 2) held.resolve(void (await store.subscriptions.remove('T1', id)));
      return change(workspaceId, message, changed);
    };
    now = MONDAY;
    await program.runDueNow();
    await held.promise;
    await runHours(2);
    expect(inChannel('C1')).toHaveLength(3);
    expect(slack.told()).toEqual([]);
  });

  it('is posted where its owner knew that another organization reads the channel', async () => {
    const [{ plan } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
    await store.subscriptions.save('T1', 'C1', OWNER, plan, { mayReachOthers: true });
    slack.shared.add('C1');
    now = MONDAY;
    await program.runDueNow();
    expect(parentsIn('C1')).toHaveLength(1);
  });

  it('waits while Slack doesn’t say who reads the channel, and is posted where the app may not ask', async () => {
    await subscribe(store, 'T1', ['C1']);
    now = MONDAY;
    for (const planned of [
      { error: 'internal_error' },
      'cut',
      { error: 'ratelimited', status: 429, retryAfter: 30 },
      { error: 'new_policy_of_slack' },
      'bare',
    ] as const) {
      slack.plan = ({ method }) => (method === 'conversations.info' ? planned : null);
      await program.runDueNow();
      now += 10 * 60_000;
    }
    expect(slack.posts).toEqual([]);
    slack.plan = ({ method }) => (method === 'conversations.info' ? { error: 'missing_scope' } : null);
    await program.runDueNow();
    expect(parentsIn('C1')).toHaveLength(1);
  });

  it('is paused where Slack takes neither the question who reads the channel nor anything else from the app', async () => {
    const [{ id } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
    slack.plan = ({ method }) => (method === 'auth.test' ? null : { error: 'token_revoked' });
    now = MONDAY;
    await program.runDueNow();
    expect(await store.subscriptions.find('T1', id)).toMatchObject({ pausedBecause: 'channel' });
    expect(await historyOf(id)).toEqual(['refused']);
  });

  it('is paused when the key is dead, and its owner is told once for each channel', async () => {
    await subscribe(store, 'T1', ['C1', 'C2']);
    for (const path of ['/api/dashboard/trending', '/api/dashboard/emerging']) {
      service.plan(path, errorResponse(401, 'UNAUTHORIZED'));
    }
    now = MONDAY;
    await program.runDueNow();
    now += HOUR_MS;
    await program.runDueNow();
    for (const path of ['/api/dashboard/trending', '/api/dashboard/emerging'])
      service.plan(path, { body: someSignals(7) });
    expect(slack.told().map(({ text }) => text)).toEqual([
      expect.stringContaining('no longer accepts the API key'),
      expect.stringContaining('no longer accepts the API key'),
    ]);
  });

  it('holds up no other workspace when one fails', async () => {
    await subscribe(
      store,
      'T1',
      Array.from({ length: 20 }, (_, at) => `C1${at}`),
    );
    await subscribe(store, 'T2', ['C2']);
    now = MONDAY;
    let release = () => {};
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    const original = store.installations.find;
    store.installations.find = async (...ids) => {
      if (ids.includes('T1')) await stuck;
      return original(...ids);
    };
    const other = aProgram();
    const running = other.runDueNow();
    while (inChannel('C2').length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(slack.posts.every(({ workspaceId }) => workspaceId === 'T2')).toBe(true);
    release();
    await running;
    await other.stop();
    expect(slack.posts.filter(({ workspaceId, threadTs }) => workspaceId === 'T1' && threadTs === null)).toHaveLength(
      20,
    );
  });
});

describe('a database that takes no writes', () => {
  it('is asked a few times a turn, and the digests come once it does', async () => {
    const channels = Array.from({ length: 12 }, (_, at) => `C${at}`);
    await subscribe(store, 'T1', channels);
    await subscribe(store, 'T2', ['C20']);
    now = MONDAY;
    let claims = 0;
    const full = aProgram({
      ...store,
      outbox: {
        ...store.outbox,
        claim: async () => {
          claims += 1;
          throw new Error('SQLITE_FULL: database or disk is full');
        },
      },
    });
    for (let turn = 1; turn <= 3; turn += 1) {
      await full.runDueNow();
      expect(claims).toBeGreaterThanOrEqual(turn);
      expect(claims).toBeLessThanOrEqual(turn * 13);
    }
    await full.stop();
    await program.runDueNow();
    expect([...channels, 'C20'].map((channel) => parentsIn(channel).length)).toEqual(Array(13).fill(1));
  });
});

it('a process that stops leaves the rest of a thread to the next, which goes on at once', async () => {
  await subscribe(store, 'T1', ['C1']);
  now = MONDAY;
  const stopping = createDigestProgram({
    ...{ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now },
    world: {
      async wait() {
        if (inChannel('C1').length === 3) void stopping.stop();
      },
    },
  });
  await stopping.runDueNow();
  expect(inChannel('C1')).toHaveLength(3);
  await program.runDueNow();
  expect(inChannel('C1')).toHaveLength(5);
  expect(slack.told()).toEqual([]);
});

it('goes on with its thread as long as its table is, whatever length was saved meanwhile', async () => {
  const [{ plan } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
  slack.plan = ({ body }) => (body.has('thread_ts') ? { error: 'ratelimited', status: 429, retryAfter: 30 } : null);
  now = MONDAY;
  await program.runDueNow();
  await store.subscriptions.save('T1', 'C1', OWNER, { ...plan, length: 10 });
  slack.plan = () => null;
  for (let hour = 0; hour < 3; hour += 1) {
    now += HOUR_MS;
    await program.runDueNow();
  }
  // Three of the seven that rose, and their briefs.
  expect(inChannel('C1')).toHaveLength(5);
});

describe('a process that dies', () => {
  /** From its `after`th step on, nothing that it does reaches the database. */
  function dying(after: number): Store {
    let steps = 0;
    const die = async () => {
      throw new Error('This process is dead');
    };
    const { change, claim } = store.outbox;
    return {
      ...store,
      outbox: {
        ...store.outbox,
        claim: (message) => (steps > after ? die() : claim(message)),
        change: async (...given) => {
          steps += 1;
          return steps > after ? die() : change(...given);
        },
      },
    };
  }

  it('while its picture is uploaded leaves a digest that the next one posts, and nobody has to look', async () => {
    await subscribe(store, 'T1', ['C1']);
    now = MONDAY;
    let isDead = false;
    slack.plan = ({ method }) => {
      isDead ||= method === 'files.getUploadURLExternal';
      return isDead ? { error: 'internal_error' } : null;
    };
    const { change } = store.outbox;
    const { claimToPost } = store.subscriptions;
    const unlessDead =
      <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      async (...given: Given) => {
        if (isDead) throw new Error('This process is dead');
        return work(...given);
      };
    const first = aProgram({
      ...store,
      outbox: { ...store.outbox, change: unlessDead(change) as typeof change },
      subscriptions: { ...store.subscriptions, claimToPost: unlessDead(claimToPost) },
    });
    await first.runDueNow();
    await first.stop();
    expect(isDead).toBe(true);
    slack.plan = () => null;
    for (const _ of [1, 2]) {
      now += HOUR_MS;
      await program.runDueNow();
    }
    expect(inChannel('C1')).toHaveLength(5);
    expect(slack.told()).toEqual([]);
  });

  it('at any step leaves a digest that another organization would read paused, and its owner told', async () => {
    for (let step = 0; step < 4; step += 1) {
      const channel = `C${step}`;
      now = MONDAY + step * 7 * 24 * HOUR_MS - HOUR_MS;
      const [{ id } = expect.fail()] = await subscribe(store, 'T1', [channel], { time: '08:00', zone: 'Etc/UTC' });
      slack.shared.add(channel);
      now += HOUR_MS;
      const first = aProgram(dying(step));
      await first.runDueNow();
      await first.stop();
      for (const _ of [1, 2]) {
        now += HOUR_MS;
        await program.runDueNow();
      }
      const told = slack.told().filter(({ text }) => text.includes(`<#${channel}>`));
      expect(told.length, `after step ${step}`).toBeGreaterThan(0);
      expect(await store.subscriptions.find('T1', id)).toMatchObject({ pausedBecause: 'shared' });
    }
    expect(slack.posts.filter(({ channel }) => channel.startsWith('C'))).toEqual([]);
  });

  it('at any step leaves a digest that is finished by the next, or whose owner is asked to look; never two', async () => {
    for (let step = 0; step < 12; step += 1) {
      const channel = `C${step}`;
      now = MONDAY + step * 7 * 24 * HOUR_MS - HOUR_MS;
      const [subscription] = await subscribe(store, 'T1', [channel], { time: '08:00', zone: 'Etc/UTC' });
      now += HOUR_MS;
      const first = aProgram(dying(step));
      await first.runDueNow();
      await first.stop();
      // With the clock standing still the channel's pace lets only so many messages through at once; the rest follows.
      for (const _ of [1, 2]) {
        now += HOUR_MS;
        await program.runDueNow();
      }
      await store.subscriptions.pause('T1', subscription?.id ?? '', 'person');

      const posts = inChannel(channel);
      expect(new Set(posts.map(({ text }) => text)).size).toBe(posts.length);
      const told = slack.told().filter(({ text }) => text.includes(`<#${channel}>`));
      expect(posts.length === 5 || told.length > 0, `after step ${step}`).toBe(true);
      expect(parentsIn(channel).length).toBeLessThanOrEqual(1);
    }
  });
});
