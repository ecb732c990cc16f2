import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { API_KEY, OPERATOR_TOKEN } from '../../support/service/fake-service.ts';
import { idOf, someSignals } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { addShare } from '../../support/store/shares.ts';
import { HOLDING, HOME, type HostedWorld, NEIGHBOUR, startHostedWorld } from '../../support/worlds/hosted-world.ts';
import { eventBody, sendSigned } from '../../support/worlds/signed-request.ts';

let world: HostedWorld;
beforeEach(async () => {
  world = await startHostedWorld();
  await world.install(HOME.teamId);
  await world.install(NEIGHBOUR.teamId);
});
afterEach(() => world.close());

const HOUR_MS = 3_600_000;
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const connect = (workspaceId: string) => world.store.apiKeys.set(workspaceId, API_KEY, 'U1');
const fill = async (workspaceId: string) => {
  await connect(workspaceId);
  await world.store.settings.set(workspaceId, {
    defaultArea: 'X',
    defaultChannelId: null,
    managerIds: ['U1'],
    setUpBy: 'members',
  });
  await world.store.settings.logChanges(workspaceId, 'U1', [{ setting: 'defaultArea', from: null, to: 'X' }]);
  await addShare(world.store, workspaceId);
};
const keptOf = async (workspaceId: string) => ({
  installed: (await world.store.installations.find(workspaceId)) !== null,
  key: await world.store.apiKeys.find(workspaceId),
  area: (await world.store.settings.get(workspaceId)).defaultArea,
  changes: (await world.store.settings.changes(workspaceId)).length,
  shares: (await world.store.forWorkspace(workspaceId).shares.recent(10)).length,
});
const EVERYTHING = { installed: true, key: API_KEY, area: 'X', changes: 1, shares: 1 };
const NOTHING = { installed: false, key: null, area: null, changes: 0, shares: 0 };

const SHARED_CHANNEL = 'C0PARTNERS';

describe('a workspace', () => {
  it('spends its own key, and no other spends it', async () => {
    await connect(HOME.teamId);
    expect(shown(await world.ask(HOME.userId, 'trending'))).toContain('Pain number 1');
    expect(shown(await world.ask(NEIGHBOUR.userId, 'trending'))).toContain('The API key doesn’t work');
  });

  it('sees neither answers from the other’s cache nor the numbers of its last list', async () => {
    await connect(HOME.teamId);
    await world.ask(HOME.userId, 'trending');
    expect(shown(await world.ask(NEIGHBOUR.userId, 'trending'))).not.toContain('Pain number');
    expect(shown(await world.ask(NEIGHBOUR.userId, 'signal 1'))).toContain('list');
    expect(shown(await world.ask(HOME.userId, 'signal 1'))).toContain('OAuth refresh tokens');
  });

  it('is answered by its own token', async () => {
    await connect(NEIGHBOUR.teamId);
    const list = await world.ask(NEIGHBOUR.userId, 'trending');
    await world.slack.press({ message: list, actionId: 'share', userId: NEIGHBOUR.userId });
    await expect.poll(() => world.slack.calls.map(({ method }) => method)).toContain('chat.postMessage');
    const calls = world.slack.calls.filter(({ method }) => /^(chat\.postMessage|users)/.test(method));
    expect(new Set(calls.map(({ teamId }) => teamId))).toEqual(new Set([NEIGHBOUR.teamId]));
  });

  it.each([
    ['names', { team: 'own' }, NEIGHBOUR],
    ['names', { team: 'own' }, HOME],
    ['names', { team: 'other', user_team: 'own' }, NEIGHBOUR],
  ] as const)(
    'that shares a channel answers its own people there, whichever installation the event %s: %j',
    async (_, sender, own) => {
      const other = own === HOME ? NEIGHBOUR : HOME;
      const teams = { own: own.teamId, other: other.teamId };
      await connect(own.teamId);
      const { ts } = await world.slack.say({ channelId: SHARED_CHANNEL, userId: own.userId, text: 'what is rising?' });
      const named = Object.fromEntries(Object.entries(sender).map(([field, whose]) => [field, teams[whose]]));
      const event = {
        type: 'app_mention',
        user: own.userId,
        ...named,
        channel: SHARED_CHANNEL,
        ts,
        text: '<@U0> trending',
      };
      const authorizations = [{ team_id: other.teamId, enterprise_id: null, user_id: 'U0PAINSIGNL', is_bot: true }];
      const body = { ...JSON.parse(eventBody(event)), is_ext_shared_channel: true, authorizations };
      const before = world.slack.calls.length;
      await sendSigned(world.address, JSON.stringify(body), { contentType: 'application/json' });
      await world.idle();
      expect(shown(world.slack.messages(SHARED_CHANNEL).at(-1) as Message)).toContain('Pain number 1');
      const callers = world.slack.calls.slice(before).flatMap(({ teamId }) => teamId ?? []);
      expect(new Set(callers)).toEqual(new Set([own.teamId]));
    },
  );

  it('of an organisation uses what the organisation has', async () => {
    await world.install(HOLDING.orgId);
    await connect(HOLDING.orgId);
    expect(shown(await world.ask(HOLDING.userId, 'trending'))).toContain('Pain number 1');
  });

  it('where the app is not installed is told so', async () => {
    expect(shown(await world.ask(HOLDING.userId, 'trending'))).toContain('isn’t installed in this workspace');
  });
});

