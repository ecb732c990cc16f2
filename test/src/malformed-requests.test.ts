import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMPARE_DIALOG } from '#blocks/compare/compare-dialog.ts';
import { DIGEST_DIALOG, DIGEST_PREVIEW } from '#blocks/digest/digest-dialog.ts';
import { CONNECT_DIALOG } from '#blocks/settings/connect-dialog.ts';
import { SETTINGS_DIALOG } from '#blocks/settings/settings-dialog.ts';
import { SHARE_DIALOG } from '#blocks/sharing/share-dialog.ts';
import { SEARCH_DIALOG } from '#blocks/signals/search-dialog.ts';
import { WATCH_DIALOG } from '#blocks/watches/watch-dialog.ts';
import { FIND_RELATED } from '#handlers/conversation/find-related.ts';
import { SEARCH_STEP } from '#handlers/workflow/workflow-steps.ts';
import { newTrigger, sendSigned } from '../support/worlds/signed-request.ts';
import { isPrivate, startWorld, type World } from '../support/worlds/slack-world.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Fields = { [name: string]: Json };

const WHO: Fields = {
  ...{ team: { id: 'T0PREVIEW01', domain: 'pain-preview' }, user: { id: 'U0ADALOVEL', team_id: 'T0PREVIEW01' } },
  ...{ channel: { id: 'C0DEVPAIN1', name: 'dev-pain' }, response_url: 'http://127.0.0.1:1/response' },
};
const VIEW: Fields = {
  ...{ id: 'V1', type: 'modal', callback_id: SHARE_DIALOG, private_metadata: '{}', blocks: [], team_id: 'T0PREVIEW01' },
  state: { values: { note: { note: { type: 'plain_text_input', value: 'x' } } } },
};
const press = (more: Fields): Fields => ({
  ...WHO,
  type: 'block_actions',
  container: {
    type: 'message',
    message_ts: '1.000001',
    channel_id: 'C0DEVPAIN1',
    is_ephemeral: true,
    thread_ts: '1.0',
  },
  message: { ts: '1.000001', thread_ts: '1.0', text: 'x', blocks: [] },
  ...more,
});
const event = (of: Fields): Fields => ({
  ...{ type: 'event_callback', team_id: 'T0PREVIEW01', api_app_id: 'A0PAINSIGNL', event_time: 0 },
  authorizations: [{ team_id: 'T0PREVIEW01', user_id: 'U0PAINSIGNL', is_bot: true, is_enterprise_install: false }],
  event: { user: 'U0ADALOVEL', channel: 'C0DEVPAIN1', ts: '1700000000.000100', event_ts: '1.0', ...of },
});
const submission = (callbackId: string): Fields => ({
  ...{ ...WHO, type: 'view_submission', view: { ...VIEW, callback_id: callbackId } },
  response_urls: [{ response_url: 'http://127.0.0.1:1/response', channel_id: 'C0DEVPAIN1' }],
});

/** Every kind of request, as Slack sends it to an app. */
const REQUESTS: Record<string, Fields> = {
  button: press({ actions: [{ type: 'button', action_id: 'refresh', block_id: 'b', value: '{"show":"help"}' }] }),
  menu: press({
    actions: [{ type: 'overflow', action_id: 'more', block_id: 'b', selected_option: { value: '{"show":"help"}' } }],
  }),
  'button in a dialog': press({
    ...{ container: { type: 'view', view_id: 'V1' }, view: VIEW },
    actions: [{ type: 'button', action_id: 'read_quote', block_id: 'b', value: '{}' }],
  }),
  'button of another version': press({ actions: [{ type: 'button', action_id: 'no_such', value: 'x' }] }),
  'message shortcut': {
    ...{ ...WHO, type: 'message_action', callback_id: FIND_RELATED, message_ts: '1.0' },
    message: { ts: '1.0', text: 'Our builds get slower every month', user: 'U0ADALOVEL', blocks: [], attachments: [] },
  },
  'shortcut of another version': { ...WHO, type: 'shortcut', callback_id: 'no_such' },
  options: { ...WHO, type: 'block_suggestion', action_id: 'x', block_id: 'b', value: 'x', container: {} },
  closed: { ...WHO, type: 'view_closed', view: VIEW, is_cleared: false },
  ...Object.fromEntries(
    [SHARE_DIALOG, DIGEST_DIALOG, DIGEST_PREVIEW, CONNECT_DIALOG, SETTINGS_DIALOG, SEARCH_DIALOG].map(dialogRequest),
  ),
  ...Object.fromEntries([COMPARE_DIALOG, WATCH_DIALOG, 'of_another_version'].map(dialogRequest)),
  mention: event({ type: 'app_mention', text: '<@U0PAINSIGNL> help', thread_ts: '1.0', team: 'T0PREVIEW01' }),
  message: event({ type: 'message', channel: 'D0ADALOVEL', channel_type: 'im', text: 'help' }),
  home: event({ type: 'app_home_opened', tab: 'home', view: { id: 'V2', type: 'home' } }),
  messages: event({ type: 'app_home_opened', tab: 'messages' }),
  link: event({
    ...{ type: 'link_shared', message_ts: '1.0', unfurl_id: 'x', source: 'composer' },
    links: [{ url: 'https://pain.example/signals/1', domain: 'pain.example' }],
  }),
  step: event({
    ...{ type: 'function_executed', function: { id: 'Fn1', callback_id: SEARCH_STEP }, inputs: { words: 'build' } },
    ...{ function_execution_id: 'Fx1', bot_access_token: 'xwfp-1', workflow_execution_id: 'Wx1' },
  }),
  'event of another version': event({ type: 'reaction_added', item: { channel: 'C0DEVPAIN1', ts: '1.0' } }),
};

