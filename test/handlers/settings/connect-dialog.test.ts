import type { View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KEY_INPUT } from '#blocks/settings/connect-dialog.ts';
import { API_KEY, errorResponse } from '../../support/service/fake-service.ts';
import { idOf } from '../../support/service/sample-signals.ts';
import { isFilled, viewText } from '../../support/slack/card-text.ts';
import { GENEROUS_TIMEOUTS } from '../../support/worlds/generous-timeouts.ts';
import { HOME, type HostedWorld, startHostedWorld } from '../../support/worlds/hosted-world.ts';
import { startWorld } from '../../support/worlds/slack-world.ts';

const ADMIN = HOME.userId;
const MEMBER = 'U0KENTHOMP';

let world: HostedWorld;
beforeEach(async () => {
  world = await startHostedWorld();
  await world.install(HOME.teamId);
});
afterEach(() => world.close());

async function openDialog(userId = ADMIN): Promise<View> {
  await world.slack.runCommand({ userId, text: 'connect' });
  return world.slack.nextView(isFilled);
}

async function submit(view: View, key: string): Promise<string> {
  await world.slack.submitView(view.id, { [KEY_INPUT]: { [KEY_INPUT]: key } });
  return viewText(await world.slack.nextView(isFilled));
}

describe('connecting a key', () => {
  it('checks it with the service, stores it encrypted, and says what comes next', async () => {
    const said = await submit(await openDialog(), `  ${API_KEY} `);
    expect(said).toContain('*Connected.*');
    expect(said).toContain('type `/pain trending` in a channel');
    expect(world.service.asked).toContain('/api/meta/pipeline');
    expect(await world.store.apiKeys.find(HOME.teamId)).toBe(API_KEY);
    expect((await world.store.settings.changes(HOME.teamId))[0]).toMatchObject({ setting: 'key', to: 'pain_testtest' });
  });

  it('never shows or logs the key', async () => {
    await submit(await openDialog(), API_KEY);
    await submit(await openDialog(), 'pain_testtest_wrongwrongwrongwrong');
    const sent = JSON.stringify([world.slack.calls, world.logs, world.slack.views(ADMIN), world.slack.home(ADMIN)]);
    expect(sent).toContain('pain_testtest');
    expect(sent).not.toContain(API_KEY.slice(-20));
    expect(sent).not.toContain('wrongwrong');
  });

  it.each([
    ['not a key', 'Paste the whole key'],
    ['pain_only', 'Paste the whole key'],
  ])('says at the input what is wrong with %j', async (key, words) => {
    const view = await openDialog();
    const { errors } = await world.slack.submitView(view.id, { [KEY_INPUT]: { [KEY_INPUT]: key } });
    expect(errors?.[KEY_INPUT] ?? '').toContain(words);
    expect(world.service.asked).toEqual([]);
  });

  it('changes nothing when the service rejects the key, and can be tried again', async () => {
    const view = await openDialog();
    const said = await submit(view, 'pain_testtest_wrongwrongwrongwrong');
    expect(said).toContain('*Not connected. This key doesn’t work.*');
    const [, reference] = /Reference `(\w+)`/.exec(said) ?? [];
    expect(world.logs).toContainEqual(expect.objectContaining({ reference, failure: 'unauthorized' }));
    expect(await world.store.apiKeys.find(HOME.teamId)).toBeNull();
    expect(await submit(view, API_KEY)).toContain('*Connected.*');
  });

  it('says in a private message that a key was rejected, where Slack takes nothing into the dialog', async () => {
    const view = await openDialog();
    for (let call = 0; call < 2; call += 1) world.slack.failNext('views.update', { status: 500 });
    await world.slack.submitView(view.id, { [KEY_INPUT]: { [KEY_INPUT]: 'pain_testtest_wrongwrongwrongwrong' } });
    expect((await world.slack.nextMessage()).text).toMatch(/^Not connected\. This key doesn’t work\./);
  });

  it('says that a key without Pro is not enough', async () => {
    world.service.plan('/api/meta/pipeline', errorResponse(403, 'PRO_REQUIRED'));
    expect(await submit(await openDialog(), API_KEY)).toContain('This needs the service’s Pro plan');
  });

  it('changes nothing when the service takes too long, also once it answers', async () => {
    const timeouts = { ...GENEROUS_TIMEOUTS, answerMs: 300 };
    await using impatient = await startSharedWorld({ timeouts });
    await impatient.slack.runCommand({ userId: ADMIN, text: 'connect' });
    const view = await impatient.slack.nextView(isFilled);
    const answer = Promise.withResolvers<void>();
    const pipeline = { latestSnapshotAt: null, totalActiveSignals: 1, sample: true };
    impatient.service.plan('/api/meta/pipeline', { body: pipeline, after: answer.promise });
    await impatient.slack.submitView(view.id, { [KEY_INPUT]: { [KEY_INPUT]: API_KEY } });
    const said = viewText(await impatient.slack.nextView((each) => viewText(each).includes('Reference')));
    expect(said).toContain('*Not connected. The service isn’t answering.*');
    expect(said).toContain('Nothing was changed.');
    timeouts.answerMs = GENEROUS_TIMEOUTS.answerMs;
    answer.resolve();
    await impatient.slack.submitView(view.id, { [KEY_INPUT]: { [KEY_INPUT]: API_KEY } });
    await impatient.slack.nextView((each) => viewText(each).includes('*Connected.*'));
    expect(await impatient.store.settings.changes(HOME.teamId)).toMatchObject([{ setting: 'key', from: null }]);
  });

  it('doesn’t say that nothing was changed where the database was too slow to say so', async () => {
    await using slow = await startSharedWorld({ storeTimeoutMs: 1_000 });
    vi.spyOn(slow.store.seenRequests, 'claim').mockResolvedValue(true);
    const { connect } = slow.store.apiKeys;
    const written = Promise.withResolvers<void>();
    vi.spyOn(slow.store.apiKeys, 'connect').mockImplementation((...given) =>
      written.promise.then(() => connect(...given)),
    );
    await slow.slack.runCommand({ userId: ADMIN, text: 'connect' });
    const view = await slow.slack.nextView(isFilled);
    await slow.slack.submitView(view.id, { [KEY_INPUT]: { [KEY_INPUT]: API_KEY } });
    const said = viewText(await slow.slack.nextView((each) => viewText(each).includes('reach its database')));
    expect(said).toContain('so your request may not have gone through');
    expect(said).not.toMatch(/Not connected|Nothing was changed/);
    written.resolve();
    await expect.poll(() => slow.store.apiKeys.describe(HOME.teamId)).toMatchObject({ connectedBy: ADMIN });
  });

  it('is for managers; others learn who they are', async () => {
    const view = await openDialog(MEMBER);
    expect(viewText(view)).toContain(
      '*Only admins, managers and the person who installed the app can change this workspace’s API key.*',
    );
    expect(viewText(view)).toContain('Ask one of them.');
    expect(view.submit).toBeUndefined();
  });

  it('checks permissions again when the key is submitted', async () => {
    await world.store.settings.set(HOME.teamId, {
      defaultArea: null,
      defaultChannelId: null,
      managerIds: [MEMBER],
      setUpBy: 'members',
    });
    const view = await openDialog(MEMBER);
    await world.store.settings.set(HOME.teamId, {
      defaultArea: null,
      defaultChannelId: null,
      managerIds: [],
      setUpBy: 'members',
    });
    expect(await submit(view, API_KEY)).toContain(
      '*Only admins, managers and the person who installed the app can do this.*',
    );
    expect(await world.store.apiKeys.find(HOME.teamId)).toBeNull();
  });
});

