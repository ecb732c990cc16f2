import { describe, expect, it } from 'vitest';
import { startBoth } from '../support/start-preview.ts';

const CHANNEL = 'C0DEVPAIN1';
const plain = (text: string) => ({ type: 'plain_text' as const, text });
const option = (value: string) => ({ text: plain(`Option ${value}`), value });
const button = (value: string) => ({ type: 'button' as const, action_id: 'details', text: plain('Details'), value });

/** A message with these elements, each in an actions block `b0`, `b1` …; only Ada sees it where asked. */
async function withElements(elements: readonly object[], { isEphemeral = false, threaded = false } = {}) {
  const both = await startBoth();
  const blocks = elements.map((element, index) => ({
    type: 'actions',
    block_id: `b${index}`,
    elements: [element],
  })) as never;
  const content = { channel: CHANNEL, text: 'card', blocks };
  const parent = threaded ? await both.client.chat.postMessage({ channel: CHANNEL, text: 'top' }) : undefined;
  const thread = parent === undefined ? {} : { thread_ts: String(parent.ts) };
  if (isEphemeral) await both.client.chat.postEphemeral({ ...content, user: 'U0ADALOVEL' });
  else await both.client.chat.postMessage({ ...content, ...thread });
  const message = await both.workspace.nextMessage(({ text }) => text === 'card');
  return { ...both, message, payload: () => both.app.received.at(-1)?.payload };
}

describe('a press', () => {
  it('tells the app who pressed what in which message', async () => {
    const { workspace, message, payload, origin } = await withElements([button('s1')]);
    expect(await workspace.press({ message, actionId: 'details', userId: 'U0KENTHOMP' })).toEqual({
      status: 200,
      body: '',
    });
    expect(payload()).toMatchObject({
      type: 'block_actions',
      team: { id: 'T0PREVIEW01', domain: 'pain-preview' },
      user: { id: 'U0KENTHOMP', username: 'kenji', team_id: 'T0PREVIEW01' },
      channel: { id: CHANNEL, name: 'dev-pain' },
      container: { type: 'message', message_ts: message.ts, channel_id: CHANNEL, is_ephemeral: false },
      message: { ts: message.ts, text: 'card', blocks: message.blocks },
      response_url: expect.stringContaining(`${origin}/response/`),
      trigger_id: expect.any(String),
      actions: [{ type: 'button', action_id: 'details', block_id: 'b0', value: 's1', text: plain('Details') }],
    });
  });

  it('keeps to itself a message that only one person sees, and comes from that person', async () => {
    const { workspace, message, payload } = await withElements([button('s1')], { isEphemeral: true });
    await workspace.press({ message, actionId: 'details' });
    expect(payload()).toMatchObject({ user: { id: 'U0ADALOVEL' }, container: { is_ephemeral: true } });
    expect(payload()).not.toHaveProperty('message');
  });

  it('names the thread it stands in', async () => {
    const { workspace, message, payload } = await withElements([button('s1')], { threaded: true });
    await workspace.press({ message, actionId: 'details' });
    expect(payload()).toMatchObject({
      container: { thread_ts: message.threadTs },
      message: { thread_ts: message.threadTs },
    });
  });

  it('tells buttons with the same action id apart by value or block', async () => {
    const { workspace, message, payload } = await withElements([button('s1'), button('s2'), button('s3')]);
    await workspace.press({ message, actionId: 'details', value: 's2' });
    expect(payload()?.actions).toMatchObject([{ value: 's2', block_id: 'b1' }]);
    await workspace.press({ message, actionId: 'details', blockId: 'b2' });
    expect(payload()?.actions).toMatchObject([{ value: 's3', block_id: 'b2' }]);
  });

  it('is impossible where there is nothing to press', async () => {
    const { workspace, message, client } = await withElements([button('s1')]);
    await expect(workspace.press({ message, actionId: 'other' })).rejects.toThrow('there is: details');
    await client.chat.delete({ channel: CHANNEL, ts: message.ts });
    await expect(workspace.press({ message, actionId: 'details' })).rejects.toThrow('not there any more');
  });

  it('says how the app failed', async () => {
    const both = await startBoth(() => new Promise(() => undefined), { acknowledgeWithinMs: 100 });
    await both.client.chat.postMessage({
      channel: CHANNEL,
      text: 'card',
      blocks: [{ type: 'actions', elements: [button('s1')] }],
    });
    const message = await both.workspace.nextMessage();
    expect(await both.workspace.press({ message, actionId: 'details' })).toMatchObject({
      failure: 'operation_timeout',
    });
  });
});

describe('a choice', () => {
  const menus = [
    { type: 'static_select', action_id: 'menu', options: [option('1'), option('2')], initial_option: option('1') },
    { type: 'overflow', action_id: 'more', options: [option('a'), option('b')] },
    { type: 'checkboxes', action_id: 'boxes', options: [option('x'), option('y')] },
    { type: 'conversations_select', action_id: 'where' },
    { type: 'multi_users_select', action_id: 'who' },
    { type: 'timepicker', action_id: 'at', initial_time: '09:00' },
  ];

  it.each([
    [
      { actionId: 'menu', selectedOption: '2' },
      { type: 'static_select', selected_option: option('2') },
    ],
    [
      { actionId: 'more', selectedOption: 'b' },
      { type: 'overflow', selected_option: option('b') },
    ],
    [
      { actionId: 'boxes', selectedOptions: ['x', 'y'] },
      { type: 'checkboxes', selected_options: [option('x'), option('y')] },
    ],
    [
      { actionId: 'where', selectedOption: 'C0GENERAL1' },
      { type: 'conversations_select', selected_conversation: 'C0GENERAL1' },
    ],
    [
      { actionId: 'who', selectedOptions: ['U0KENTHOMP'] },
      { type: 'multi_users_select', selected_users: ['U0KENTHOMP'] },
    ],
    [
      { actionId: 'at', value: '17:30' },
      { type: 'timepicker', selected_time: '17:30' },
    ],
  ])('of $actionId is sent in its own field', async (press, action) => {
    const { workspace, message, payload } = await withElements(menus);
    await workspace.press({ message, ...press });
    expect(payload()?.actions).toMatchObject([action]);
  });

  it('comes with what stands in the other inputs', async () => {
    const { workspace, message, payload } = await withElements(menus);
    await workspace.press({ message, actionId: 'more', selectedOption: 'a', values: { b2: { boxes: ['y'] } } });
    expect(payload()?.state).toEqual({
      values: {
        b0: { menu: { type: 'static_select', selected_option: option('1') } },
        b2: { boxes: { type: 'checkboxes', selected_options: [option('y')] } },
        b3: { where: { type: 'conversations_select', selected_conversation: null } },
        b4: { who: { type: 'multi_users_select', selected_users: [] } },
        b5: { at: { type: 'timepicker', selected_time: '09:00' } },
      },
    });
  });
});