function dialogRequest(callbackId: string): [string, Fields] {
  return [callbackId, submission(callbackId)];
}

const COMMAND = {
  ...{ command: '/pain', text: 'help', team_id: 'T0PREVIEW01', user_id: 'U0ADALOVEL', channel_id: 'C0DEVPAIN1' },
  ...{ response_url: 'http://127.0.0.1:1/response', is_enterprise_install: 'false', api_app_id: 'A0PAINSIGNL' },
};

/** `undefined`: the field is missing. */
const OTHERS: readonly (Json | undefined)[] = [undefined, null, 0, '', 'x', true, [], {}, [null], ['x'], { id: 1 }];

type Path = readonly (string | number)[];

function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]))];
}

function changed(value: Json, [name, ...rest]: Path, to: Json | undefined): Json | undefined {
  if (name === undefined) return to;
  if (typeof value !== 'object' || value === null) return value;
  const copy = structuredClone(value) as Fields;
  const inner = changed(copy[name] ?? null, rest, to);
  if (inner === undefined) delete copy[name];
  else copy[name] = inner;
  return copy;
}

let world: World;
beforeAll(async () => {
  world = await startWorld({ signalUrl: 'https://pain.example/signals/{id}' });
});
afterAll(() => world.close());

async function send(payload: Json | undefined): Promise<number> {
  const isEvent = typeof payload === 'object' && payload !== null && 'event_time' in payload;
  const body = JSON.stringify(payload);
  const { status } = isEvent
    ? await sendSigned(world.address, body, { contentType: 'application/json' })
    : await sendSigned(world.address, `payload=${encodeURIComponent(body)}&n=${newTrigger()}`);
  return status;
}

it.each(Object.entries(REQUESTS))('takes a %s whose fields are missing or of other types', async (_, whole) => {
  expect(await send(whole)).toBe(200);
  const paths = pathsOf(whole).filter(({ length }) => length > 0);
  const change = fc.record({ path: fc.constantFrom(...paths), to: fc.constantFrom(...OTHERS) });
  // One change makes most of what a new version of Slack could send; more at once reach what the first one hides.
  const changes = fc.array(change, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(changes, async (all) => {
      const payload = all.reduce<Json>((before, { path, to }) => changed(before, path, to) ?? {}, whole);
      expect(await send(payload)).toBe(200);
    }),
    { seed: 20_261_122, numRuns: 20 },
  );
  await world.idle();
});

it.each(Object.keys(COMMAND).filter((name) => name !== 'command'))('takes a command with another %s', async (name) => {
  for (const value of ['', 'x', '0', 'null', '\u0000', 'x'.repeat(3_000)]) {
    const form = new URLSearchParams({ ...COMMAND, trigger_id: newTrigger(), [name]: value });
    expect((await sendSigned(world.address, form.toString())).status).toBe(200);
  }
  const form = new URLSearchParams({ ...COMMAND, trigger_id: newTrigger() });
  form.delete(name);
  expect((await sendSigned(world.address, form.toString())).status).toBe(200);
  await world.idle();
});

it.each(['user', 'channel', 'ts', 'thread_ts'])('takes a %s with half of a surrogate pair', async (name) => {
  for (const whole of [REQUESTS.mention, REQUESTS.message]) {
    const before = world.slack.calls.length;
    // A message is answered once.
    const ts = `1700000000.${100_000 + before}`;
    expect(await send({ ...whole, event: { ...(whole?.event as Fields), ts, [name]: '\ud83d' } })).toBe(200);
    await world.idle();
    expect(world.slack.calls.length).toBeGreaterThan(before);
  }
});

it('answers people after all of these', async () => {
  const answer = await world.ask('help');
  expect(isPrivate(answer)).toBe(true);
});