describe('a query that needed a key', () => {
  const askInVain = async (channelId?: string): Promise<View> => {
    await world.slack.runCommand({ userId: ADMIN, text: 'trending', ...(channelId ? { channelId } : {}) });
    const message = await world.slack.nextMessage(
      ({ ephemeralFor, channelId: at }) => !!ephemeralFor || at === channelId,
    );
    await world.slack.press({ message, actionId: 'open_connect', userId: ADMIN });
    return world.slack.nextView(isFilled);
  };
  const answered = () => world.slack.nextView((view) => viewText(view).includes('Trending: significant increases'));

  it('is answered with the key, also after a wrong one, and shared from there into the channel it was asked in', async () => {
    const view = await askInVain();
    await submit(view, 'pain_testtest_wrongwrongwrongwrong');
    await submit(view, API_KEY);
    expect(viewText(await answered())).toContain('[Share in this channel]');
    await world.slack.press({ viewId: view.id, actionId: 'share' });
    const posted = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === undefined);
    expect(posted).toMatchObject({ channelId: 'C0DEVPAIN1', text: expect.stringContaining('Trending signals: 1.') });
  });

  it('is answered also where that takes longer than a part of a card may: a watch must not be set up unsaid', async () => {
    const timeouts = { ...GENEROUS_TIMEOUTS, optionalMs: 1 };
    await using impatient = await startSharedWorld({ timeouts, apiKey: 'pain_testtest_wrongwrongwrongwrong' });
    const { slack } = impatient;
    await slack.runCommand({ userId: ADMIN, text: `watch ${idOf(1)}` });
    const message = await slack.nextMessage(({ ephemeralFor }) => ephemeralFor === ADMIN);
    await slack.press({ message, actionId: 'open_connect', userId: ADMIN });
    const view = await slack.nextView(isFilled);
    await slack.submitView(view.id, { [KEY_INPUT]: { [KEY_INPUT]: API_KEY } });
    await impatient.idle();
    expect(await impatient.store.watches.count(HOME.teamId)).toBe(1);
    expect(slack.views(ADMIN).map(viewText).join()).toContain('Watching.');
  });

  it('is answered without a button to share where there is no channel', async () => {
    await submit(await askInVain('D0ADALOVEL'), API_KEY);
    expect(viewText(await answered())).not.toContain('Share in this channel');
  });
});

