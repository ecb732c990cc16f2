import { afterEach, describe, expect, it, vi } from 'vitest';
import { SHARE_DIALOG } from '#blocks/sharing/share-dialog.ts';
import { HOME, type HostedWorld, startHostedWorld } from '../support/worlds/hosted-world.ts';
import { eventBody, newTrigger, pressForm, sendSigned } from '../support/worlds/signed-request.ts';
import { startWorld, type World } from '../support/worlds/slack-world.ts';

const CHANNEL = 'C0DEVPAIN1';
const JSON_BODY = { contentType: 'application/json' };
const MENTION = {
  ...{ type: 'app_mention', user: 'U0ADALOVEL', channel: CHANNEL, ts: '1700000000.000100' },
  text: '<@U0PAINSIGNL> top 3',
};
const commandForm = () =>
  new URLSearchParams({
    ...{ command: '/pain', text: 'top 3', team_id: HOME.teamId, user_id: 'U0ADALOVEL', channel_id: CHANNEL },
    trigger_id: newTrigger(),
  }).toString();

const submitForm = () => {
  const view = {
    id: 'V1',
    type: 'modal',
    callback_id: SHARE_DIALOG,
    blocks: [],
    private_metadata: '',
    state: { values: {} },
  };
  return pressForm({ type: 'view_submission', view, actions: undefined, container: undefined });
};

const AWAY = { status: 503, error: 'service_unavailable' };

let world: World;
afterEach(() => world.close());

const told = (sentence: string) => world.slack.messages(CHANNEL).filter(({ text }) => text.includes(sentence));
/** What the database says of each request. */
const whenClaimed = () => vi.spyOn(world.store.seenRequests, 'claim');

describe('is kept before it is acknowledged, because nobody else tells of a process that dies in between:', () => {
  it.each([
    ['a command', commandForm(), {}],
    ['a press', pressForm({}), {}],
    ['a submitted dialog', submitForm(), {}],
    ['a mention', eventBody(MENTION), JSON_BODY],
    [
      'a direct message',
      eventBody({ ...MENTION, type: 'message', channel_type: 'im', channel: 'D0ADALOVEL' }),
      JSON_BODY,
    ],
  ])('%s', async (_, body, signing) => {
    world = await startWorld();
    const written = Promise.withResolvers<void>();
    const claiming = Promise.withResolvers<void>();
    const { claim } = world.store.seenRequests;
    whenClaimed().mockImplementation(async (...given) => {
      claiming.resolve();
      await written.promise;
      return claim(...given);
    });
    let isAcknowledged = false;
    const sent = sendSigned(world.address, body, signing).then(({ status }) => {
      isAcknowledged = true;
      return status;
    });
    await claiming.promise;
    // The answer to a later request comes after an acknowledgement that was sent before.
    await fetch(`${world.address}/healthz`);
    expect(isAcknowledged).toBe(false);
    written.resolve();
    expect(await sent).toBe(200);
    await world.idle();
  });
});

it('a dialog submitted over Socket Mode is kept, and handled again when Slack sends it again', async () => {
  world = await startWorld({ isSocketMode: true });
  const claimed = whenClaimed();
  const form = submitForm();
  for (let sent = 0; sent < 2; sent += 1) await sendSigned(world.address, form);
  await world.idle();
  expect(claimed.mock.calls).toEqual([
    [expect.stringMatching(/^submission 1\./), expect.objectContaining({ workspaceId: HOME.teamId })],
  ]);
  expect(world.logs.filter(({ kind }) => kind === 'view_submission').map(({ outcome }) => outcome)).toEqual([
    ...['old-button', 'old-button'],
  ]);
  world.passTime(120_000);
  expect(await world.store.unansweredRequests.take()).toEqual([]);
});