describe('with the operator’s token of our own service', () => {
  const routeOf = (workspaceId: string) => `/operator/workspaces/${workspaceId}/key`;
  const asked = (hosted: HostedWorld, path: string) => hosted.service.asked.filter((each) => each === path).length;

  it('a workspace has a key once it installed the app, which the service takes back at uninstall', async () => {
    const hosted = await startHostedWorld({ painOperatorToken: OPERATOR_TOKEN });
    onTestFinished(() => hosted.close());
    for (const { teamId } of [HOME, NEIGHBOUR]) hosted.service.plan(routeOf(teamId), { body: { key: API_KEY } });
    await hosted.install(HOME.teamId);
    await expect.poll(() => hosted.store.apiKeys.find(HOME.teamId)).toBe(API_KEY);
    expect(shown(await hosted.ask(HOME.userId, 'trending'))).toContain('Pain number 1');
    expect(asked(hosted, routeOf(HOME.teamId))).toBe(1);

    await hosted.install(NEIGHBOUR.teamId);
    await expect.poll(() => hosted.store.apiKeys.find(NEIGHBOUR.teamId)).toBe(API_KEY);
    hosted.slack.uninstall(NEIGHBOUR.teamId);
    await hosted.slack.sendRemovalEvent(NEIGHBOUR.teamId, 'app_uninstalled');
    await expect.poll(() => asked(hosted, routeOf(NEIGHBOUR.teamId))).toBe(2);
    expect(await hosted.store.apiKeys.describe(NEIGHBOUR.teamId)).toBeNull();
    expect(await hosted.store.apiKeys.find(HOME.teamId)).toBe(API_KEY);
  });

  it('digests and watches go on with the next key after the service revoked one', async () => {
    const hosted = await startHostedWorld({ painOperatorToken: OPERATOR_TOKEN });
    onTestFinished(() => hosted.close());
    hosted.service.plan(routeOf(HOME.teamId), { body: { key: API_KEY } });
    await hosted.install(HOME.teamId);
    expect(shown(await hosted.ask(HOME.userId, `watch ${idOf(1)} above 5%`))).toContain('Watching');
    const { subscriptions, apiKeys } = hosted.store;
    const saved = await subscriptions.save(HOME.teamId, 'C0DEVPAIN1', HOME.userId, {
      ...{ weekday: 1, time: '09:00', zone: 'Etc/UTC', areas: [], types: [] },
      ...{ length: 3, quietWeeks: 'say', hasThread: false },
    });
    await apiKeys.provide(HOME.teamId, 'pain_revoked1_0123456789abcdef0123456789abcdef');
    hosted.clock.ahead += saved.nextDueAt - hosted.now();
    await hosted.runDueNow();
    await expect.poll(() => apiKeys.find(HOME.teamId)).toBe(API_KEY);
    hosted.clock.ahead += HOUR_MS;
    await hosted.runDueNow();
    expect((await subscriptions.ofChannel(HOME.teamId, 'C0DEVPAIN1'))?.pausedBecause).toBeNull();
    const watches = await hosted.store
      .forWorkspace(HOME.teamId)
      .watches.list({ ownerId: HOME.userId, channelId: null });
    expect(watches.map(({ paused }) => paused)).toEqual([null]);
    expect(hosted.slack.messages('C0DEVPAIN1').map(({ text }) => text)).toContainEqual(
      expect.stringContaining('signals rose significantly this week'),
    );
  });
});