describe('disconnecting', () => {
  it('deletes the key after a question, and says so on Home', async () => {
    await world.store.apiKeys.set(HOME.teamId, API_KEY, ADMIN);
    const view = await openDialog();
    expect(JSON.stringify(view.blocks)).toContain('Nobody here can use the app until another key is connected.');
    await world.slack.press({ viewId: view.id, actionId: 'disconnect' });
    expect(viewText(await world.slack.nextView((each) => viewText(each).includes('Disconnected')))).toContain(
      'you can revoke it or create a new one',
    );
    expect(await world.store.apiKeys.find(HOME.teamId)).toBeNull();
    expect(viewText(await world.slack.nextHome(isFilled))).toContain('[Set API key…]');
  });

  it('where all share a key, says that the workspace goes back to it', async () => {
    await using shared = await startSharedWorld();
    const open = async () => {
      await shared.slack.runCommand({ userId: ADMIN, text: 'connect' });
      return shared.slack.nextView(isFilled);
    };
    const view = await open();
    await shared.slack.submitView(view.id, { [KEY_INPUT]: { [KEY_INPUT]: API_KEY } });
    const connected = viewText(await shared.slack.nextView((each) => viewText(each).includes('*Connected.*')));
    expect(connected).toContain('This workspace now uses its own key.');
    expect(connected).not.toMatch(/Everyone|first card/);
    const own = JSON.stringify((await open()).blocks);
    expect(own).toContain('The key is deleted. This workspace goes back to the default key.');
    expect(own).not.toContain('Nobody here');
  });
});

async function startSharedWorld(options: Parameters<typeof startWorld>[0] = {}) {
  const shared = await startWorld(options);
  return { ...shared, [Symbol.asyncDispose]: shared.close };
}