describe('a request that the database does not keep', () => {
  it.each([
    ['is silent', () => new Promise<boolean>(() => undefined)],
    ['is away', () => Promise.reject(new Error('the database is away'))],
  ])('because it %s is acknowledged, and the person is told at once', async (_, claim) => {
    world = await startWorld({ storeTimeoutMs: 1 });
    whenClaimed().mockImplementation(claim);
    expect((await sendSigned(world.address, commandForm())).status).toBe(200);
    await world.idle();
    expect(told('can’t reach its database')).toEqual([
      expect.objectContaining({ text: expect.stringMatching(/Reference [0-9a-f]{8}/) }),
    ]);
    expect(world.service.asked.filter((path) => path.includes('top'))).toEqual([]);
  });

  it('is told later where Slack is away as well', async () => {
    world = await startWorld();
    whenClaimed().mockRejectedValueOnce(new Error('the database is away'));
    for (const method of ['response_url', 'chat.postEphemeral']) world.slack.failNext(method, AWAY);
    await world.slack.runCommand({ text: 'top 3' });
    await world.idle();
    expect(told('')).toEqual([]);
    await world.runDueNow();
    expect(told('may not have been answered')).toHaveLength(1);
  });

  it('is not told twice when the database wrote it after all', async () => {
    world = await startWorld({ storeTimeoutMs: 1 });
    const written = Promise.withResolvers<void>();
    const { claim } = world.store.seenRequests;
    const late = Promise.withResolvers<boolean>();
    whenClaimed().mockImplementationOnce(async (...given) => {
      await written.promise;
      late.resolve(claim(...given));
      return late.promise;
    });
    await world.slack.runCommand({ text: 'top 3' });
    await world.idle();
    expect(told('can’t reach its database')).toHaveLength(1);
    written.resolve();
    await late.promise;
    const unanswered = () => {
      world.passTime(120_000);
      return world.store.unansweredRequests.take();
    };
    await expect.poll(unanswered).toEqual([]);
    await world.runDueNow();
    expect(told('may not have been answered')).toEqual([]);
  });
});

it.each([
  ['goes silent', 1, () => new Promise<never>(() => undefined)],
  ['goes away', 60_000, () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))],
])('a database that %s during a request is blamed, and not the service', async (_, storeTimeoutMs, hide) => {
  world = await startWorld({ storeTimeoutMs });
  vi.spyOn(world.store.seenRequests, 'claim').mockResolvedValue(true);
  vi.spyOn(world.store.hiddenSignals, 'ids').mockImplementation(hide);
  expect((await world.ask('top 3')).text).toContain('can’t reach its database');
});

describe('a lost answer', () => {
  const HOUR_MS = 3_600_000;
  const where = { channelId: CHANNEL, userId: 'U0ADALOVEL', threadTs: null, responseUrl: null };
  const loseAnswer = async () => {
    world = await startWorld();
    await world.store.unansweredRequests.put('trigger lost', {
      workspaceId: HOME.teamId,
      request: { ...where, query: null },
    });
  };
  const lost = () => told('may not have been answered');

  it('is told after hours in which Slack was away, and once', async () => {
    await loseAnswer();
    for (let hour = 0; hour < 8; hour += 1) {
      world.slack.failNext('conversations.open', AWAY);
      await world.runDueNow();
      world.passTime(HOUR_MS);
    }
    expect(lost()).toEqual([]);
    await world.runDueNow();
    world.passTime(HOUR_MS);
    await world.runDueNow();
    expect(lost()).toHaveLength(1);
  });

  it('is told by one card an hour, three in all, while Slack shows it and does not say so', async () => {
    await loseAnswer();
    for (let minute = 0; minute < 12 * 60; minute += 10) {
      world.slack.failNext('chat.postEphemeral', { drop: 'answer' });
      world.slack.failNext('chat.postMessage', { drop: 'answer' });
      await world.runDueNow();
      world.passTime(HOUR_MS / 6);
    }
    expect(lost()).toHaveLength(3);
  });
});

describe('a mention whose installation can’t be read', () => {
  let hosted: HostedWorld;
  afterEach(() => hosted.close());

  it('is not acknowledged, so Slack sends it again, and it is answered', async () => {
    world = await startWorld();
    hosted = await startHostedWorld();
    await hosted.install(HOME.teamId);
    hosted.clock.ahead += 60_000;
    const find = vi.spyOn(hosted.store.installations, 'find').mockRejectedValueOnce(new Error('the database is away'));
    const send = () => sendSigned(hosted.address, eventBody(MENTION, 'Ev1'), JSON_BODY);
    expect((await send()).status).not.toBe(200);
    find.mockRestore();
    expect((await send()).status).toBe(200);
    await hosted.idle();
    expect(hosted.slack.messages(CHANNEL)).toHaveLength(1);
  });
});