describe('guests and strangers', () => {
  beforeEach(() => connect(HOME.teamId));

  it('see cards, but cannot spend the key by a command or a button', async () => {
    expect(shown(await world.ask('U0GUESTGAB', 'trending'))).toContain('Only full members of this workspace');
    for (const text of ['', 'help', 'nonsense:', 'status', 'evidence 1', 'watch 1 here']) {
      const card = shown(await world.ask('U0GUESTGAB', text));
      expect(card).toContain('can read what');
      expect(card).not.toContain('[');
    }
    const told = world.logs.filter(({ failure }) => failure === 'outsider');
    expect(told.map(({ level, err }) => [level, err])).toEqual(told.map(() => [30, undefined]));
    expect(world.logs.filter(({ err }) => JSON.stringify(err ?? null).includes('RefusedPress'))).toEqual([]);
    const list = await world.ask(HOME.userId, 'trending');
    await world.slack.press({ message: list, actionId: 'refresh', userId: 'U0STRANGER' });
    const answer = await world.slack.nextMessage((message) => message.ephemeralFor === 'U0STRANGER');
    expect(shown(answer)).toContain('Only full members of this workspace');
  });

  it('see in a channel shared with them what was shared there; whatever they press and say opens nothing', async () => {
    const shared = 'C0PARTNERS';
    await world.slack.runCommand({ userId: HOME.userId, text: `signal ${idOf(1)}`, channelId: shared });
    const mine = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === HOME.userId);
    await world.slack.press({ message: mine, actionId: 'share', userId: HOME.userId });
    const question = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === HOME.userId);
    await world.slack.press({ message: question, actionId: 'share_again', userId: HOME.userId });
    const card = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === undefined);
    expect(shown(card)).toContain('# OAuth refresh tokens expire without warning');
    const before = world.service.asked.length;
    const told = () => world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === 'U0STRANGER');

    for (const pressed of [{ actionId: 'show_evidence' }, { actionId: 'show_brief' }]) {
      await world.slack.press({ message: card, userId: 'U0STRANGER', ...pressed });
      expect((await told()).text).toMatch(/^Only full members of this workspace/);
    }
    await world.slack.press({ message: card, userId: 'U0STRANGER', actionId: 'more', selectedOption: 'delete' });
    const refused = await world.slack.nextView((view) => JSON.stringify(view).includes('Only full members'));
    expect(JSON.stringify(refused)).not.toContain('Delete this card?');
    await world.slack.runShortcut({ message: card, callbackId: 'find_related_pain', userId: 'U0STRANGER' });
    expect((await told()).text).toContain('Only full members of this workspace');
    await world.slack.say({ channelId: shared, userId: 'U0STRANGER', text: '@Pain Signals what is rising?' });
    expect((await told()).text).toContain('Only full members of this workspace');
    expect(world.service.asked.length).toBe(before);
    expect(world.slack.messages(shared)).toContainEqual(card);
  });

  it('are told nothing of a channel’s digest, by a command or a button of it', async () => {
    const shared = 'C0PARTNERS';
    await world.store.subscriptions.save(HOME.teamId, shared, HOME.userId, {
      ...{ weekday: 1, time: '09:00', zone: 'Etc/UTC', areas: [], types: [] },
      ...{ length: 3, quietWeeks: 'say', hasThread: true },
    });
    await world.slack.runCommand({ userId: HOME.userId, text: 'digest', channelId: shared });
    const mine = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === HOME.userId);
    expect(shown(mine)).toContain('Monday at 9:00 AM');
    for (const userId of ['U0GUESTGAB', 'U0STRANGER']) {
      const told = () => world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === userId);
      // Slack sends a stranger's command as from their own workspace.
      await world.slack.runCommand({ userId, text: 'digest', channelId: shared });
      expect(shown(await told())).toMatch(/Only full members of this workspace|isn’t installed in this workspace/);
      for (const actionId of ['show_digest_history', 'pause_digest', 'send_digest_now']) {
        await world.slack.press({ message: mine, actionId, userId });
        expect((await told()).text).toMatch(/^Only full members of this workspace/);
      }
    }
    expect((await world.store.subscriptions.ofChannel(HOME.teamId, shared))?.pausedBecause).toBeNull();
    await world.slack.runCommand({ userId: 'U0GUESTGAB', text: 'digest', channelId: 'D0GUESTGAB' });
    const alone = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === 'U0GUESTGAB');
    expect(shown(alone)).toContain('Only full members of this workspace');
  });

  it('cannot be told from members without the permission to ask, so everybody is told which one is missing', async () => {
    world.slack.refuseScope('users:read');
    expect(shown(await world.ask(HOME.memberId, 'trending'))).toContain(
      'reinstall the app with the `users:read` permission',
    );
  });
});

