import { MINUTE_MS } from '@pain-signals/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Program } from '#src/program.ts';
import type { Store } from '#src/store/open-store.ts';
import { type FakeService, startFakeService } from '../../support/service/fake-service.ts';
import { type RecordingSlack, startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { aShare } from '../../support/store/shares.ts';
import { openDamageableStore } from '../../support/store/temporary-store.ts';
import { aWatch } from '../../support/store/watch-check-tests.ts';
import { createDigestProgram, OWNER, subscribe } from '../../support/worlds/digest-program.ts';

const MONDAY = Date.parse('2026-03-16T08:00:00Z');
const DAMAGES = ['{"weekday":', '{"weekday":9}', 'null', '[]', '""'];

let now = 0;
let service: FakeService;
let slack: RecordingSlack;
let store: Store;
let program: Program;
let damage: Awaited<ReturnType<typeof openDamageableStore>>['damage'];

beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());
beforeEach(async () => {
  now = MONDAY - 60 * MINUTE_MS;
  slack = await startRecordingSlack(() => now);
  ({ store, damage } = await openDamageableStore(() => now));
  program = createDigestProgram({ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now });
});
afterEach(async () => {
  await program.stop();
  await store.close();
  await slack.close();
});

const parentsIn = (channel: string) =>
  slack.posts.filter((post) => post.channel === channel && post.threadTs === null).length;
const toldOwner = () => slack.told().filter(({ channel }) => channel === `D${OWNER}`);

describe('a damaged digest', () => {
  it('stops no other one of any workspace, and its owner is told once', async () => {
    const channels = DAMAGES.map((_, at) => `CBAD${at}`);
    const bad = await subscribe(store, 'T1', channels);
    for (const [at, { id }] of bad.entries()) await damage('digest_subscriptions', 'plan_json', DAMAGES[at] ?? '', id);
    await subscribe(store, 'T2', ['CWELL']);
    now = MONDAY + MINUTE_MS;
    for (let look = 0; look < 4; look += 1) {
      await program.runDueNow();
      now += MINUTE_MS;
    }
    expect(parentsIn('CWELL')).toBe(1);
    expect(channels.map(parentsIn)).toEqual(channels.map(() => 0));
    expect(toldOwner()).toHaveLength(DAMAGES.length);
    expect(toldOwner()[0]?.text).toContain('saved settings are damaged');
    expect(await store.subscriptions.due(100)).toEqual([]);
  });

  it('stays paused when it is resumed, and works again once its settings are saved', async () => {
    const [{ id, plan, channelId } = await Promise.reject('none')] = await subscribe(store, 'T1', ['CBAD']);
    await damage('digest_subscriptions', 'plan_json', '{', id);
    await store.subscriptions.resume('T1', id, true);
    expect(await store.subscriptions.list('T1')).toMatchObject([{ pausedBecause: 'unreadable' }]);
    await store.subscriptions.save('T1', channelId, OWNER, plan);
    now = MONDAY + MINUTE_MS;
    await program.runDueNow();
    expect(parentsIn('CBAD')).toBe(1);
  });
});

describe('a damaged watch', () => {
  it('is paused and told to its owner, and the others are checked', async () => {
    await subscribe(store, 'T1', []);
    await subscribe(store, 'T2', []);
    const [bad, well] = [
      await store.watches.insert('T1', { ...aWatch(1), ownerId: OWNER }),
      await store.watches.insert('T2', aWatch(2)),
    ];
    await damage('watches', 'rule_json', '{"when":"never"}', bad.id);
    now += 61 * MINUTE_MS;
    const due = await store.watchChecks.claimDue(10);
    expect(due.map(({ id, paused }) => [id, paused])).toEqual(
      expect.arrayContaining([
        [bad.id, 'unreadable'],
        [well.id, null],
      ]),
    );
    for (const watch of due) await store.watchChecks.release(watch, 'soon');
    now += 10 * MINUTE_MS;
    for (let look = 0; look < 3; look += 1) {
      await program.runDueNow();
      now += MINUTE_MS;
    }
    expect(toldOwner().map(({ text }) => text)).toEqual([expect.stringContaining('can’t be read')]);
    expect(await store.watches.find('T1', bad.id)).toMatchObject({ paused: 'unreadable' });
  });

  it('keeps what is stored when somebody presses an old button', async () => {
    const { id } = await store.watches.insert('T1', aWatch(1));
    await damage('watches', 'subject_json', '{', id);
    expect(await store.watches.resume('T1', id, 'C1')).toMatchObject({ paused: 'unreadable' });
    await damage('watches', 'subject_json', JSON.stringify(aWatch(1).subject), id);
    expect(await store.watches.find('T1', id)).toMatchObject({ paused: null, subject: aWatch(1).subject });
    expect(await store.watches.remove('T1', id)).toBe(true);
  });
});

describe('a damaged message of the outbox', () => {
  it('stops no other, and its sharer gets a message', async () => {
    await subscribe(store, 'T1', ['CWELL']);
    const message = await store.outbox.add('T1', { ...aShare('a'), ownerId: OWNER, channelId: 'CSHARED' });
    await damage('outbox', 'content_json', '{"title"', message?.id ?? '');
    const whispers: (string | null)[] = [];
    slack.plan = ({ method, body }) => {
      if (method === 'chat.postEphemeral') whispers.push(`${body.get('user')}: ${body.get('text')}`);
      return null;
    };
    now = MONDAY + MINUTE_MS;
    for (let look = 0; look < 3; look += 1) {
      await program.runDueNow();
      now += MINUTE_MS;
    }
    expect(parentsIn('CWELL')).toBe(1);
    expect(whispers).toEqual([expect.stringContaining(`${OWNER}: Not shared. What was to be posted is damaged`)]);
  });
});

describe('damaged settings', () => {
  it('let managers alone set things up, and the log shows the changes it can read', async () => {
    await store.settings.change('T1', 'U1', { defaultArea: 'AUTH_IDENTITY' });
    await store.settings.change('T1', 'U1', { setUpBy: 'members', defaultChannelId: 'C1' });
    const [newest] = await store.settings.changes('T1');
    expect(newest).toBeDefined();
    await damage('settings', 'settings_json', '{', 'T1', 'workspace_id');
    expect(await store.settings.get('T1')).toMatchObject({ setUpBy: 'managers', managerIds: [] });
    await damage('settings_changes', 'change_json', '{', 'T1', 'workspace_id');
    expect(await store.settings.changes('T1')).toEqual([]);
    expect(await store.settings.change('T1', 'U1', { defaultChannelId: 'C2' })).toMatchObject({
      defaultChannelId: 'C2',
    });
  });
});
