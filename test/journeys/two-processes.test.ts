import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { SETTINGS_INPUT } from '#blocks/settings/settings-dialog.ts';
import { TRENDING_STEP } from '#handlers/workflow/workflow-steps.ts';
import { idOf } from '../support/service/sample-signals.ts';
import { cardText, isFilled, viewText } from '../support/slack/card-text.ts';
import { eventBody, pressForm, sendSigned, signedRequest } from '../support/worlds/signed-request.ts';
import { isPrivate, startWorld, type World } from '../support/worlds/slack-world.ts';

/** Two processes share a database, and each request goes to the other one. */
const WAYS = {
  'behind a load balancer without stickiness': {},
  'over Socket Mode': { isSocketMode: true },
  'over Socket Mode, a connection refreshed after each request': { isSocketMode: 'restless' },
} as const;

let world: World;
afterEach(() => world.close());

const CHANNEL = 'C0DEVPAIN1';
const JSON_BODY = { contentType: 'application/json' };
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const callsOf = (method: string) => world.slack.calls.filter((call) => call.method === method);
const at = (secondsAgo: number) => Math.floor(Date.now() / 1_000) - secondsAgo;

describe.each(Object.entries(WAYS))('with two processes %s', (_, way) => {
  beforeEach(async () => {
    world = await startWorld({ processes: 2, ...way });
  });

  it('a number means the same signal in whichever process', async () => {
    await world.ask('trending');
    for (const number of [2, 3, 1]) {
      await world.ask(`signal ${number}`);
      expect(world.service.asked).toContain(`/api/pain-signals/${idOf(number)}`);
    }
  });

  it('a page turned in one process keeps the numbers of the page before in the other', async () => {
    const list = await world.ask('top 10');
    await world.press(list, 'next_page');
    for (const number of [1, 7]) {
      await world.ask(`signal ${number}`);
      expect(world.service.asked).toContain(`/api/pain-signals/${idOf(number)}`);
    }
  });

  it('“why?” and “and the brief?” are about the signal that the other process showed', async () => {
    const say = async (text: string) => {
      await world.slack.say({ channelId: 'D0ADALOVEL', text });
      return shown(await world.slack.nextMessage());
    };
    await say(`show me ${idOf(3)}`);
    expect(await say('why?')).toContain('Understood as: *why it’s moving · this signal*');
    expect(await say('and the brief?')).toContain('Understood as: *brief · this signal*');
    await say(`show me ${idOf(2)}`);
    expect(await say('and the evidence?')).toContain('Understood as: *evidence · this signal*');
    for (const path of [`${idOf(3)}/brief`, `${idOf(2)}/evidence`])
      expect(world.service.asked.join()).toContain(`/api/pain-signals/${path}`);
  });

  it('a mention that Slack delivers to both is answered once', async () => {
    const event = { type: 'app_mention', user: 'U0ADALOVEL', channel: CHANNEL, ts: '1700000000.000100' };
    const body = eventBody({ ...event, text: '<@U0PAINSIGNL> what is rising?' });
    await Promise.all([1, 2, 3, 4].map((ago) => sendSigned(world.address, body, { ...JSON_BODY, at: at(ago) })));
    await world.idle();
    expect(callsOf('chat.postMessage')).toHaveLength(1);
  });

  it('a press that Slack delivers to both is answered once', async () => {
    const body = pressForm({});
    await Promise.all([1, 2, 3, 4].map((ago) => sendSigned(world.address, body, { at: at(ago) })));
    await world.idle();
    expect(world.slack.messages(CHANNEL).filter(isPrivate)).toHaveLength(1);
  });

  it('a workflow step that Slack delivers to both is completed once', async () => {
    const event = {
      ...{ type: 'function_executed', function: { callback_id: TRENDING_STEP }, inputs: {} },
      ...{ function_execution_id: 'Fx1', bot_access_token: 'xwfp-1' },
    };
    const body = eventBody(event);
    await Promise.all([1, 2, 3, 4].map((ago) => sendSigned(world.address, body, { ...JSON_BODY, at: at(ago) })));
    await world.idle();
    expect(callsOf('functions.completeSuccess')).toHaveLength(1);
  });

  it('“Send it to me” and “Share” pressed in both send one each', async () => {
    const ask = () => world.ask('chart 01890a5d-ac96-774b-bcce-b302099a8057');
    // Asked before anything is pressed: a press that comes late is answered “Already shared here”, which is private too.
    const pressed = { show_here: await ask(), send_to_me: await ask() };
    for (const [actionId, message] of Object.entries(pressed)) {
      await Promise.all([1, 2, 3].map(() => world.slack.press({ message, actionId })));
      await world.idle();
    }
    expect(world.slack.messages('D0ADALOVEL')).toHaveLength(1);
    expect(world.slack.messages(CHANNEL).filter((message) => !isPrivate(message))).toHaveLength(1);
  });

  it('a dialog is opened, saved and looked at in whichever process', async () => {
    const userId = 'U0GRACEHOP';
    await world.slack.runCommand({ userId, text: 'settings' });
    const dialog = await world.slack.nextView((view) => view.submit !== undefined && isFilled(view));
    await world.slack.submitView(dialog.id, {
      [SETTINGS_INPUT.area]: { [SETTINGS_INPUT.area]: 'AUTH_IDENTITY' },
      [SETTINGS_INPUT.channel]: { [SETTINGS_INPUT.channel]: null },
      [SETTINGS_INPUT.managers]: { [SETTINGS_INPUT.managers]: [] },
    });
    await world.slack.nextView((view) => viewText(view).includes('*Saved.*'));
    for (const _process of [1, 2]) {
      await world.slack.openHome(userId);
      const home = await world.slack.nextHome((view) => view.userId === userId && isFilled(view));
      expect(viewText(home)).toContain('*Default area:* Auth &amp; identity');
    }
  });

  it('a digest turned on in one process is sent once by both', async () => {
    const card = await world.ask('digest');
    await world.slack.press({ message: card, actionId: ACTION.digestPreview });
    const preview = await world.slack.nextView((view) => viewText(view).includes('will get it every'));
    await world.slack.submitView(preview.id, {});
    await world.slack.nextView((view) => viewText(view).includes('Turned on'));
    // The card below the dialog.
    await world.slack.nextMessage((message) => isPrivate(message) && shown(message).includes('[Pause]'));
    const digest = await world.store.subscriptions.ofChannel('T0PREVIEW01', CHANNEL);
    world.passTime((digest?.nextDueAt ?? 0) - world.now());
    await world.runDueNow();
    await world.idle();
    const digests = world.slack.messages(CHANNEL).filter((message) => !isPrivate(message) && !message.threadTs);
    expect(digests).toHaveLength(1);
  });

  it('a watch set in one process is known to the other', async () => {
    expect(shown(await world.ask('watch merger talks'))).toContain('Watching.');
    for (const _process of [1, 2]) {
      expect(shown(await world.ask('watches'))).toContain('“merger talks”');
      expect(shown(await world.ask('watch merger talks'))).toContain('You’re already watching this.');
    }
  });

  it('a key connected in one process is used by the other at once', async () => {
    const store = world.store.forWorkspace('T0PREVIEW01');
    expect(shown(await world.ask('top'))).toContain('Pain number 1');
    expect(shown(await world.ask('top'))).toContain('Pain number 1');
    await store.apiKeys.connect('U0GRACEHOP', 'pain_revoked0_0123456789abcdef0123456789abcdef');
    expect(shown(await world.ask('trending'))).toContain('The API key doesn’t work');
    expect(shown(await world.ask('trending'))).toContain('The API key doesn’t work');
  });
});

it('a captured submission changes nothing when it is sent to the other process', async () => {
  world = await startWorld({ processes: 2 });
  await world.slack.runCommand({ userId: 'U0GRACEHOP', text: 'settings' });
  const view = await world.slack.nextView((each) => JSON.stringify(each).includes('Default area'));
  const payload = {
    ...{ type: 'view_submission', team: { id: 'T0PREVIEW01' }, user: { id: 'U0GRACEHOP', team_id: 'T0PREVIEW01' } },
    view: { id: view.id, type: 'modal', callback_id: 'settings_dialog', private_metadata: '', state: { values: {} } },
  };
  const request = signedRequest(new URLSearchParams({ payload: JSON.stringify(payload) }).toString());
  const update = () => callsOf('views.update').length;
  const before = update();
  for (let turn = 0; turn < 3; turn += 1) await fetch(`${world.address}/slack/events`, request);
  await world.idle();
  expect(update() - before).toBe(1);
});