describe('removing the app', () => {
  beforeEach(async () => {
    await fill(HOME.teamId);
    await fill(NEIGHBOUR.teamId);
  });

  it.each([
    ['app_uninstalled', 'tokens_revoked'],
    ['tokens_revoked', 'app_uninstalled'],
  ] as const)('deletes all that is kept of the workspace, and of no other (%s first)', async (first, second) => {
    await world.ask(NEIGHBOUR.userId, 'trending');
    world.slack.uninstall(NEIGHBOUR.teamId);
    await world.slack.sendRemovalEvent(NEIGHBOUR.teamId, first);
    await expect.poll(() => keptOf(NEIGHBOUR.teamId)).toEqual(NOTHING);
    await world.slack.sendRemovalEvent(NEIGHBOUR.teamId, second);
    expect(await keptOf(HOME.teamId)).toEqual(EVERYTHING);
    expect(shown(await world.ask(NEIGHBOUR.userId, 'trending'))).toContain('isn’t installed in this workspace');
    expect(world.logs).not.toContainEqual(expect.objectContaining({ level: 60 }));
  });

  it('deletes minutes later what a command under way in a process that knew of no uninstall has written', async () => {
    world.slack.uninstall(NEIGHBOUR.teamId);
    await world.slack.sendRemovalEvent(NEIGHBOUR.teamId, 'app_uninstalled');
    await expect.poll(() => keptOf(NEIGHBOUR.teamId)).toEqual(NOTHING);
    await world.store.settings.change(NEIGHBOUR.teamId, NEIGHBOUR.userId, { defaultArea: 'AUTH_IDENTITY' });
    expect(await keptOf(NEIGHBOUR.teamId)).not.toEqual(NOTHING);
    world.clock.ahead += 5 * 60_000;
    // Nothing in memory is needed for it, so any process does it.
    await world.runDueNow();
    expect(await keptOf(NEIGHBOUR.teamId)).toEqual(NOTHING);
    expect(await keptOf(HOME.teamId)).toEqual(EVERYTHING);
  });

  it.each([
    ['can’t be looked up', () => vi.spyOn(world.store.installations, 'find')],
    ['can’t be deleted', () => vi.spyOn(world.store, 'transaction')],
  ])('is not acknowledged while the workspace %s, so Slack says it again', async (_, spyOn) => {
    world.slack.uninstall(NEIGHBOUR.teamId);
    world.clock.ahead += 60_000;
    const away = spyOn().mockRejectedValue(new Error('the database is away'));
    expect((await world.slack.sendRemovalEvent(NEIGHBOUR.teamId, 'app_uninstalled')).status).not.toBe(200);
    away.mockRestore();
    expect(await keptOf(NEIGHBOUR.teamId)).toEqual(EVERYTHING);
    expect((await world.slack.sendRemovalEvent(NEIGHBOUR.teamId, 'app_uninstalled')).status).toBe(200);
    expect(await keptOf(NEIGHBOUR.teamId)).toEqual(NOTHING);
  });

  it('ends what is under way: it calls Slack no more, and keeps nothing', async () => {
    const answered = Promise.withResolvers<void>();
    for (const list of ['trending', 'emerging', 'top'])
      world.service.plan(`/api/dashboard/${list}`, { body: someSignals(3), after: answered.promise });
    await world.slack.openConversation(HOME.userId);
    await world.slack.say({ channelId: 'D0GRACEHOP', userId: HOME.userId, text: 'what is trending?' });
    const isAsked = () => world.service.asked.some((path) => path.startsWith('/api/dashboard/trending'));
    await expect.poll(isAsked).toBe(true);
    world.slack.uninstall(HOME.teamId);
    await world.slack.sendRemovalEvent(HOME.teamId, 'app_uninstalled');
    await expect.poll(() => keptOf(HOME.teamId)).toEqual(NOTHING);
    const before = world.slack.calls.length;

    answered.resolve();
    await world.idle();

    expect(world.slack.calls.slice(before).map(({ method }) => method)).toEqual([]);
  });

  it('told late does not undo an install made since', async () => {
    const removedAt = Date.now();
    world.slack.uninstall(NEIGHBOUR.teamId);
    world.clock.ahead += 60_000;
    await world.install(NEIGHBOUR.teamId);
    await world.slack.sendRemovalEvent(NEIGHBOUR.teamId, 'app_uninstalled', removedAt);
    world.slack.failNext('auth.test', { error: 'internal_error' });
    await world.slack.sendRemovalEvent(NEIGHBOUR.teamId, 'tokens_revoked', removedAt);
    // Both were worked on by the time that a later request is answered.
    world.slack.uninstall(HOME.teamId);
    await world.slack.sendRemovalEvent(HOME.teamId, 'app_uninstalled');
    await expect.poll(() => keptOf(HOME.teamId)).toEqual(NOTHING);
    expect(await keptOf(NEIGHBOUR.teamId)).toEqual(EVERYTHING);
  });

  it('from one workspace of an organisation leaves the organisation’s own, though its token is too old to be tried', async () => {
    for (const id of [HOLDING.orgId, HOLDING.teamId]) {
      await world.install(id);
      await fill(id);
    }
    for (const event of ['app_uninstalled', 'tokens_revoked'] as const) {
      for (let call = 0; call < 2; call += 1) world.slack.failNext('auth.test', { error: 'token_expired' });
      await world.slack.sendRemovalEvent(HOLDING.teamId, event);
      await expect.poll(() => keptOf(HOLDING.teamId)).toEqual(NOTHING);
      await world.idle();
    }
    expect(await keptOf(HOLDING.orgId)).toEqual(EVERYTHING);
  });
});
